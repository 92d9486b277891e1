public import Foundation

/// A purchase. There are no purchases here.
public struct Transaction: Hashable, Identifiable, Sendable {
    public let id: UInt64
    public let productID: String
    public let purchaseDate: Date
    public let revocationDate: Date?
    /// Until when it counts.
    public let expirationDate: Date?
    public let isUpgraded: Bool
    public let productType: Product.ProductType

    /// Tells the store that the app has given what was bought. Without effect.
    public func finish() async {}

    /// Never gives one, and ends.
    public static var updates: Transactions { Transactions() }
    public static var currentEntitlements: Transactions { Transactions() }
    public static var all: Transactions { Transactions() }
    public static var unfinished: Transactions { Transactions() }
    /// Always `nil`.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? { nil }
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
    case unverified(Signed, VerificationError)
    case verified(Signed)

    /// Why a value is not signed.
    public enum VerificationError: Error { case invalidSignature }

    public var payloadValue: Signed {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }
    public var unsafePayloadValue: Signed {
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
    public func purchase() async throws -> PurchaseResult { .userCancelled }
}

public enum AppStore { public static func sync() async throws {} }
