public import Foundation

/// A purchase. There are no purchases here.
public struct Transaction: Hashable, Identifiable, Sendable {
    public let id: UInt64
    public let productID: String
    public let purchaseDate: Date
    public let revocationDate: Date?
    /// The date on which the purchase expires; `nil` if it does not.
    public let expirationDate: Date?
    public let isUpgraded: Bool
    public let productType: Product.ProductType
    public let originalID: UInt64
    public let originalPurchaseDate: Date
    public let purchasedQuantity: Int
    public let subscriptionGroupID: String?
    public let appAccountToken: UUID?
    public let appBundleID: String
    public let signedDate: Date
    public let revocationReason: RevocationReason?
    public let ownershipType: OwnershipType
    public let environment: AppStore.Environment
    public let storefrontCountryCode: String
    public let webOrderLineItemID: String?
    public let offer: Offer?
    public let price: Decimal?
    public let currency: Locale.Currency?
    public let jsonRepresentation: Data

    public enum RevocationReason: Int, Sendable { case other, developerIssue }
    public enum OwnershipType: String, Sendable { case purchased, familyShared }
    public struct Offer: Hashable, Sendable {
        public let id: String?
        public let type: OfferType
    }
    public enum OfferType: Int, Sendable { case introductory = 1, promotional, code, winBack }

    /// Reports to the store that the app has delivered the purchase. Does nothing.
    public func finish() async {}

    /// A sequence without elements, which finishes at once.
    public static var updates: Transactions { Transactions() }
    public static var currentEntitlements: Transactions { Transactions() }
    public static var all: Transactions { Transactions() }
    public static var unfinished: Transactions { Transactions() }
    /// Always `nil`.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? { nil }
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? { nil }
    public static func currentEntitlements(for productID: String) -> Transactions { Transactions() }
    public static func all(for productID: String) -> Transactions { Transactions() }

    /// Always cancelled: nothing was bought.
    public enum RefundRequestStatus: Int, Sendable { case success, userCancelled }
    public func beginRefundRequest(in scene: some Any) async throws -> RefundRequestStatus { .userCancelled }

    /// A sequence of transactions, which is always empty.
    public struct Transactions: AsyncSequence, Sendable {
        /// An iterator without elements.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Always `nil`.
            public mutating func next() async -> VerificationResult<Transaction>? { nil }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
}

/// A value whose signature the store has verified, or not.
public enum VerificationResult<SignedType: Sendable>: Sendable {
    case unverified(SignedType, VerificationError)
    case verified(SignedType)

    /// The reasons for which a value is not verified.
    public enum VerificationError: Error {
        case invalidSignature, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, missingRequiredProperties
        case revokedCertificate
    }

    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }
    public var unsafePayloadValue: SignedType {
        switch self {
        case .verified(let value), .unverified(let value, _): value
        }
    }
}

/// A product of the store. There are no products here.
public struct Product: Hashable, Identifiable, Sendable {
    public let id: String
    public let displayName: String
    public let description: String
    public let price: Decimal
    public let displayPrice: String
    public let type: ProductType

    public struct ProductType: Hashable, Sendable {
        let name: String
        public static let consumable = Self(name: "consumable")
        public static let nonConsumable = Self(name: "nonConsumable")
        public static let autoRenewable = Self(name: "autoRenewable")
        public static let nonRenewable = Self(name: "nonRenewable")
    }

    public enum PurchaseResult: Sendable {
        case success(VerificationResult<Transaction>), userCancelled, pending
    }

    /// Always empty.
    public static func products(for identifiers: some Collection<String>) async throws -> [Product] { [] }
    @discardableResult
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult { .userCancelled }
    @discardableResult
    public func purchase(confirmIn scene: some Any, options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        .userCancelled
    }

    public let isFamilyShareable: Bool
    public let subscription: SubscriptionInfo?
    public let jsonRepresentation: Data
    public var priceFormatStyle: Decimal.FormatStyle.Currency { .currency(code: "USD") }
    /// Always `nil`: nothing was bought.
    public var latestTransaction: VerificationResult<Transaction>? { get async { nil } }
    public var currentEntitlement: VerificationResult<Transaction>? { get async { nil } }
}
