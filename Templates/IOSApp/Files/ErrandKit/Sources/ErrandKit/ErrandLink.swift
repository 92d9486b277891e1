public import Foundation
import LiveActivityClient

/// The URL that a tap on an activity opens: `errand://activity/errand?title=…`.
public struct ErrandLink: Hashable, Sendable {
    public var title: String

    public init(_ attributes: ErrandAttributes) { title = attributes.title }

    /// - Returns: `nil` for a URL that is not an activity's. Any app can open any URL, so this is untrusted input.
    public init?(_ url: URL) {
        guard let link = ActivityLink(url, scheme: "errand"), link.kind == ErrandBackend.kind, let title = link.values["title"]
        else { return nil }
        self.title = title
    }

    public var url: URL? { ActivityLink(kind: ErrandBackend.kind, values: ["title": title]).url(scheme: "errand") }
}
