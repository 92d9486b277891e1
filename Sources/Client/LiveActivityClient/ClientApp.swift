import Foundation

/// The app, as the service's configuration of pushes names it.
public struct ClientApp: Hashable, Sendable {
    /// The push environment of a build of the app.
    public enum Environment: String, Hashable, Sendable {
        /// TestFlight and the App Store.
        case production
        /// An app that Xcode has installed.
        case sandbox
    }

    /// The bundle id, such as `com.example.food`.
    public var bundle: String
    /// The environment of the app's push tokens.
    public var environment: Environment

    /// - Parameter bundle: The bundle id, without `.push-type.liveactivity`.
    public init(bundle: String, environment: Environment) { (self.bundle, self.environment) = (bundle, environment) }

    /// The running app: its bundle id, and `sandbox` in a debug build. Give the environment explicitly if Xcode installs a
    /// release build.
    public static var current: ClientApp {
        let bundle = Bundle.main.bundleIdentifier ?? ""
        #if DEBUG
        return ClientApp(bundle: bundle, environment: .sandbox)
        #else
        return ClientApp(bundle: bundle, environment: .production)
        #endif
    }
}
