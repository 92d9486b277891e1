public import Foundation

/// The store. It sells nothing here.
public enum AppStore {
    public struct Environment: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let production = Self(rawValue: "Production"), sandbox = Self(rawValue: "Sandbox")
        public static let xcode = Self(rawValue: "Xcode")
    }

    public static var canMakePayments: Bool { false }
    public static func sync() async throws {}
    @MainActor public static func requestReview(in scene: some Any) {}
    @MainActor public static func showManageSubscriptions(in scene: some Any) async throws {}
    @MainActor public static func presentOfferCodeRedeemSheet(in scene: some Any) async throws {}
}

/// The download of the app. It was not downloaded here.
public struct AppTransaction: Hashable, Sendable {
    public let appVersion: String
    public let originalAppVersion: String
    public let originalPurchaseDate: Date
    public let environment: AppStore.Environment

    /// - Throws: ``StoreKitError/notAvailableInStorefront``.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws { throw StoreKitError.notAvailableInStorefront }
    }
    public static func refresh() async throws -> VerificationResult<AppTransaction> { try await shared }
}

public enum StoreKitError: Error {
    case unknown, userCancelled, networkError(URLError), systemError(any Error), notAvailableInStorefront, notEntitled
    case unsupported
}

/// The country of a person's store; always the United States here.
public struct Storefront: Hashable, Identifiable, Sendable {
    public let countryCode: String
    public let id: String
    public static var current: Storefront? { get async { Storefront(countryCode: "USA", id: "143441") } }
}

/// The deprecated form of a request for a review. Does nothing.
@MainActor public enum SKStoreReviewController {
    public static func requestReview() {}
    public static func requestReview(in scene: some Any) {}
}
