public import Foundation

/// A purchase. Here nobody has bought anything.
public struct Transaction: Hashable, Identifiable, Sendable {
    /// Its number.
    public let id: UInt64
    /// What was bought.
    public let productID: String
    /// When it was bought.
    public let purchaseDate: Date
    /// When it was taken back.
    public let revocationDate: Date?
    /// Until when it counts.
    public let expirationDate: Date?
    /// Whether a better one has taken its place.
    public let isUpgraded: Bool
    /// The kind of product.
    public let productType: Product.ProductType

    /// Tells the store that the app has given what was bought. Without effect.
    public func finish() async {}

    /// Never gives one, and ends.
    public static var updates: Transactions { Transactions() }
    /// Never gives one, and ends.
    public static var currentEntitlements: Transactions { Transactions() }
    /// Never gives one, and ends.
    public static var all: Transactions { Transactions() }
    /// Never gives one, and ends.
    public static var unfinished: Transactions { Transactions() }
    /// Always `nil`.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? { nil }
    /// Always `nil`.
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? { nil }

    /// Transactions, of which there are none.
    public struct Transactions: AsyncSequence, Sendable {
        /// Ends at once.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Always `nil`.
            public mutating func next() async -> VerificationResult<Transaction>? { nil }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
}

/// A value that the store has signed, or not.
public enum VerificationResult<Signed: Sendable>: Sendable {
    /// One that it has not.
    case unverified(Signed, VerificationError)
    /// One that it has.
    case verified(Signed)

    /// Why a value is not signed.
    public enum VerificationError: Error { case invalidSignature }

    /// The value of a signed one.
    public var payloadValue: Signed {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }
    /// The value, whether signed or not.
    public var unsafePayloadValue: Signed {
        switch self {
        case .verified(let value), .unverified(let value, _): value
        }
    }
}

/// What the store sells. Here it sells nothing.
public struct Product: Hashable, Identifiable, Sendable {
    /// Its identifier.
    public let id: String
    /// Its name.
    public let displayName: String
    /// What it is.
    public let description: String
    /// What it costs.
    public let price: Decimal
    /// What it costs, as a text.
    public let displayPrice: String
    /// Its kind.
    public let type: ProductType

    /// A kind of product.
    public struct ProductType: Hashable, Sendable {
        let name: String
        /// A kind of product.
        public static let consumable = Self(name: "consumable")
        /// A kind of product.
        public static let nonConsumable = Self(name: "nonConsumable")
        /// A kind of product.
        public static let autoRenewable = Self(name: "autoRenewable")
        /// A kind of product.
        public static let nonRenewable = Self(name: "nonRenewable")
    }

    /// What became of a purchase.
    public enum PurchaseResult: Sendable {
        /// What became of it.
        case success(VerificationResult<Transaction>), userCancelled, pending
    }

    /// Always empty.
    public static func products(for identifiers: some Collection<String>) async throws -> [Product] { [] }
    /// Is cancelled.
    public func purchase() async throws -> PurchaseResult { .userCancelled }
}

/// The store of apps.
public enum AppStore {
    /// Without effect.
    public static func sync() async throws {}
}
