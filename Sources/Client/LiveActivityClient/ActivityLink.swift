public import Foundation

/// The URL that a tap on an activity opens: `SCHEME://activity/KIND?NAME=VALUE&…`.
///
/// The widget sets it, for instance with `widgetURL(ActivityLink(kind: "errand").url(scheme: "errand"))`, and the app reads it in
/// `onOpenURL`. Any app can open any URL, so the values are untrusted input: use them to find an activity, not as a command.
public struct ActivityLink: Hashable, Sendable {
    /// The kind of the activity.
    public var kind: String
    /// What the app needs to show the activity.
    public var values: [String: String]

    /// A link to an activity of `kind`.
    public init(kind: String, values: [String: String] = [:]) { (self.kind, self.values) = (kind, values) }

    /// Reads a URL that was opened.
    ///
    /// - Returns: `nil` for a URL that is not a link of this scheme: another scheme or host, no kind, a repeated name, or more
    ///   than 2,048 bytes.
    public init?(_ url: URL, scheme: String) {
        guard url.absoluteString.utf8.count <= 2_048,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.scheme?.lowercased() == scheme.lowercased(), parts.host == "activity"
        else { return nil }
        let path = parts.path.split(separator: "/", omittingEmptySubsequences: false)
        guard path.count == 2, path[0].isEmpty, !path[1].isEmpty else { return nil }
        kind = String(path[1])
        values = [:]
        for item in parts.queryItems ?? [] {
            guard values.updateValue(item.value ?? "", forKey: item.name) == nil else { return nil }
        }
    }

    /// The link as a URL.
    ///
    /// - Returns: `nil` if the scheme is invalid, for example with a space, or if the kind is empty or contains a `/`.
    public func url(scheme: String) -> URL? {
        guard scheme.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.-]*/) != nil, !kind.isEmpty, !kind.contains("/") else { return nil }
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.path) = (scheme, "activity", "/" + kind)
        if !values.isEmpty {
            parts.queryItems = values.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        return parts.url
    }
}
