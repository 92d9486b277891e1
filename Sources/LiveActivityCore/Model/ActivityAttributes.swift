/// The data of one kind of Live Activity: the conforming type's own properties never change once the activity has
/// started; `ContentState` is what changes while it runs.
///
/// Both are encoded with ``JanssonEncoder`` in the shape that an iPhone decodes (WIRE-01), and together they may not be
/// larger than ``EngineLimits/payloadBytes``.
public protocol ActivityAttributes: Codable, Sendable {
    /// What the surfaces show. Equal values are not shown twice: an update that leaves the content equal gives no change.
    associatedtype ContentState: Codable, Hashable, Sendable
}
