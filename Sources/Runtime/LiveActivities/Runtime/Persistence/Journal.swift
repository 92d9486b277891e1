public import LiveActivityCore

/// How much of its commands a runtime with a store writes down, so that they can be given once more (``ActivityStore/replay(with:)``).
///
/// Costs the writing of each command as JSON, and now and then a snapshot of each shard, which is as large as its activities.
public struct JournalLimits: Hashable, Sendable {
    /// Commands of each shard, at most. About half as many are always there, once there were.
    public var entries: Int
    /// How old a command may be, in seconds, before the next one makes room for it.
    public var age: TimeInterval

    public init(entries: Int = 100_000, age: TimeInterval = 86_400) {
        precondition(entries > 1 && age > 0, "a journal of \(entries) entries and \(age) seconds has no room")
        self.entries = entries
        self.age = age
    }
}

/// A command as the journal has it.
@usableFromInline struct Journaled: Sendable {
    var command: Command
    /// Whether it was taken as ActivityKit takes it: dates that can only be a mistake too.
    var isLenient = false
    /// Whether it was one of many, and nobody was told what became of it.
    var isOneOfMany = false

    @usableFromInline init(_ command: Command, isLenient: Bool = false, isOneOfMany: Bool = false) {
        self.command = command
        self.isLenient = isLenient
        self.isOneOfMany = isOneOfMany
    }
}

/// What of a shard's commands is still to be written. Touched under the shard's lock only.
///
/// A journal is made of parts, each of which begins with the shard as it was: two at most, the older of which is forgotten when the newer
/// one is full.
struct Journal {
    let limits: JournalLimits
    private let shard: Int
    private let run: UInt64
    private let configuration: JSONText
    private let encoder = WireEncoder()

    /// Of the next entry.
    private(set) var number: UInt64
    /// Where the parts begin, the older first.
    private var parts: [(number: UInt64, at: Date)]
    private var needsBase = true

    private var bases: [JournalBase] = []
    private var entries: [JournalEntry] = []
    private var beginning: UInt64?

    /// - Parameter parts: Where the parts that are in the store begin.
    init(
        _ limits: JournalLimits, shard: Int, run: UInt64, configuration: EngineConfiguration, next number: UInt64,
        parts: [UInt64], at now: Date
    ) {
        self.limits = limits
        self.shard = shard
        self.run = run
        self.number = number
        self.parts = parts.map { ($0, now) }
        encoder.userInfo[.exactDates] = true
        // A configuration that cannot be written has a number in it that is none; nothing could be replayed with it.
        self.configuration = (try? encoder.encode(configuration)).map { JSONText(trusted: $0) } ?? JSONText(.null)
    }

    /// Whether so much waits to be written that it may not wait for a command that changes something.
    var isFull: Bool { entries.count >= 1_000 }
    var isEmpty: Bool { entries.isEmpty && bases.isEmpty }

    /// Begins a new part with the next command: something happened that is not in the journal.
    mutating func breakOff() { needsBase = true }

    private var isPartFull: Bool { parts.last.map { number - $0.number >= UInt64(limits.entries / 2) } == true }

    /// What comes before a command: a new part where it is time for one.
    mutating func prepare(_ engine: borrowing Engine, at now: Date) {
        if isPartFull || parts.last.map({ now.timeIntervalSince($0.at) > limits.age / 2 }) == true { needsBase = true }
        guard needsBase, let snapshot = try? engine.snapshot(), let text = try? encoder.encode(snapshot) else { return }
        needsBase = false
        bases.append(
            JournalBase(
                shard: shard, number: number, run: run, configuration: configuration, snapshot: JSONText(trusted: text)))
        parts.append((number, now))
        if parts.count > 2 {
            parts.removeFirst(parts.count - 2)
            beginning = parts[0].number
        }
    }

    mutating func append(_ journaled: Journaled, at now: Date, _ outcome: JournalOutcome, sequence: UInt64) {
        // What happens between two commands, and many at once, may fill the part: the next command begins another one.
        if isPartFull { needsBase = true }
        guard !needsBase else { return }
        guard let text = try? encoder.encode(TimedCommand(at: now, journaled.command)) else {
            // Without it what follows could not be replayed.
            needsBase = true
            return
        }
        entries.append(
            JournalEntry(
                shard: shard, number: number, command: JSONText(trusted: text), isLenient: journaled.isLenient,
                outcome: outcome, sequence: sequence))
        number += 1
    }

    /// Places may be used again (``Engine/wasPersisted(upTo:)``), and the next ids depend on it.
    mutating func notePersisted(upTo sequence: UInt64, at now: Date) {
        append(Journaled(.advance), at: now, JournalOutcome(name: JournalOutcome.persisted), sequence: sequence)
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
        // A store that fails for long must not fill the memory: what is left out begins anew with a part of its own.
        if entries.count > limits.entries {
            entries = []
            bases = []
            needsBase = true
        }
    }
}
