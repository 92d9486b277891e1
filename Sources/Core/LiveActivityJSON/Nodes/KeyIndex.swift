/// Finds a member of a large object by its name without scanning all members.
///
/// It is not used for small objects: comparing sixteen names takes less time than hashing one. The hash is Swift's own, seeded
/// differently in every process, because names may come from outside and must not be able to cause collisions. No output
/// depends on the hashes.
struct KeyIndex {
    /// The minimum number of members for which an object is indexed.
    static let threshold = 16

    private struct Slot {
        var owner: UInt32
        var child: UInt32
        var hash: UInt32
        static let empty = Slot(owner: 0, child: 0, hash: 0)
    }

    private var slots: [Slot] = []
    private var used = 0

    /// The member `key` of the object `owner`; `nil` if it is not indexed.
    func find(
        _ key: UnsafeBufferPointer<UInt8>, in owner: Int, nodes: UnsafePointer<Node>, bytes: UnsafePointer<UInt8>
    ) -> Int? {
        guard used > 0 else { return nil }
        let hash = Self.hash(key, owner)
        var place = Int(hash) & (slots.count - 1)
        while slots[place].child != 0 {
            let slot = slots[place]
            if slot.hash == hash, slot.owner == owner {
                let range = nodes[Int(slot.child)].key
                if isEqual(bytes + Int(range.offset), Int(range.length), key) { return Int(slot.child) }
            }
            place = (place + 1) & (slots.count - 1)
        }
        return nil
    }

    mutating func insert(_ child: Int, called key: UnsafeBufferPointer<UInt8>, in owner: Int) {
        if used * 2 >= slots.count { grow() }
        put(Slot(owner: UInt32(owner), child: UInt32(child), hash: Self.hash(key, owner)))
        used += 1
    }

    /// Replaces `old` by `new` in the index. Both have the same name.
    mutating func replace(_ old: Int, by new: Int, called key: UnsafeBufferPointer<UInt8>, in owner: Int) {
        var place = Int(Self.hash(key, owner)) & (slots.count - 1)
        while slots[place].child != 0, slots[place].child != old { place = (place + 1) & (slots.count - 1) }
        slots[place].child = UInt32(new)
    }

    mutating func removeAll() {
        guard used > 0 else { return }
        used = 0
        if slots.count > 1024 {
            slots = []
        } else {
            for place in slots.indices { slots[place] = .empty }
        }
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: .empty, count: max(64, old.count * 2))
        for slot in old where slot.child != 0 { put(slot) }
    }

    private mutating func put(_ slot: Slot) {
        var place = Int(slot.hash) & (slots.count - 1)
        while slots[place].child != 0 { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
    }

    private static func hash(_ key: UnsafeBufferPointer<UInt8>, _ owner: Int) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(owner)
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
