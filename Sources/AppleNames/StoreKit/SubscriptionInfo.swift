public import Foundation

extension Product {
    public struct SubscriptionInfo: Hashable, Sendable {
        public let subscriptionGroupID: String
        public let subscriptionPeriod: SubscriptionPeriod
        public let introductoryOffer: SubscriptionOffer?
        public let promotionalOffers: [SubscriptionOffer]
        public let winBackOffers: [SubscriptionOffer]
        public let groupLevel: Int
        public let groupDisplayName: String

        /// Always `false`.
        public var isEligibleForIntroOffer: Bool { get async { false } }
        public static func isEligibleForIntroOffer(for groupID: String) async -> Bool { false }
        public var status: [Status] { get async throws { [] } }
        public static func status(for groupID: String) async throws -> [Status] { [] }

        public struct RenewalState: RawRepresentable, Hashable, Sendable {
            public let rawValue: Int
            public init(rawValue: Int) { self.rawValue = rawValue }
            public static let subscribed = Self(rawValue: 1), expired = Self(rawValue: 2)
            public static let inBillingRetryPeriod = Self(rawValue: 3), inGracePeriod = Self(rawValue: 4)
            public static let revoked = Self(rawValue: 5)
        }

        public struct RenewalInfo: Hashable, Sendable {
            public enum ExpirationReason: Int, Sendable {
                case unknown, autoRenewDisabled, billingError, didNotConsentToPriceIncrease, productUnavailable
            }
            public let currentProductID: String
            public let autoRenewPreference: String?
            public let willAutoRenew: Bool
            public let expirationReason: ExpirationReason?
            public let isInBillingRetry: Bool
            public let gracePeriodExpirationDate: Date?
            public let renewalDate: Date?
        }

        public struct Status: Sendable {
            public let state: RenewalState
            public let renewalInfo: VerificationResult<RenewalInfo>
            public let transaction: VerificationResult<Transaction>

            /// A sequence without elements, which finishes at once.
            public static var updates: AsyncStream<Status> { AsyncStream { $0.finish() } }
        }
    }

    public struct SubscriptionPeriod: Hashable, Sendable {
        public enum Unit: Sendable {
            case day, week, month, year
            public var localizedDescription: String { "\(self)" }
        }
        public let unit: Unit
        public let value: Int
        public static let weekly = Self(unit: .week, value: 1), monthly = Self(unit: .month, value: 1)
        public static let yearly = Self(unit: .year, value: 1)
        public var debugDescription: String { "\(value) \(unit)" }
    }

    /// A reduced price.
    public struct SubscriptionOffer: Hashable, Sendable {
        public enum OfferType: Sendable { case introductory, promotional, winBack }
        public enum PaymentMode: Sendable { case payAsYouGo, payUpFront, freeTrial }
        public let id: String?
        public let type: OfferType
        public let price: Decimal
        public let displayPrice: String
        public let period: SubscriptionPeriod
        public let periodCount: Int
        public let paymentMode: PaymentMode
    }

    /// An option of a purchase. Not used.
    public struct PurchaseOption: Hashable, Sendable {
        public static func appAccountToken(_ token: UUID) -> Self { Self() }
        public static func quantity(_ quantity: Int) -> Self { Self() }
        public static func simulatesAskToBuyInSandbox(_ simulates: Bool) -> Self { Self() }
        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> Self { Self() }
        public static func custom(key: String, value: String) -> Self { Self() }
        public static func onStorefrontChange(shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool) -> Self {
            Self()
        }
    }

    public enum PurchaseError: Error {
        case invalidQuantity, productUnavailable, purchaseNotAllowed, ineligibleForOffer, invalidOfferIdentifier
        case invalidOfferPrice, invalidOfferSignature, missingOfferParameters
    }
}
