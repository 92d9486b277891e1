public import Foundation

/// An action that opens a URL: `openURL(url)`.
///
/// Surfaces never call it. They follow the URLs of `Link` and `widgetURL(_:)`.
public struct OpenURLAction: Sendable {
    /// The result of opening the URL.
    public struct Result: Sendable {
        private let name: String

        /// The handler opened the URL.
        public static let handled = Self(name: "handled")
        /// The handler ignored the URL.
        public static let discarded = Self(name: "discarded")
        /// The system opens the URL.
        public static let systemAction = Self(name: "systemAction")
        /// The system opens another URL. The URL is not stored.
        public static func systemAction(_ url: URL) -> Self { .systemAction }
    }

    private let handler: @Sendable (URL) -> Result

    /// An action that calls `handler`.
    @preconcurrency
    public init(handler: @escaping @Sendable (URL) -> Result) { self.handler = handler }

    public func callAsFunction(_ url: URL) { _ = handler(url) }
    /// Calls the handler, then `completion` with `false`, because nothing is opened here.
    public func callAsFunction(_ url: URL, completion: (Bool) -> Void) {
        _ = handler(url)
        completion(false)
    }
}
