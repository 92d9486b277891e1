/// Allocates an engine's activity ids, so that no id is ever used twice.
///
/// An id contains a slot and a generation. When an activity is dismissed, its slot is added to a free list with the next
/// generation, so that a stale id is detected. The most recently freed slot is used first. So ids depend on the commands only,
/// not on when a store wrote.
///
/// A crash of a runtime with a store may lose the record of ids that were already assigned. So the store counts the runs that
/// ended without being closed (`StoreHead.lostRuns`), and after such a run every slot skips `lostUsesMax` generations, which is
/// more than can use one slot before the store has recorded them. A run that was closed has lost nothing, and nothing is
/// skipped.
public enum ActivityIDAllocator {
    /// The maximum number of activities that may use one slot in sequence before the store has recorded them. With 20 bits for
    /// the generation, a slot is exhausted after about 4,000 crashes.
    static let lostUsesMax: UInt32 = 256

    /// A slot whose activity was dismissed. Opaque: store it, and pass it back unchanged.
    public struct FreedSlot: Codable, Hashable, Sendable {
        package var index: Int
        /// The generation of the slot's next activity.
        package var generation: UInt32
        /// The number of activities that may still use the slot. At 0 its generations are used up, and it is not used again.
        package var usesLeft: UInt32

        package init(index: Int, generation: UInt32, usesLeft: UInt32) {
            self.index = index
            self.generation = generation
            self.usesLeft = usesLeft
        }
    }

    /// The ids of a kind that were assigned. Opaque: store it with the activities, and pass it back unchanged.
    public struct State: Codable, Hashable, Sendable {
        package var freed: [FreedSlot] = []
        /// The indices in `freed` of the slots to reuse; the last is used first.
        package var freeList: [UInt32] = []

        package init(freed: [FreedSlot] = [], freeList: [UInt32] = []) {
            self.freed = freed
            self.freeList = freeList
        }
    }
}
