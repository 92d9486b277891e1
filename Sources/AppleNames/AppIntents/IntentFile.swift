public import Foundation
public import LiveActivityUI

public struct IntentFile: Hashable, Sendable {
    public let data: Data
    public var filename: String
    public let fileURL: URL?

    public init(data: Data, filename: String) { (self.data, self.filename, fileURL) = (data, filename, nil) }
    public init(fileURL: URL, filename: String? = nil) {
        (data, self.filename, self.fileURL) = (
            (try? Data(contentsOf: fileURL)) ?? Data(), filename ?? fileURL.lastPathComponent, fileURL
        )
    }
}

/// The reason why an intent fails.
public struct AppIntentError: Error, Hashable, Sendable {
    private let name: String

    public static let restartPerform = Self(name: "restartPerform")

    public enum PermissionRequired { public static let unlockDevice = AppIntentError(name: "unlockDevice") }
    public enum UserActionRequired {
        public static let accountSetup = AppIntentError(name: "accountSetup")
        public static let confirmation = AppIntentError(name: "confirmation")
    }
    public enum Unrecoverable {
        public static let entityNotFound = AppIntentError(name: "entityNotFound")
        public static let featureCurrentlyRestricted = AppIntentError(name: "featureCurrentlyRestricted")
        public static let unknown = AppIntentError(name: "unknown")
    }
}

extension IntentParameter {
    public func needsValueError(_ dialog: IntentDialog? = nil) -> AppIntentError { .UserActionRequired.confirmation }
    public func needsDisambiguationError(among items: [Value], dialog: IntentDialog? = nil) -> AppIntentError {
        .UserActionRequired.confirmation
    }
}
