#if Service
public import LiveActivityCore

/// An address that is told of changes, in the way of Standard Webhooks.
public struct Webhook: Hashable, Sendable {
    /// Names its position in the changes (a named consumer); never changes.
    public var name: String
    /// Where the changes go.
    public var url: String
    /// The secrets that sign a call, `whsec_…`; two while one replaces the other.
    public var secrets: [String]
    /// Only changes of these kinds; of all if empty.
    public var kinds: [ActivityKind] = []
    /// Only these changes, by their names (`started`, `updated`, `ended`, …); all if empty.
    public var changes: [String] = []
    /// Of the changes that wait for the endpoint, keep only the newest of each activity and sort. By default every change is
    /// kept.
    public var keepsNewestOnly = false

    /// The names that ``changes`` can have.
    static let changeNames = [
        "scheduled", "started", "updated", "alerted", "becameStale", "becameActive", "ended", "dismissed", "refusedLateUpdate",
        "ignored",
        "refused", "alertSuppressed", "faulted",
    ]

    /// Says that there is no change with this name: the webhook would never be called.
    static func unknownChange(_ name: String) -> String {
        "there is no change '\(name.abridged)': there are \(changeNames.joined(separator: ", "))"
    }

    /// A webhook for every change.
    public init(name: String, url: String, secrets: [String]) {
        self.name = name
        self.url = url
        self.secrets = secrets
    }
}
#endif
