public import LiveActivityCore

/// The limits of the commands that a runtime with a store records, so that they can be replayed
/// (``ActivityStore/replay(with:)``).
///
/// The cost: each command is also written as JSON, and from time to time, also when a store is opened, a snapshot of each
/// shard, which is as large as its activities. A shard's snapshots together are at most 64 MiB or, if larger, twice the newest;
/// if openings are very frequent, fewer commands are recorded.
public struct JournalLimits: Hashable, Sendable {
    /// The maximum number of recorded commands of each shard, over all openings of the store together. Once that many were
    /// recorded, at least half as many are always kept.
    public var entries: Int
    /// The maximum age of a recorded command, in seconds; older ones are dropped when a later command is recorded.
    public var age: TimeInterval

    /// Creates limits: by default 100,000 commands and one day for each shard.
    public init(entries: Int = 100_000, age: TimeInterval = 86_400) {
        precondition(entries > 1 && age > 0, "a journal of \(entries) entries and \(age) seconds would record nothing")
        self.entries = entries
        self.age = age
    }
}

/// A command in the form in which the journal records it.
@usableFromInline package struct Journaled: Sendable {
    package var command: Command
    /// Whether only ActivityKit's checks were applied (``JournalEntry/isLenient``).
    package var isLenient = false
    /// Whether the command was part of a group whose outcomes were only counted.
    package var isOneOfMany = false

    @usableFromInline package init(_ command: Command, isLenient: Bool = false, isOneOfMany: Bool = false) {
        self.command = command
        self.isLenient = isLenient
        self.isOneOfMany = isOneOfMany
    }
}

/// The recorded commands of a shard that are not written yet. A part of ``Host``.
///
/// A journal consists of parts, each of which begins with a snapshot of the shard: one for each opening of the store, and a new
/// one when a quarter of the limit of entries or age is reached. When a part begins, the oldest parts that are no longer needed
/// are deleted.
@usableFromInline package struct Journal {
    struct Part: Sendable {
        /// The number of the part's first entry.
        var number: UInt64
        /// The time at which the part began.
        var beginning: Date
        /// The time of its last entry.
        var latest: Date
        /// The size of its snapshot in bytes.
        var bytes: Int
    }

    /// The maximum size of all snapshots together, unless the newest alone is more than half as large.
    private static let snapshotBytesMax = 64 << 20

    let limits: JournalLimits
    private let shard: Int
    private let run: UInt64
    private let configuration: JSONText
    private let encoder = WireEncoder()

    /// The number of the next entry.
    private(set) var number: UInt64
    /// The parts, oldest first.
    private var parts: [Part]
    private var needsBase = true

    private var bases: [JournalBase] = []
    private var entries: [JournalEntry] = []
    private var beginning: UInt64?

    /// - Parameter parts: The stored parts, oldest first.
    init(
        _ limits: JournalLimits, shard: Int, run: UInt64, configuration: EngineConfiguration, next number: UInt64,
        parts: [Part]
    ) {
        self.limits = limits
        self.shard = shard
        self.run = run
        self.number = number
        self.parts = parts
        encoder.userInfo[.exactDates] = true
        // A configuration that cannot be encoded has a number that is not finite; nothing could be replayed with it.
        self.configuration = (try? encoder.encode(configuration)).map { JSONText(trusted: $0) } ?? JSONText(.null)
    }

    /// Whether so many entries wait that they must be written even if no command changes anything.
    var isFull: Bool { entries.count >= 1_000 }
    var isEmpty: Bool { entries.isEmpty && bases.isEmpty }

    /// Begins a new part with the next command, because something happened that a replay could not repeat.
    package mutating func breakOff() { needsBase = true }

    /// A quarter of the limit, so that at least half of it is left when the oldest part is deleted.
    private var isPartFull: Bool { parts.last.map { number - $0.number >= UInt64(max(limits.entries / 4, 1)) } == true }

    /// Begins a new part before a command, if one is due.
    mutating func prepare(_ engine: borrowing Engine, at now: Date) {
        // An implausible reading of the clock must not make parts old.
        let isOld = parts.last.map { now.timeIntervalSince($0.beginning) > limits.age / 4 } == true
        if isPartFull || (isOld && (try? engine.checkTime(now)) != nil) { needsBase = true }
        guard needsBase, let snapshot = try? engine.snapshot(), let text = try? encoder.encode(snapshot) else { return }
        needsBase = false
        bases.append(
            JournalBase(
                shard: shard, number: number, run: run, configuration: configuration, snapshot: JSONText(trusted: text)))
        // Nothing was recorded since the last snapshot, so the new one replaces it.
        if parts.last?.number == number { parts.removeLast() }
        parts.append(Part(number: number, beginning: now, latest: now, bytes: text.count))
        while parts.count > 1, isOldestForgotten(at: now) {
            parts.removeFirst()
            beginning = parts[0].number
        }
    }

    private func isOldestForgotten(at now: Date) -> Bool {
        if number - parts[1].number >= UInt64(limits.entries / 2) { return true }
        if now.timeIntervalSince(parts[0].latest) > limits.age { return true }
        let bytes = parts.reduce(0) { $0 + $1.bytes }
        return parts.count > 2 && bytes > max(Self.snapshotBytesMax, 2 * parts[parts.count - 1].bytes)
    }

    mutating func append(_ journaled: Journaled, at now: Date, _ outcome: JournalOutcome, sequence: UInt64) {
        // Entries between two commands, and batches, may fill the part: the next command then begins another.
        if isPartFull { needsBase = true }
        guard !needsBase else { return }
        guard let text = try? encoder.encode(TimedCommand(at: now, journaled.command)) else {
            // Without this entry the following ones could not be replayed.
            needsBase = true
            return
        }
        entries.append(
            JournalEntry(
                shard: shard, number: number, command: JSONText(trusted: text), isLenient: journaled.isLenient,
                outcome: outcome, sequence: sequence))
        number += 1
        parts[parts.count - 1].latest = now
    }

    // MARK: - The store's side

    mutating func take(into pending: inout PendingShard) {
        pending.journal = entries
        pending.journalBases = bases
        pending.journalBeginning = beginning
        entries = []
        bases = []
        beginning = nil
    }

    mutating func putBack(_ pending: PendingShard) {
        entries = pending.journal + entries
        bases = pending.journalBases + bases
        beginning = beginning ?? pending.journalBeginning
        // A store that fails for long must not fill the memory: the entries are dropped, and a new part begins.
        if entries.count > limits.entries {
            entries = []
            bases = []
            needsBase = true
        }
    }
}
