/// The data of one kind of Live Activity. As ActivityKit's.
///
/// The properties of the conforming type never change after the start; `ContentState` changes while the activity runs.
/// Both are encoded with ``/LiveActivityJSON/WireEncoder``, in the shape that an iPhone decodes, and together may not
/// exceed ``EngineLimits/payloadBytes``.
///
/// They must be values: copies of them are stored, compared and passed to other threads. The protocol does not ask for
/// `Sendable`, as ActivityKit's does not, because public structs that were written for iOS are rarely marked as such. Their
/// conformances may be isolated to the main actor, as those of a module with that default isolation are; they are called on any
/// thread all the same, so coding and comparing such a value must not use what belongs to the main actor.
public protocol ActivityAttributes: Codable {
    /// What the surfaces show. An update to an equal value makes no change.
    associatedtype ContentState: Codable, Hashable
}
