#if Service
public import LiveActivityCore
import LiveActivityJSON

/// An HTTP endpoint that receives changes, as Standard Webhooks specifies.
public struct Webhook: Hashable, Sendable {
    /// Identifies the webhook's named consumer, and with it its position in the changes. Must not be changed.
    public var name: String
    /// The URL of the endpoint.
    public var url: String
    /// The secrets that sign requests, `whsec_…`; two during the rotation of a secret.
    public var secrets: [String]
    /// The files that ``secrets`` were read from; each line is one secret. They are read again within a second after a change.
    public var secretFiles: [String] = []
    /// The kinds whose changes are sent; every kind if empty.
    public var kinds: [ActivityKind] = []
    /// The names of the changes that are sent (`started`, `updated`, `ended`, …); every change if empty.
    public var changes: [String] = []
    /// Whether only the newest waiting change of each activity and type is kept for the endpoint. By default every change is
    /// kept.
    public var keepsNewestOnly = false

    /// On a cluster, distinguishes a webhook that was created over HTTP from earlier ones with its name: each has a consumer of
    /// its own, so that a node can tell a consumer that was removed from one that another node has just created.
    var creation: String?

    /// The names that ``changes`` can have.
    static let changeNames = [
        "scheduled", "started", "updated", "alerted", "becameStale", "becameActive", "ended", "dismissed", "refusedLateUpdate",
        "ignored",
        "refused", "alertSuppressed", "faulted",
    ]

    /// An error message for an unknown change name, with which the webhook would never be called.
    static func unknownChange(_ name: String) -> String {
        CaseNames.unknown(name, "change", among: changeNames)
    }

    /// Creates a webhook that receives every change.
    public init(name: String, url: String, secrets: [String]) {
        self.name = name
        self.url = url
        self.secrets = secrets
    }
}
#endif
