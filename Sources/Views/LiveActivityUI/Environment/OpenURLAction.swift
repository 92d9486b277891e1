public import Foundation

/// Opens a link for a view that asks: `openURL(url)`. A surface never does; it follows `Link` and `widgetURL(_:)`.
public struct OpenURLAction: Sendable {
    /// What came of it.
    public struct Result: Sendable {
        private let name: String

        public static let handled = Self(name: "handled")
        public static let discarded = Self(name: "discarded")
        public static let systemAction = Self(name: "systemAction")
        public static func systemAction(_ url: URL) -> Self { .systemAction }
    }

    private let handler: @Sendable (URL) -> Result

    @preconcurrency
    public init(handler: @escaping @Sendable (URL) -> Result) { self.handler = handler }

    public func callAsFunction(_ url: URL) { _ = handler(url) }
    public func callAsFunction(_ url: URL, completion: (Bool) -> Void) {
        _ = handler(url)
        completion(false)
    }
}
