public import LiveActivityCore

/// The result of replaying the commands of a journal (``ActivityStore/replay(with:)``).
public struct JournalReplay: Hashable, Sendable {
    /// The number of replayed commands.
    public var commands = 0
    /// The differences: only the first in each part of the journal, as everything after it depends on it.
    public var differences: [Difference] = []

    /// Creates a result without commands.
    public init() {}

    /// A command, or the end of a part, where the replay differs from the record.
    public struct Difference: Hashable, Sendable {
        /// The number of the shard.
        public var shard: Int
        /// ``JournalEntry/number``; one more than the last if only the final state differs.
        public var number: UInt64
        /// The command as recorded in the journal; `nil` if only the final state differs.
        public var command: JSONText?
        /// The recorded outcome.
        public var recorded: String
        /// The outcome of the replay.
        public var replayed: String
    }
}

extension ActivityStore {
    /// Replays the commands of the journal, each shard's in its own engine, and reports where the outcome differs, because a
    /// provider has changed or because of a fault.
    ///
    /// It compares the outcome of each command, the number of its changes, and at the end of each part each activity's state,
    /// revision and content. The store is only read.
    ///
    /// - Parameter providers: The providers of all kinds in the journal.
    /// - Throws: ``StoreError``, also for an unreadable entry.
    public func replay(with providers: [AnyProvider]) throws -> JournalReplay {
        var bases: [JournalBase] = []
        try forEachJournalBase { bases.append($0) }
        let head = try head()
        var replay = JournalReplay()
        var next = 0
        var player: Player?
        func finish(_ player: Player) throws {
            let engine = head.engines.first { $0.shard == player.base.shard }
            let isLast = next >= bases.count || bases[next].shard != player.base.shard
            try player.finish(
                with: isLast && player.base.run == head.run ? engine : nil, self,
                until: isLast || bases[next].run != player.base.run ? nil : bases[next], &replay)
        }
        try forEachJournalEntry { entry in
            while next < bases.count, (bases[next].shard, bases[next].number) <= (entry.shard, entry.number) {
                if let player { try finish(player) }
                player = try Player(bases[next], providers)
                next += 1
            }
            try player?.play(entry, &replay)
        }
        if let player { try finish(player) }
        return replay
    }
}

/// Replays one part of a journal.
private final class Player {
    let base: JournalBase
    private var engine: Engine
    private var hasFailed = false
    private var number: UInt64
    private let decoder = WireDecoder(limits: .stored)

    init(_ base: JournalBase, _ providers: [AnyProvider]) throws {
        self.base = base
        number = base.number
        engine = try base.engine(with: providers)
    }

    func play(_ entry: JournalEntry, _ replay: inout JournalReplay) throws {
        guard !hasFailed, entry.shard == base.shard else { return }
        number = entry.number + 1
        let timed = try entry.timedCommand(decoder)
        replay.commands += 1
        let outcome = entry.apply(timed, to: &engine)
        let sequence = engine.sequence
        engine.drainChanges { _ in }
        // The limit applies to all shards together, and the number of activities in the others is not in this shard's journal.
        if entry.outcome.name == "tooManyActivities" { return }
        // Of a group of commands, only the last entry records the number of changes.
        guard outcome != entry.outcome || (entry.sequence > 0 && sequence != entry.sequence) else { return }
        hasFailed = true
        replay.differences.append(
            JournalReplay.Difference(
                shard: entry.shard, number: entry.number, command: entry.command,
                recorded: "\(entry.outcome), \(entry.sequence) changes so far",
                replayed: "\(outcome), \(sequence) changes so far"))
    }

    /// Compares the final state with the store, or with the snapshot at which the next part begins.
    func finish(
        with end: EngineRecord?, _ store: some ActivityStore, until next: JournalBase?, _ replay: inout JournalReplay
    ) throws {
        guard !hasFailed else { return }
        if let end {
            if let now = end.now { engine.advance(to: now) }
            engine.drainChanges { _ in }
            try store.forEachActivity { record in
                guard !hasFailed, record.id.shard == base.shard else { return }
                try compare(record.id, "\(record.state) at revision \(record.revision), \(record.content.state)", &replay)
            }
        } else if let next {
            let snapshot = try Snapshot(parsing: next.snapshot.bytes)
            if let now = snapshot.now { engine.advance(to: now) }
            engine.drainChanges { _ in }
            for activity in snapshot.kinds.lazy.flatMap(\.activities) where !hasFailed {
                try compare(
                    activity.id, "\(activity.state) at revision \(activity.revision), \(activity.content.state)", &replay)
            }
        }
    }

    private func compare(_ id: ActivityID, _ recorded: String, _ replay: inout JournalReplay) throws {
        let replayed = try engine.record(of: id).map { "\($0.state) at revision \($0.revision), \($0.content.state)" }
        guard replayed != recorded else { return }
        hasFailed = true
        replay.differences.append(
            JournalReplay.Difference(
                shard: base.shard, number: number, command: nil, recorded: "activity \(id): \(recorded)",
                replayed: "activity \(id): \(replayed ?? "not there")"))
    }
}
