/// The data of one kind of Live Activity, as in ActivityKit.
///
/// The properties of the conforming type never change after the start; `ContentState` changes while the activity runs. Both are
/// encoded with ``/LiveActivityJSON/WireEncoder``, in the form that an iPhone decodes, and together must not exceed
/// ``EngineLimits/payloadBytes``.
///
/// They must be values: copies of them are stored, compared and passed to other threads. The protocol does not require
/// `Sendable`, like ActivityKit's, because public structs written for iOS are rarely marked as such. Conformances may be
/// isolated to the main actor, as in a module with that default isolation; they are nevertheless called on any thread, so
/// encoding, decoding and comparing such a value must not use state of the main actor.
public protocol ActivityAttributes: Codable {
    /// The values that the surfaces show. An update to an equal value makes no change.
    associatedtype ContentState: Codable, Hashable
}
