import CLiveActivities
import LiveActivityCore
import LiveActivityHost

// Opening a runtime's store.
extension Runtime {
    /// Restores the contents of a store and claims it. No other thread has access to the runtime yet.
    ///
    /// - Parameter head: The store's head; the engine uses its seed.
    func open(_ store: any ActivityStore, _ head: StoreHead, _ options: StoreOptions) throws {
        var head = head
        try head.sortKinds()
        guard head.shards <= 1, head.partition == nil else {
            throw StoreError.notAStore(reason: "it has \(head.shards) shards, and a runtime in C has one")
        }
        let commit = StoreCommit(claiming: head, shards: 1, seed: host.engine.configuration.seed)
        try restore(store, head, commit.lostRuns)
        let latest = head.engines.compactMap(\.now).max()
        let opening = StoreOpening(
            run: commit.run, activities: host.activitiesReopened,
            clockBehind: isVirtual
                ? 0 : max(0, latest.map { $0.timeIntervalSince(Milliseconds.date(Milliseconds.now)) } ?? 0),
            damage: store.damage, damagedPermissions: head.damagedPermissions)
        host.endReopening()
        let persistence = Persistence(store, options.mode, commit, opening: opening)
        try restoreConsumers(store, head, persistence)
        self.persistence = persistence
        // The first batch claims the store. A store that cannot be written is refused here, not by the first command.
        let taken = take(persistence)
        try store.append(try taken.batch(of: commit.run))
        finish(taken, nil, persistence)
        if let limits = options.journal {
            host.openJournal(
                limits, run: commit.run, host.engine.configuration, try Journal.stored(in: store)[0])
        }
        if case .relaxed(let interval) = options.mode { try startWriter(every: interval) }
    }

    private func restore(_ store: any ActivityStore, _ head: StoreHead, _ lostRuns: UInt64) throws {
        try host.beginReopening(head, lostRuns: lostRuns) { _ in true }
        try store.forEachActivity { stored in
            let (record, unknown) = stored.parts
            host.reopen(record, unknown: unknown)
        }
        for damage in store.damage {
            if let id = damage.activity { host.engine.reopenSkipped(id, reason: damage.reason) }
        }
        try store.forEachFreedSlot { try host.reopen($0) }
    }

    private func restoreConsumers(_ store: any ActivityStore, _ head: StoreHead, _ persistence: Persistence) throws {
        host.restoreConsumers(head, index: 0)
        guard host.outbox != nil else { return }
        try store.forEachConsumerChange {
            host.restore($0)
            persistence.hasNews = true
        }
    }
}

/// The host's options for its store, from `la_options`.
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
