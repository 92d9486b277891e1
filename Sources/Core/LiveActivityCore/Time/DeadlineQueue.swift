/// A queue of deadlines, ordered by their dates, and by their activities' ids for equal dates.
///
/// It is a radix queue. Deadlines that are due soon are sorted. Later ones are unsorted, in buckets by the highest bit in which
/// their date differs from the end of the sorted part (`frontier`). A bucket is sorted, or split into smaller ones, only when
/// its time comes. So arming costs O(1), and a deadline is touched a few times, in sequence, before it is due. A binary heap
/// costs O(log n) for each, with a cache miss at nearly every level.
///
/// Entries are not cancelled. To move a deadline to a later date, leave its entry, and arm again when it comes up. To move it
/// to an earlier date, arm again, and drop the old entry when it comes up. The engine compares each entry with the date that is
/// currently armed.
@usableFromInline package struct DeadlineQueue {
    @usableFromInline package struct Entry: Comparable, Sendable {
        /// Seconds since 2001-01-01. Not NaN.
        @usableFromInline package var date: Double
        @usableFromInline package var id: ActivityID

        @inlinable @inline(__always)
        package static func < (left: Entry, right: Entry) -> Bool {
            left.date < right.date || (left.date == right.date && left.id < right.id)
        }
    }

    // 11 levels of 64 buckets split the 64 bits of a key.
    private static let digitBits: UInt64 = 6
    private static let bucketsPerLevel = 64
    private static let levels = 11
    /// A bucket no larger than this is sorted rather than split: sorting so few costs less than another pass over them.
    private static let sortedAtOnce = 4_096
    /// Up to this number, entries are sorted by insertion.
    private static let insertedAtOnce = 16
    /// The minimum number of entries that a refill sorts, if available: enough to prefetch rows.
    private static let sortedAhead = 256
    /// The capacity that an empty bucket may keep, in entries.
    private static let capacityKept = 1_024
    /// With more late arrivals than this, the queue is rebuilt with a new frontier.
    private static let lateMax = 4_096

    /// The entries due up to the frontier, sorted. The entries before `head` were removed.
    private var near: [Entry] = []
    private var head = 0
    // Buffers for sorting.
    private var dealt: [Entry] = []
    private var ends: [Int32] = []
    /// Entries armed after `near` was sorted, and due before the frontier.
    private var late = Heap<Entry>()
    /// Keys up to and including the frontier are in `near` or `late`, all others in `buckets`. It stays within the bucket it
    /// came from, as entries of one bucket would otherwise belong to two levels.
    private var frontier: UInt64 = 0
    private var buckets: [[Entry]] = Array(repeating: [], count: levels * bucketsPerLevel)
    /// For each level, one bit for each bucket that is not empty.
    private var occupied: [UInt64] = Array(repeating: 0, count: levels)

    /// The number of entries, including obsolete ones.
    private(set) var count = 0

    /// No entry is due before this; `infinity` if there is none. Exact after ``first()``.
    @usableFromInline private(set) var bound = Double.infinity

    package init() {}

    /// Adds an entry.
    ///
    /// - Parameter now: The current time, the frontier of an empty queue.
    package mutating func arm(_ id: ActivityID, at date: Double, now: Double) {
        if count == 0 { frontier = Self.key(now) }
        count += 1
        if date < bound { bound = date }
        let entry = Entry(date: date, id: id)
        let key = Self.key(date)
        if key > frontier {
            put(entry, key)
        } else {
            late.insert(entry)
            guard late.count > Self.lateMax else { return }
            // Many that are overdue, as of a kind whose provider was missing for long: a frontier at the current time would
            // leave them where they are, and the queue would be rebuilt for each further one.
            let isOverdue = late.least.map { $0.date < now } ?? false
            rebuild(from: isOverdue ? -.infinity : now) { _ in true }
        }
    }

    /// The earliest entry, without removing it.
    package mutating func first() -> Entry? {
        if head == near.count && late.isEmpty { refill(until: 0) }
        return soonest()
    }

    /// The earliest entry if it is due by `target`, without removing it. Sorts nothing that is due later.
    package mutating func first(until target: Double) -> Entry? {
        if head == near.count && late.isEmpty {
            guard let level = occupied.firstIndex(where: { $0 != 0 }) else {
                bound = .infinity
                return nil
            }
            let start = start(level, occupied[level].trailingZeroBitCount)
            let key = Self.key(target)
            guard start <= key else {
                bound = Self.date(start)
                return nil
            }
            refill(until: key)
        }
        guard let first = soonest(), first.date <= target else { return nil }
        return first
    }

    private mutating func soonest() -> Entry? {
        let soonest = head < near.count ? near[head] : nil
        let first: Entry? =
            if let soonest, let late = late.least {
                late < soonest ? late : soonest
            } else {
                soonest ?? late.least
            }
        bound = first?.date ?? .infinity
        return first
    }

    /// Calls `body` with up to `count` of the entries that come up next.
    @inline(__always)
    func forUpcoming(_ count: Int, _ body: (ActivityID) -> Void) {
        for index in head..<min(head + count, near.count) { body(near[index].id) }
    }

    /// Removes the entry that ``first()`` has just returned.
    package mutating func removeFirst() {
        count -= 1
        if head < near.count, late.least.map({ near[head] <= $0 }) ?? true { head += 1 } else { late.removeLeast() }
    }

    /// Removes the entries for which `isArmed` is `false`, and moves the frontier to `now`.
    mutating func rebuild(from now: Double, keeping isArmed: (Entry) -> Bool) {
        var all = Array(near[head...])
        all.append(contentsOf: late.elements)
        for bucket in buckets { all.append(contentsOf: bucket) }
        self = DeadlineQueue()
        frontier = Self.key(now)
        for entry in all where isArmed(entry) {
            count += 1
            if entry.date < bound { bound = entry.date }
            let key = Self.key(entry.date)
            if key > frontier { put(entry, key) } else { late.insert(entry) }
        }
    }

    func visit(_ body: (Entry) -> Void) {
        for entry in near[head...] { body(entry) }
        for entry in late.elements { body(entry) }
        for bucket in buckets { for entry in bucket { body(entry) } }
    }

    // MARK: - Buckets

    /// Increases with the date, over the whole range of `Double`.
    @inline(__always)
    private static func key(_ date: Double) -> UInt64 {
        let bits = date.bitPattern
        return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }

    /// The date of a key.
    private static func date(_ key: UInt64) -> Double { Double(bitPattern: key >> 63 == 1 ? key & ~(1 << 63) : ~key) }

    @inline(__always)
    private mutating func put(_ entry: Entry, _ key: UInt64) {
        let difference = (key ^ frontier) | 1
        let level = Int(UInt64(63 - difference.leadingZeroBitCount) / Self.digitBits)
        let digit = Int(truncatingIfNeeded: key >> (UInt64(level) * Self.digitBits)) & 63
        buckets[level * Self.bucketsPerLevel + digit].append(entry)
        occupied[level] |= 1 << UInt64(digit)
    }

    /// Moves the entries of the earliest buckets into `near`, sorted, splitting large buckets first.
    ///
    /// - Parameter target: Buckets that begin after this key are left, unless they have the first entry.
    private mutating func refill(until target: UInt64) {
        near.removeAll(keepingCapacity: true)
        head = 0
        while near.count < Self.sortedAhead, let level = occupied.firstIndex(where: { $0 != 0 }) {
            let digit = occupied[level].trailingZeroBitCount
            if !near.isEmpty, start(level, digit) > target { return }
            let index = level * Self.bucketsPerLevel + digit
            occupied[level] &= ~(1 << UInt64(digit))
            if level == 0 || buckets[index].count <= Self.sortedAtOnce {
                let start = near.count
                near.append(contentsOf: buckets[index])
                buckets[index].removeAll(keepingCapacity: buckets[index].capacity <= Self.capacityKept)
                sortNear(from: start)
                frontier = Self.key(near[near.count - 1].date)
                continue
            }
            var split: [Entry] = []
            swap(&split, &buckets[index])
            // The least key rather than the bucket's start: it skips the levels on which all of these agree.
            var least = UInt64.max
            for entry in split { least = min(least, Self.key(entry.date)) }
            frontier = least
            for entry in split { put(entry, Self.key(entry.date)) }
            split.removeAll(keepingCapacity: true)
            if split.capacity <= Self.capacityKept { swap(&split, &buckets[index]) }
        }
    }

    /// The least key that a bucket can hold.
    private func start(_ level: Int, _ digit: Int) -> UInt64 {
        let shift = UInt64(level) * Self.digitBits
        // The bits above the level are the frontier's; Swift's shift gives 0 if there are none.
        let above = (frontier >> (shift + Self.digitBits)) << Self.digitBits
        return (above | UInt64(digit)) << shift
    }

    /// Sorts the entries just appended to `near`, all of which are due after the earlier ones.
    ///
    /// Dates are mostly spread evenly, so they are distributed over as many bins as there are dates, by their relative
    /// position, and each bin is sorted separately.
    private mutating func sortNear(from start: Int) {
        let count = near.count - start
        guard count > Self.insertedAtOnce else {
            near.withUnsafeMutableBufferPointer { Self.insertionSort($0, start..<start + count) }
            return
        }
        var (least, most) = (near[start].date, near[start].date)
        for entry in near[start...] {
            least = min(least, entry.date)
            most = max(most, entry.date)
        }
        // Equal dates, and dates whose difference is not a number, are put into one bin.
        let scale = Double(count - 1) / (most - least)
        guard scale.isFinite, scale > 0 else { return near[start...].sort() }
        dealt.removeAll(keepingCapacity: true)
        dealt.append(contentsOf: near[start...])
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: count))
        near.withUnsafeMutableBufferPointer { near in
            ends.withUnsafeMutableBufferPointer { ends in
                for entry in dealt { ends[Int((entry.date - least) * scale)] += 1 }
                var end = start
                for bin in 0..<count {
                    let size = Int(ends[bin])
                    ends[bin] = Int32(truncatingIfNeeded: end)
                    end += size
                }
                for entry in dealt {
                    let bin = Int((entry.date - least) * scale)
                    near[Int(ends[bin])] = entry
                    ends[bin] += 1
                }
                var first = start
                for bin in 0..<count {
                    let end = Int(ends[bin])
                    if end - first > Self.insertedAtOnce {
                        near[first..<end].sort()
                    } else if end - first > 1 {
                        Self.insertionSort(near, first..<end)
                    }
                    first = end
                }
            }
        }
    }

    @inline(__always)
    private static func insertionSort(_ entries: UnsafeMutableBufferPointer<Entry>, _ range: Range<Int>) {
        var next = range.lowerBound + 1
        while next < range.upperBound {
            let entry = entries[next]
            var index = next
            while index > range.lowerBound, entry < entries[index - 1] {
                entries[index] = entries[index - 1]
                index -= 1
            }
            entries[index] = entry
            next += 1
        }
    }
}
