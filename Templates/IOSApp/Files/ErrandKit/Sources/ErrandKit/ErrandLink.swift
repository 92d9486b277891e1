public import Foundation

/// The URL that a tap on an activity opens: `errand://activity?title=…`.
public struct ErrandLink: Hashable, Sendable {
    public var title: String

    public init(_ attributes: ErrandAttributes) { title = attributes.title }

    /// - Returns: `nil` for a URL that is not an activity's. Any app can open any URL, so this is untrusted input.
    public init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), parts.scheme == "errand",
            parts.host == "activity", let title = parts.queryItems?.first(where: { $0.name == "title" })?.value
        else { return nil }
        self.title = title
    }

    public var url: URL? {
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.queryItems) = ("errand", "activity", [URLQueryItem(name: "title", value: title)])
        return parts.url
    }
}
