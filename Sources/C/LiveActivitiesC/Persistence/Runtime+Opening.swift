import CLiveActivities
import LiveActivityCore

// A runtime whose state outlives its process.
extension Runtime {
    /// Restores what is in a store, and claims it. Nobody else has the runtime yet.
    ///
    /// - Parameter head: What the store has; the engine's seed is its.
    func open(_ store: any ActivityStore, _ head: StoreHead, _ options: StoreOptions) throws {
        guard head.shards <= 1, head.partition == nil else {
            throw StoreError.notAStore(reason: "it has \(head.shards) shards, and a runtime in C has one")
        }
        let lostRuns = head.lostRuns + (head.closedRun == head.run ? 0 : 1)
        var unknown: [ActivityID: JSONValue] = [:]
        let restored = try restore(store, head, lostRuns, &unknown)
        let latest = head.engines.compactMap(\.now).max()
        let report = Persistence.OpeningReport(
            activities: restored,
            clockBehind: isVirtual
                ? 0 : max(0, latest.map { $0.timeIntervalSince(Milliseconds.date(Milliseconds.now)) } ?? 0),
            damage: store.damage)
        let persistence = Persistence(store, options.mode, run: head.run + 1, report: report)
        persistence.unknownExtras = unknown
        try restoreConsumers(store, head, persistence)
        persistence.head.run = head.run + 1
        persistence.head.lostRuns = lostRuns
        persistence.head.seed = engine.configuration.seed
        self.persistence = persistence
        // This claims the store. One that cannot be written is refused now, not with the first command.
        let taken = take(persistence)
        try store.append(try taken.batch(claimedBy: persistence.run))
        finish(taken, nil, persistence)
        if let limits = options.journal {
            let stored = try Journal.stored(in: store)[0] ?? Journal.Stored()
            persistence.journal = Journal(
                limits, shard: 0, run: persistence.run, configuration: engine.configuration, next: stored.next,
                parts: stored.parts)
        }
        if case .relaxed(let interval) = options.mode { try startWriter(every: interval) }
    }

    /// - Returns: How many activities were restored.
    private func restore(
        _ store: any ActivityStore, _ head: StoreHead, _ lostRuns: UInt64, _ unknown: inout [ActivityID: JSONValue]
    ) throws -> Int {
        let kinds = head.kinds.sortedRarely { $0.ordinal < $1.ordinal }
        guard kinds.map(\.ordinal) == Array(kinds.indices) else {
            throw StoreError.damaged(reason: "its kinds are numbered \(kinds.map(\.ordinal))")
        }
        let counts = head.engines.first
        engine.lostRuns = UInt32(clamping: lostRuns)
        try engine.beginReopening(
            now: counts?.now, sequence: counts?.sequence ?? 0, starts: counts?.starts ?? 0, kinds: kinds.map(\.kind),
            owners: head.permissions, damagedPermissions: head.damagedPermissions, topics: head.topics.map(\.memory),
            dismissals: head.dismissals)
        var living: [ActivityID] = []
        try store.forEachActivity { stored in
            var record = stored.record
            if let additional = record.extras?.additional {
                unknown[record.id] = additional
                record.extras?.additional = nil
                if record.extras == ActivityRecord.Extras() { record.extras = nil }
            }
            if engine.reopen(record) { living.append(record.id) }
        }
        for damage in store.damage {
            if let id = damage.activity { engine.reopenSkipped(id, reason: damage.reason) }
        }
        var slots: [(order: UInt64, kind: Int, index: Int)] = []
        try store.forEachFreedSlot { record in
            let slot = ActivityID.parts(ofSlot: record.slot)
            let freed = ActivityIDAllocator.FreedSlot(
                index: slot.index, generation: record.generation, usesLeft: record.usesLeft)
            try engine.reopenFreedSlot(kind: slot.kind, freed, order: record.order, lostRuns: record.lostRuns)
            slots.append((record.order, slot.kind, slot.index))
        }
        engine.endReopening(living, vacant: slots.sortedRarely { $0.order < $1.order }.map { ($0.kind, $0.index) })
        return living.count
    }

    private func restoreConsumers(_ store: any ActivityStore, _ head: StoreHead, _ persistence: Persistence) throws {
        guard !head.consumers.isEmpty else { return }
        var outbox = Outbox(written: engine.sequence)
        for consumer in head.consumers { outbox.add(consumer.name, acknowledged: consumer.acknowledged.first ?? 0) }
        try store.forEachConsumerChange {
            outbox.restore($0)
            persistence.hasNews = true
        }
        persistence.outbox = outbox
    }
}

/// What a host says of its store in `la_options`.
struct StoreOptions {
    let mode: CommitMode
    let journal: JournalLimits?

    init(_ options: la_options) throws(Failure) {
        let relaxed = try Milliseconds.duration(options.relaxed_ms, "relaxed_ms") == nil ? 100 : options.relaxed_ms
        switch Int(options.durability) {
        case LA_DURABILITY_STRICT: mode = .strict
        case LA_DURABILITY_RELAXED: mode = .relaxed(relaxed)
        case LA_DURABILITY_MANUAL: mode = .manual
        default: throw .argument("durability is \(options.durability)")
        }
        let age = try Milliseconds.duration(options.journal_age_ms, "journal_age_ms")
        switch options.journal_entries_max {
        case 0: journal = nil
        case 1: throw .argument("journal_entries_max is 1: a journal has at least 2 entries")
        case let entries: journal = JournalLimits(entries: Int(entries), age: age ?? 86_400)
        }
    }
}
