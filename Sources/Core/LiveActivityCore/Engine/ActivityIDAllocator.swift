/// How an engine allocates activity ids, so that none is ever given twice.
///
/// An id names a slot and a generation. When an activity is dismissed its slot goes to a free list with the next generation, so that a
/// stale id is detected. With a store, a freed slot is first quarantined: until the store has the dismissal, a crash could bring the
/// old activity back into the slot.
public enum ActivityIDAllocator {
    /// A slot whose activity was dismissed. Opaque: save it, and give it back unchanged.
    public struct FreedSlot: Codable, Hashable, Sendable {
        package var index: Int
        /// Of the next activity there.
        package var generation: UInt32
        /// How many activities may still use the slot. At 0 it is not used again, as its generations are used up.
        package var usesLeft: UInt32

        package init(index: Int, generation: UInt32, usesLeft: UInt32) {
            self.index = index
            self.generation = generation
            self.usesLeft = usesLeft
        }
    }

    /// Which ids of a kind were given. Opaque: save it with the activities, and give it back unchanged.
    public struct State: Codable, Hashable, Sendable {
        package var freed: [FreedSlot] = []
        /// The slots of `freed` to use again, by index; the last is used first.
        package var freeList: [UInt32] = []
        /// How many slots at the end of `freeList` are quarantined, as the sequences of their dismissals.
        package var quarantined: [UInt64]?

        package init(freed: [FreedSlot] = [], freeList: [UInt32] = []) {
            self.freed = freed
            self.freeList = freeList
        }
    }
}
