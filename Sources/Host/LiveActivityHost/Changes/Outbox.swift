package import LiveActivityCore

/// The changes of one shard that wait for named consumers to acknowledge them. A part of ``Host``.
///
/// For each activity it keeps the newest change of each sort until all consumers have acknowledged it, and the update to which
/// the newest alert belongs; for a dismissed activity only the dismissal. So it holds a few changes for each activity, however
/// far a consumer lags behind, and one for each dismissed activity. Beyond ``limit`` the oldest is dropped.
///
/// While there is a consumer of every change (``ConsumerName/keepsEvery``), nothing is replaced until ``everyLimit`` changes
/// wait.
///
/// Every command passes through it while there is a consumer, so a change costs one look-up by its activity, and nothing that
/// grows with the number of changes: changes are in an array in order, in which a removed one leaves a hole until the array is
/// compacted.
@usableFromInline package struct Outbox: Sendable {
    /// The maximum number of changes. Each has at most ``/LiveActivityCore/EngineLimits/payloadBytes`` of content.
    package static let limit = 1_000_000
    /// The maximum number of changes that wait for a consumer of every change. Beyond it newer changes replace older ones,
    /// which count as ``missed``. At 4 KiB each they take 64 MiB.
    package static let everyLimit = 16_384

    /// The changes, the smallest sequence first. Before `head` there are only holes.
    private var entries: [Entry] = []
    private var head = 0
    private var count = 0
    /// The number of entries removed from the beginning of the array: an entry's index is its number minus this.
    private var offset = 0
    /// By activity: the numbers of the entries of its changes.
    private var newest = ActivityTable<Newest>()

    /// The sequence up to which everything is stored. Later changes are not passed to consumers yet, as a crash could undo
    /// them.
    package private(set) var written: UInt64 = 0
    /// The number of the first entry that has not been in a batch.
    private var untaken = 0
    /// The sequences of changes that are in the store but were removed here.
    private var forgotten: [UInt64] = []
    /// The sequence up to which the next batch deletes changes; `nil` if it deletes none.
    private var beginning: UInt64?

    private var acknowledged: [ConsumerName: UInt64] = [:]
    /// Whether there is a consumer of every change.
    private var keepsEvery = false

    /// The number of changes dropped because of ``limit`` and ``everyLimit``.
    package private(set) var missed = 0

    private struct Entry {
        var sequence: UInt64
        /// The change; `nil` in a hole.
        var change: SharedChange?
    }

    /// The sorts of changes: a newer change replaces an older one of the same activity and sort.
    private enum Sort: Int {
        case scheduled, started, updated, alerted, staleness, ended, dismissed
        /// The update just before the newest alert. A newer update does not replace it, so that a consumer that gets the alert
        /// has its content.
        case alertedUpdate

        init?(_ what: Change.What) {
            switch what {
            case .scheduled: self = .scheduled
            case .started: self = .started
            case .updated: self = .updated
            case .alerted: self = .alerted
            case .becameStale, .becameActive: self = .staleness
            case .ended: self = .ended
            case .dismissed: self = .dismissed
            default: return nil
            }
        }
    }

    /// The numbers of the entries of one activity's changes, by sort; -1 for no entry.
    private struct Newest {
        private var numbers = SIMD8<Int>(repeating: -1)

        subscript(_ sort: Sort) -> Int {
            get { numbers[sort.rawValue] }
            set { numbers[sort.rawValue] = newValue }
        }

        var all: [Int] { numbers.indices.map { numbers[$0] }.filter { $0 >= 0 } }
        var isEmpty: Bool { numbers == SIMD8(repeating: -1) }

        /// Adds a change.
        ///
        /// - Returns: The numbers of the changes that it replaces; -1 for none.
        mutating func add(_ number: Int, _ sort: Sort) -> (Int, Int) {
            var replaced = (self[sort], -1)
            self[sort] = number
            if sort == .alerted, self[.updated] >= 0 {
                replaced.1 = self[.alertedUpdate]
                self[.alertedUpdate] = self[.updated]
                self[.updated] = -1
            }
            return replaced
        }

        /// - Returns: Whether the change was in the outbox.
        mutating func remove(_ number: Int, _ sort: Sort) -> Bool {
            let sort = sort == .updated && self[.alertedUpdate] == number ? .alertedUpdate : sort
            guard self[sort] == number else { return false }
            self[sort] = -1
            return true
        }
    }

    /// - Parameter written: The sequence of the last change that is in the store.
    init(written: UInt64) { self.written = written }

    var isUnwritten: Bool { untaken < offset + entries.count || !forgotten.isEmpty || beginning != nil }

    // MARK: - The engine's side

    /// - Parameter value: Builds the change as a value that all readers share. Not called for a change that no consumer gets.
    mutating func append(_ pending: borrowing PendingChange, _ value: (borrowing PendingChange) -> SharedChange) {
        guard !acknowledged.isEmpty, let sort = pending.isUpdate ? .updated : Sort(pending.what) else { return }
        append(value(pending), sort)
    }

    /// Adds a change from the store.
    mutating func restore(_ change: Change) {
        guard let sort = Sort(change.what) else { return }
        append(SharedChange(change), sort)
        untaken = offset + entries.count
    }

    private mutating func append(_ change: SharedChange, _ sort: Sort) {
        let (number, activity) = (offset + entries.count, change.value.activity)
        var numbers = newest[activity] ?? Newest()
        if sort == .dismissed {
            for older in numbers.all { replace(older) }
            numbers = Newest()
        }
        let replaced = numbers.add(number, sort)
        replace(replaced.0)
        replace(replaced.1)
        newest.set(numbers, for: activity)
        entries.append(Entry(sequence: change.value.sequence, change: change))
        count += 1
        if count > Self.limit { dropOldest() }
        compactIfSparse()
    }

    /// Removes a change that a newer one replaces, unless there is a consumer of every change.
    private mutating func replace(_ number: Int) {
        guard !keepsEvery || count >= Self.everyLimit else { return }
        let index = number - offset
        guard entries.indices.contains(index), entries[index].change != nil else { return }
        if keepsEvery { missed += 1 }
        entries[index].change = nil
        count -= 1
        if number < untaken { forgotten.append(entries[index].sequence) }
    }

    /// Removes a change with the entries that refer to it.
    private mutating func remove(at index: Int) {
        guard let change = entries[index].change, let sort = Sort(change.value.what) else { return }
        entries[index].change = nil
        count -= 1
        let activity = change.value.activity
        guard var numbers = newest[activity], numbers.remove(offset + index, sort) else { return }
        if numbers.isEmpty { newest.remove(activity) } else { newest.set(numbers, for: activity) }
    }

    private mutating func dropOldest() {
        while head < entries.count {
            let index = head
            head += 1
            guard entries[index].change != nil else { continue }
            if offset + index < untaken { forgotten.append(entries[index].sequence) }
            remove(at: index)
            missed += 1
            return
        }
    }

    /// Removes the holes if they outnumber the changes.
    private mutating func compactIfSparse() {
        guard entries.count > 2 * count + 1_024 else { return }
        let firstUntaken = max(untaken - offset, 0)
        let taken = entries[..<min(firstUntaken, entries.count)].filter { $0.change != nil }
        let untakenOnes = entries[min(firstUntaken, entries.count)...].filter { $0.change != nil }
        entries = taken + untakenOnes
        head = 0
        offset = 0
        untaken = taken.count
        newest.removeAll()
        for (number, entry) in entries.enumerated() {
            guard let change = entry.change, let sort = Sort(change.value.what) else { continue }
            var numbers = newest[change.value.activity] ?? Newest()
            _ = numbers.add(number, sort)
            newest.set(numbers, for: change.value.activity)
        }
    }

    // MARK: - The store's side

    mutating func take(into pending: inout PendingShard) {
        pending.consumerChanges = entries[max(untaken - offset, head)...].compactMap(\.change)
        let end = beginning ?? 0
        pending.forgottenConsumerChanges = forgotten.filter { $0 > end }.sorted().map {
            ChangePosition(shard: pending.index, sequence: $0)
        }
        pending.consumerChangeBeginning = beginning
        untaken = offset + entries.count
        forgotten = []
        beginning = nil
    }

    mutating func putBack(_ pending: PendingShard) {
        if let first = pending.consumerChanges.first { untaken = min(untaken, offset + index(after: first.value.sequence - 1)) }
        // A change that was removed meanwhile is in `forgotten` too. Deleting a change that was never written is harmless.
        forgotten += pending.forgottenConsumerChanges.map(\.sequence)
        beginning = beginning ?? pending.consumerChangeBeginning
    }

    mutating func wasPersisted(upTo sequence: UInt64) { written = max(written, sequence) }

    // MARK: - The consumers' side

    /// - Parameter sequence: The sequence up to which it has acknowledged changes.
    mutating func add(_ name: ConsumerName, acknowledged sequence: UInt64) {
        acknowledged[name] = sequence
        keepsEvery = keepsEvery || name.keepsEvery
    }

    mutating func remove(_ name: ConsumerName) {
        acknowledged[name] = nil
        keepsEvery = acknowledged.keys.contains { $0.keepsEvery }
        prune()
    }

    package func position(of name: ConsumerName) -> UInt64? { acknowledged[name] }

    /// The first changes after `position` that are in the store, at most `count`.
    package func next(_ count: Int, after position: UInt64) -> [Change] {
        var found: [Change] = []
        var index = index(after: position)
        while index < entries.count, entries[index].sequence <= written, found.count < count {
            if let change = entries[index].change { found.append(change.value) }
            index += 1
        }
        return found
    }

    /// The index of the first entry with a greater sequence.
    private func index(after position: UInt64) -> Int {
        var low = head
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].sequence <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The number of changes that each consumer has not acknowledged.
    package var waiting: [ConsumerName: Int] {
        let slowest = acknowledged.values.min()
        return acknowledged.mapValues { position in
            // Changes that the slowest consumer has acknowledged have been removed.
            position == slowest ? count : entries[index(after: position)...].count { $0.change != nil }
        }
    }

    /// - Returns: Whether the acknowledged position has advanced.
    mutating func acknowledge(_ name: ConsumerName, upTo sequence: UInt64) -> Bool {
        guard let before = acknowledged[name], sequence > before, sequence <= written else { return false }
        acknowledged[name] = sequence
        prune()
        return true
    }

    /// Removes the changes that all consumers have acknowledged.
    private mutating func prune() {
        let done = acknowledged.values.min() ?? .max
        let first = head
        while head < entries.count, entries[head].sequence <= done {
            remove(at: head)
            head += 1
        }
        guard head > first else { return }
        // The store deletes them by their last sequence, together with all holes before it.
        beginning = entries[head - 1].sequence
        guard head > 1_024, head > entries.count / 2 else { return }
        entries.removeFirst(head)
        offset += head
        head = 0
    }
}
