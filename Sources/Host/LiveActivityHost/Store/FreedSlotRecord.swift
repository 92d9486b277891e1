import LiveActivityCore

/// A slot from which an activity was dismissed, recorded so that its id is never assigned again.
///
/// A store writes it unchanged (`Codable`), by ``slot``; only an engine interprets its contents.
public struct FreedSlotRecord: Codable, Hashable, Sendable {
    /// An id's bits without its generation: the same for all activities that ever used the slot.
    public var slot: UInt64
    /// The generation of the slot's next activity.
    package var generation: UInt32
    package var usesLeft: UInt32
    /// Increases with each dismissal of a shard: the most recently freed slot is used first.
    package var order: UInt64
    /// The number of lost runs (``StoreHead/lostRuns``) when it was freed.
    package var lostRuns: UInt64

    package init(slot: UInt64, generation: UInt32, usesLeft: UInt32, order: UInt64, lostRuns: UInt64) {
        self.slot = slot
        self.generation = generation
        self.usesLeft = usesLeft
        self.order = order
        self.lostRuns = lostRuns
    }
}
