/// Values by activity: a hash table with linear probing.
///
/// `Dictionary` hashes with SipHash, which protects against keys chosen by an attacker and takes longer than the look-up
/// itself; the engine assigns its own ids. Also, `Dictionary` has keys and values in two arrays; here an entry is within one
/// cache line. Used where every change needs a look-up.
@usableFromInline package struct ActivityTable<Value> {
    @usableFromInline struct Entry {
        @usableFromInline let key: ActivityID
        @usableFromInline var value: Value

        @inlinable init(key: ActivityID, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// The entries. Their number is a power of two, at most three quarters of them in use; or 0.
    @usableFromInline var entries: [Entry?] = []
    @usableFromInline var shift = 64
    @usableFromInline package var count = 0

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    /// Starts loading the entry of an activity from memory, without waiting for it.
    ///
    /// - Returns: A meaningless byte. The compiler keeps a load only if its result is returned.
    @inlinable package func prefetch(_ key: ActivityID) -> UInt8 {
        guard count > 0 else { return 0 }
        let (start, stride) = (home(of: key), MemoryLayout<Entry?>.stride)
        // Read as bytes: testing the optional would wait for the load. An entry may span two cache lines.
        return entries.withUnsafeBytes { $0[start &* stride] ^ $0[start &* stride &+ stride &- 1] }
    }

    /// The position of an activity's value, valid until the table changes; `nil` if the activity is not in the table.
    @inlinable package func position(of key: ActivityID) -> Int? {
        guard count > 0 else { return nil }
        var position = home(of: key)
        while let entry = entries[position] {
            if entry.key == key { return position }
            position = (position &+ 1) & (entries.count &- 1)
        }
        return nil
    }

    /// The value at a position returned by ``position(of:)``.
    @inlinable package subscript(at position: Int) -> Value {
        get { entries[position].unsafelyUnwrapped.value }
        _modify { yield &entries[position]!.value }
    }

    @inlinable package subscript(key: ActivityID) -> Value? { position(of: key).map { self[at: $0] } }

    /// Sets the value of an activity.
    @inlinable package mutating func set(_ value: Value, for key: ActivityID) {
        if let position = position(of: key) {
            self[at: position] = value
            return
        }
        if (count + 1) * 4 > entries.count * 3 { grow() }
        insert(Entry(key: key, value: value))
        count += 1
    }

    @inlinable package mutating func remove(_ key: ActivityID) {
        guard var hole = position(of: key) else { return }
        count -= 1
        let mask = entries.count &- 1
        // Later entries are moved into the hole, so that no search ends too early.
        var position = hole
        while true {
            position = (position &+ 1) & mask
            guard let entry = entries[position] else { break }
            let distance = (position &- home(of: entry.key)) & mask
            if distance >= (position &- hole) & mask {
                entries[hole] = entry
                hole = position
            }
        }
        entries[hole] = nil
    }

    @inlinable package mutating func removeAll() { self = ActivityTable() }

    /// The activities with a value, in arbitrary order.
    package var keys: [ActivityID] { entries.compactMap { $0?.key } }

    /// Multiplied by the golden ratio, so that the upper bits depend on all bits of the id.
    @inlinable func home(of key: ActivityID) -> Int {
        Int(truncatingIfNeeded: (key.rawValue &* 0x9E37_79B9_7F4A_7C15) &>> UInt64(shift))
    }

    @inlinable mutating func insert(_ entry: Entry) {
        var position = home(of: entry.key)
        while entries[position] != nil { position = (position &+ 1) & (entries.count &- 1) }
        entries[position] = entry
    }

    @inlinable mutating func grow() {
        let old = entries
        let capacity = max(8, old.count * 2)
        entries = Array(repeating: nil, count: capacity)
        shift = 64 - capacity.trailingZeroBitCount
        for case let entry? in old { insert(entry) }
    }
}

extension ActivityTable: Sendable where Value: Sendable {}
extension ActivityTable.Entry: Sendable where Value: Sendable {}
