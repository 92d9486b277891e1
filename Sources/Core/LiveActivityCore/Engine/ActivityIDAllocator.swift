/// Allocates an engine's activity ids, so that no id is ever used twice.
///
/// An id names a slot and a generation. When an activity is dismissed its slot goes to a free list with the next generation, so
/// that a stale id is detected. The slot that was freed last is used first. So ids depend on the commands alone, and not on
/// when a store wrote.
///
/// A crash of a runtime with a store may take back ids that were given already. So the store counts the runs that ended without
/// being closed (`StoreHead.lostRuns`), and after such a run every slot skips `lostUsesMax` generations: more activities than
/// that never use one slot before the store has recorded them. A run that was closed has lost nothing, and nothing is skipped.
public enum ActivityIDAllocator {
    /// How many activities may use one slot one after the other before the store has recorded them. With 20 bits for the
    /// generation, a slot can be used again after about 4,000 crashes.
    static let lostUsesMax: UInt32 = 256

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

        package init(freed: [FreedSlot] = [], freeList: [UInt32] = []) {
            self.freed = freed
            self.freeList = freeList
        }
    }
}
