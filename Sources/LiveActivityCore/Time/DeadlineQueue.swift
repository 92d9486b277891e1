/// Deadlines in order of their date, and of their activity's id where dates are equal.
///
/// A radix queue: what is due soon stands sorted, what is due later lies unsorted in buckets by the highest bits in which its date
/// differs from the sorted part's end (`frontier`), and a bucket is sorted, or split into smaller ones, only when its time
/// comes. So arming costs O(1), and each deadline is touched a handful of times, in sequence, before it is due.
///
/// There is no cancelling. Who moves a deadline to later leaves the entry and re-arms when it comes up; who moves it to earlier
/// arms again and drops the old entry when that comes up. Both are told by comparing the entry with what is armed now.
@usableFromInline struct DeadlineQueue {
    @usableFromInline struct Entry {
        /// Seconds since 2001-01-01. Not NaN.
        @usableFromInline var date: Double
        @usableFromInline var id: ActivityID

        @inline(__always)
        static func precedes(_ left: Entry, _ right: Entry) -> Bool {
            left.date < right.date || (left.date == right.date && left.id < right.id)
        }
    }

    // 11 levels of 64 buckets split the 64 bits of a key.
    private static let digitBits: UInt64 = 6
    private static let bucketsPerLevel = 64
    private static let levels = 11
    /// A bucket no larger than this is sorted rather than split: sorting so few costs less than another pass over them.
    private static let sortedAtOnce = 64
    /// More late arrivals than this before the frontier are worth a new frontier.
    private static let lateMax = 4_096

    /// Due before the frontier; the earliest stands last.
    private var near: [Entry] = []
    /// Armed after `near` was sorted, and due before the frontier; a binary heap.
    private var late: [Entry] = []
    /// Keys up to and including it are in `near` or `late`, all others in `buckets`. It never leaves the bucket it came from,
    /// or entries of one bucket would belong to two levels.
    private var frontier: UInt64 = 0
    private var buckets: [[Entry]] = Array(repeating: [], count: levels * bucketsPerLevel)
    /// One bit for each bucket of a level that holds anything.
    private var occupied: [UInt64] = Array(repeating: 0, count: levels)

    /// How many entries there are, dropped ones included.
    private(set) var count = 0

    /// No entry is due before this; `infinity` if there is none. Exact after ``first()``.
    @usableFromInline private(set) var bound = Double.infinity

    /// - Parameter now: No deadline armed from now on is before it, or it does not matter when exactly.
    mutating func arm(_ id: ActivityID, at date: Double, now: Double) {
        if count == 0 { frontier = Self.key(now) }
        count += 1
        if date < bound { bound = date }
        let entry = Entry(date: date, id: id)
        let key = Self.key(date)
        if key > frontier {
            put(entry, key)
        } else {
            pushLate(entry)
            if late.count > Self.lateMax { rebuild(from: now) { _ in true } }
        }
    }

    /// The earliest entry, which stays.
    mutating func first() -> Entry? {
        if near.isEmpty && late.isEmpty { refill() }
        let first: Entry? =
            if let near = near.last, let late = late.first {
                Entry.precedes(late, near) ? late : near
            } else {
                near.last ?? late.first
            }
        bound = first?.date ?? .infinity
        return first
    }

    /// Takes the entry out that ``first()`` has just given.
    mutating func removeFirst() {
        count -= 1
        guard let soonest = near.last else { return popLate() }
        if let late = late.first, Entry.precedes(late, soonest) { popLate() } else { near.removeLast() }
    }

    /// Keeps the entries that `isArmed` says are worth it, with the frontier where it serves best.
    mutating func rebuild(from now: Double, keeping isArmed: (Entry) -> Bool) {
        var all = near
        all.append(contentsOf: late)
        for bucket in buckets { all.append(contentsOf: bucket) }
        self = DeadlineQueue()
        frontier = Self.key(now)
        for entry in all where isArmed(entry) {
            count += 1
            if entry.date < bound { bound = entry.date }
            let key = Self.key(entry.date)
            if key > frontier { put(entry, key) } else { pushLate(entry) }
        }
    }

    func forEach(_ body: (Entry) -> Void) {
        for entry in near { body(entry) }
        for entry in late { body(entry) }
        for bucket in buckets { for entry in bucket { body(entry) } }
    }

    // MARK: - Buckets

    /// Grows with the date, over the whole range of `Double`.
    @inline(__always)
    private static func key(_ date: Double) -> UInt64 {
        let bits = date.bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    @inline(__always)
    private mutating func put(_ entry: Entry, _ key: UInt64) {
        let difference = (key ^ frontier) | 1
        let level = Int(UInt64(63 - difference.leadingZeroBitCount) / Self.digitBits)
        let digit = Int(truncatingIfNeeded: key >> (UInt64(level) * Self.digitBits)) & 63
        buckets[level * Self.bucketsPerLevel + digit].append(entry)
        occupied[level] |= 1 << UInt64(digit)
    }

    /// Moves the earliest bucket's entries into `near`, sorted, splitting it until that is little work.
    private mutating func refill() {
        while let level = occupied.firstIndex(where: { $0 != 0 }) {
            let digit = occupied[level].trailingZeroBitCount
            let place = level * Self.bucketsPerLevel + digit
            occupied[level] &= ~(1 << UInt64(digit))
            if level == 0 || buckets[place].count <= Self.sortedAtOnce {
                swap(&near, &buckets[place])
                near.sort { Entry.precedes($1, $0) }
                frontier = Self.key(near[0].date)
                return
            }
            var split: [Entry] = []
            swap(&split, &buckets[place])
            // The least key, not the bucket's start: it skips the levels on which all of these agree.
            var least = UInt64.max
            for entry in split { least = min(least, Self.key(entry.date)) }
            frontier = least
            for entry in split { put(entry, Self.key(entry.date)) }
            split.removeAll(keepingCapacity: true)
            if split.capacity <= 1_024 { swap(&split, &buckets[place]) }
        }
    }

    // MARK: - The heap of late arrivals

    private mutating func pushLate(_ entry: Entry) {
        late.append(entry)
        var child = late.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard Entry.precedes(late[child], late[parent]) else { return }
            late.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func popLate() {
        let last = late.removeLast()
        guard !late.isEmpty else { return }
        late[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < late.count else { return }
            if child + 1 < late.count, Entry.precedes(late[child + 1], late[child]) { child += 1 }
            guard Entry.precedes(late[child], late[parent]) else { return }
            late.swapAt(child, parent)
            parent = child
        }
    }
}
