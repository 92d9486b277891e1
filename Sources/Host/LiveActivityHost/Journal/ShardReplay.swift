import LiveActivityCore

/// Replays the journal of one shard, in steps.
final class ShardReplay {
    private let shard: Int
    private let end: Date?
    private let providers: [AnyProvider]
    private let decoder = WireDecoder(limits: .stored)
    private var player: Player?
    /// The part that is being replayed.
    private var part: (number: UInt64, hash: Int)?
    /// The number of the next entry.
    private var next: UInt64 = 0
    /// Whether a command or a part after ``end`` was found. Both are in the order of time.
    private var isPast = false

    /// - Parameters:
    ///   - end: The time of the last command; `nil` for no limit.
    ///   - providers: The providers of all kinds in the journal.
    init(_ shard: Int, until end: Date?, with providers: [AnyProvider]) {
        (self.shard, self.end, self.providers) = (shard, end, providers)
    }

    /// Replays the commands that follow.
    ///
    /// - Parameter changed: Drains the engine's changes after each command, and after deadlines, which have no command. Its
    ///   result is whether to continue.
    /// - Returns: Whether no command is left.
    func play(_ store: some ActivityStore, _ changed: (inout Engine, JSONText?) throws -> Bool) throws -> Bool {
        // A part without entries is replaced by the next one.
        var base = try nextBase(store, from: next == part?.number ? next : part.map { $0.number + 1 } ?? 0)
        if let found = base, found.number == part?.number, found.hashValue == part?.hash {
            base = try nextBase(store, from: found.number + 1)
        }
        while !isPast {
            guard try playEntries(store, before: base?.number ?? .max, changed) else { return false }
            guard let found = base, !isPast else { break }
            guard try begin(found, changed) else { return false }
            base = try nextBase(store, from: found.number + 1)
        }
        return true
    }

    /// - Returns: `false` if `changed` returned it.
    private func playEntries(
        _ store: some ActivityStore, before limit: UInt64, _ changed: (inout Engine, JSONText?) throws -> Bool
    ) throws -> Bool {
        guard let player, next < limit else { return true }
        var goesOn = true
        var isDone = false
        do {
            try store.forEachJournalEntry(of: shard, from: next) { entry in
                guard entry.number < limit else {
                    isDone = true
                    throw Done()
                }
                let timed = try entry.timedCommand(decoder)
                let now = timed.at ?? player.engine.now
                if let end, let now, now > end {
                    (isPast, isDone) = (true, true)
                    throw Done()
                }
                next = entry.number + 1
                // The effects of deadlines that were due before the command are not attributed to it.
                if let now {
                    player.engine.advance(to: now)
                    goesOn = try changed(&player.engine, nil)
                }
                _ = entry.apply(timed, to: &player.engine)
                // Both are always called: the entry is not read again.
                goesOn = try changed(&player.engine, entry.command) && goesOn
                if !goesOn {
                    isDone = true
                    throw Done()
                }
            }
        } catch { if !isDone { throw error } }
        return goesOn
    }

    /// Begins a part.
    ///
    /// - Returns: `false` if `changed` returned it.
    private func begin(_ base: JournalBase, _ changed: (inout Engine, JSONText?) throws -> Bool) throws -> Bool {
        let following = Player(try base.engine(with: providers))
        var goesOn = true
        if let player, let beginning = following.engine.now {
            if let end, beginning > end {
                isPast = true
                return true
            }
            // The part before has no command after its last deadlines. If it was deleted, its deadlines are unknown.
            if next == base.number {
                player.engine.advance(to: beginning)
                goesOn = try changed(&player.engine, nil)
            }
        }
        player = following
        (part, next) = ((base.number, base.hashValue), base.number)
        return goesOn
    }

    private func nextBase(_ store: some ActivityStore, from number: UInt64) throws -> JournalBase? {
        var found: JournalBase?
        do {
            try store.forEachJournalBase(of: shard, from: number) { base in
                found = base
                throw Done()
            }
        } catch { if found == nil { throw error } }
        return found
    }

    /// Runs the deadlines after the last command, without an effect on what is replayed later.
    func playDeadlines(until now: Date, _ changed: (inout Engine) throws -> Void) throws {
        guard let player, let deadline = player.engine.nextDeadline, deadline <= now else { return }
        var copy = Engine(configuration: player.engine.configuration)
        for provider in providers { try copy.register(provider) }
        try copy.restore(try player.engine.snapshot())
        copy.advance(to: now)
        try changed(&copy)
    }

    /// The shard's state when deadlines have run up to a time; `nil` without a journal. Nothing can be replayed afterwards.
    func snapshot(at now: Date) throws -> Snapshot? {
        guard let player else { return nil }
        player.engine.advance(to: now)
        player.engine.drainChanges { _ in }
        return try player.engine.snapshot()
    }
}

private final class Player {
    var engine: Engine

    init(_ engine: consuming Engine) { self.engine = engine }
}

/// Thrown to read no further.
private struct Done: Error {}
