/// The data of one kind of Live Activity: the conforming type's own properties never change once the activity has
/// started; `ContentState` is what changes while it runs.
///
/// Both are encoded with ``/LiveActivityJSON/WireEncoder`` in the shape that an iPhone decodes (WIRE-01), and together they may not be
/// larger than ``EngineLimits/payloadBytes``.
///
/// They must be values: copies of them are kept, compared and handed to other threads. The protocol does not ask for
/// `Sendable`, as ActivityKit's does not, because a public struct written for iOS rarely says that it is.
public protocol ActivityAttributes: Codable, SendableMetatype {
    /// What the surfaces show. Equal values are not shown twice: an update that leaves the content equal gives no change.
    associatedtype ContentState: Codable, Hashable, SendableMetatype
}
