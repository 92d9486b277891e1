import LiveActivityCore

/// A slot from which an activity was dismissed, so that its id is never given again.
///
/// A store writes it as it is (`Codable`), by ``slot``; what is in it means something only to an engine.
public struct FreedSlotRecord: Codable, Hashable, Sendable {
    /// An id's bits without its generation: the same for all activities that ever used the slot.
    public var slot: UInt64
    /// Of the next activity there.
    package var generation: UInt32
    package var usesLeft: UInt32
    /// Grows with each dismissal of a shard: the slot that was freed last is used first.
    package var order: UInt64
    /// How many runs were lost (``StoreHead/lostRuns``) when it was freed.
    package var lostRuns: UInt64

    package init(slot: UInt64, generation: UInt32, usesLeft: UInt32, order: UInt64, lostRuns: UInt64) {
        self.slot = slot
        self.generation = generation
        self.usesLeft = usesLeft
        self.order = order
        self.lostRuns = lostRuns
    }
}
