#if SQLite
import LiveActivities
import LiveActivityCore
import LiveActivityTesting

/// Random batches as a runtime could make them: together they contain everything that a batch can.
struct RandomBatches {
    private var random: SeededGenerator
    private var living: Set<ActivityID> = []
    private var generations: [UInt64: UInt32] = [:]
    private var sequences: [UInt64] = [0, 0]
    private var journal: [UInt64] = [0, 0]
    private var count: UInt64 = 0
    /// Whether updates that wait for consumers may share the content of their activity's row, as most do.
    private let hasUpdatesOfRows: Bool

    init(seed: UInt64, hasUpdatesOfRows: Bool = true) {
        random = SeededGenerator(seed: seed)
        self.hasUpdatesOfRows = hasUpdatesOfRows
    }

    mutating func next() -> StoreBatch {
        count += 1
        var batch = StoreBatch()
        if count == 1 {
            (batch.run, batch.shards, batch.seed, batch.partition, batch.lostRuns) = (1, 2, .max - 7, 3, 5)
            batch.kinds = (0..<3).map { KindRecord(ordinal: $0, kind: ActivityKind(rawValue: "kind-\($0)")) }
        } else if chance(10) {
            batch.run = count
        }
        for _ in 0..<upTo(6) { start(&batch) }
        for id in living.sorted() where !batch.activities.contains(where: { $0.id == id }) {
            if chance(6) { dismiss(id, &batch) } else if chance(2) { change(id, &batch) }
        }
        people(&batch)
        if chance(2) { consumers(&batch) }
        if chance(2) { entries(&batch) }
        batch.engines = (0..<2).map {
            EngineRecord(shard: $0, now: chance(9) ? nil : date(), sequence: sequences[$0], starts: count)
        }
        return batch
    }

    // MARK: - Activities

    private mutating func start(_ batch: inout StoreBatch) {
        let place = UInt64(upTo(3)) << 54 | UInt64(upTo(2)) << 48 | UInt64(upTo(40))
        guard !living.contains(where: { $0.rawValue & ~(0xF_FFFF << 28) == place }) else { return }
        let generation = generations[place] ?? UInt32(upTo(1 << 20))
        let id = ActivityID(rawValue: place | UInt64(generation) << 28)
        generations[place] = (generation + 1) % (1 << 20)
        living.insert(id)
        batch.activities.append(record(id, whole: true))
    }

    private mutating func change(_ id: ActivityID, _ batch: inout StoreBatch) {
        // After a schema change the attributes are written again.
        batch.activities.append(record(id, whole: chance(8)))
    }

    private mutating func dismiss(_ id: ActivityID, _ batch: inout StoreBatch) {
        living.remove(id)
        batch.forgottenActivities.append(id)
        let place = id.rawValue & ~(0xF_FFFF << 28)
        batch.freedSlots.append(
            FreedSlotRecord(
                slot: place, generation: generations[place] ?? 0, usesLeft: UInt32(upTo(100)), order: count, lostRuns: 1))
    }

    private mutating func record(_ id: ActivityID, whole: Bool) -> StoredActivity {
        // Constant fields are derived from the id.
        var own = SeededGenerator(seed: id.rawValue)
        let fixed = UInt32(own.next() % 1_000)
        var record = ActivityRecord(
            id: id, owner: OwnerID(rawValue: "owner-\(fixed % 7)"), state: [.pending, .active, .stale, .ended][upTo(4)],
            attributes: whole ? json() : nil,
            content: EncodedContent(
                state: json(), staleDate: chance(2) ? date() : nil, relevanceScore: chance(3) ? 0 : Double(upTo(100)) / 7),
            startedAt: date(), closingDate: date())
        record.key = fixed % 3 == 0 ? nil : StartKey(rawValue: "ключ-\(fixed) 'it''s' 🛵")
        record.revision = UInt32(upTo(1_000_000))
        record.attributesBytes = fixed
        record.schemaVersion = fixed % 3 == 1 ? nil : Int(fixed % 3)
        record.wakeDate = chance(2) ? date() : nil
        record.timestamp = chance(2) ? date() : nil
        record.order = UInt64(fixed) << 40
        record.alerts = UInt32(upTo(5))
        record.alertsSince = chance(2) ? date() : nil
        record.usesLeft = 1 << 20 - fixed
        record.extras = chance(3) ? extras() : nil
        return StoredActivity(
            record, kind: ActivityKind(rawValue: "kind-\(id.rawValue >> 54)"),
            topics: whole && chance(2) ? [Topic(rawValue: "match/\(fixed)"), "day"] : [])
    }

    /// Fields that the engine knows, and unknown members.
    private mutating func extras() -> ActivityRecord.Extras {
        ActivityRecord.Extras(
            endDate: chance(2) ? date() : nil, dismissalPolicy: chance(2) ? .immediate : .default, renews: chance(2),
            events: chance(2) ? ["first", "second"] : [], additional: ["later": json().value])
    }

    // MARK: - Other records

    private mutating func people(_ batch: inout StoreBatch) {
        for number in 0..<7 {
            let owner = OwnerID(rawValue: "owner-\(number)")
            let kind = ActivityKind(rawValue: "kind-\(upTo(3))")
            if chance(6) {
                batch.permissions.append(
                    Snapshot.Owner(
                        name: owner, allDenied: chance(2), denied: chance(2) ? [kind] : [], frequentUpdates: chance(2)))
            } else if chance(9) {
                batch.forgottenPermissions.append(owner)
            }
            let dismissal = Snapshot.Dismissal(owner: owner, kind: "kind-0", key: "k", at: date())
            if chance(6) {
                batch.dismissals.append(dismissal)
            } else if chance(9) {
                batch.forgottenDismissals.append(DismissalKey(dismissal))
            }
            let token = StartTokenRecord(owner: owner, kind: "kind-1", token: Data((0..<upTo(40)).map { UInt8($0) }))
            if chance(6) { batch.startTokens.append(token) } else if chance(9) { batch.forgottenStartTokens.append(token.key) }
            let topic = TopicRecord(
                shard: upTo(2),
                memory: Snapshot.TopicMemory(
                    name: Topic(rawValue: "topic-\(number)"), events: (0..<upTo(4)).map { EventID(rawValue: "\"\($0)\"") },
                    timestamp: chance(2) ? date() : nil))
            if chance(6) { batch.topics.append(topic) } else if chance(9) { batch.forgottenTopics.append(topic.key) }
        }
    }

    private mutating func consumers(_ batch: inout StoreBatch) {
        for shard in 0..<2 {
            for _ in 0..<upTo(4) {
                sequences[shard] += 1
                batch.consumerChanges.append(
                    Change(
                        sequence: sequences[shard], at: date(), activity: ActivityID(rawValue: UInt64(shard) << 48),
                        kind: "kind-0",
                        owner: "anna", revision: 3, state: .active, what: .updated,
                        content: EncodedContent(state: json(), staleDate: date(), relevanceScore: 0.1)))
            }
            if hasUpdatesOfRows { updates(ofRowsIn: shard, &batch) }
            if sequences[shard] > 4, chance(2) {
                batch.forgottenConsumerChanges.append(
                    ChangePosition(shard: shard, sequence: UInt64(upTo(Int(sequences[shard] - 4)))))
            }
        }
        if chance(6) {
            batch.consumerChangeBeginnings = [ChangePosition(shard: upTo(2), sequence: UInt64(upTo(Int(sequences[0]) + 1)))]
        }
        batch.consumers = [ConsumerRecord(name: "push", acknowledged: [UInt64(upTo(9)), UInt64(upTo(9))])]
        if chance(4) { batch.consumers.append(ConsumerRecord(name: "c-host", acknowledged: [])) }
        if chance(9) { batch.forgottenConsumers = ["c-host"] }
    }

    /// Updates whose content is in a row of the same batch, and some that differ from it in one field.
    private mutating func updates(ofRowsIn shard: Int, _ batch: inout StoreBatch) {
        for stored in batch.activities where stored.id.shard == shard && !chance(3) {
            sequences[shard] += 1
            var change = Change(
                sequence: sequences[shard], at: date(), activity: stored.id, kind: stored.kind, owner: stored.owner,
                revision: stored.revision, state: stored.state, what: .updated, content: stored.content)
            switch upTo(12) {
            case 0: change.revision += 1
            case 1: change.state = change.state == .active ? .stale : .active
            case 2: change.content?.relevanceScore += 1
            case 3: change.what = .becameStale
            case 4: change.content = nil
            case 5: change.trace = TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            case 6:
                // The same again: at most one of the two shares the row's content.
                batch.consumerChanges.append(change)
                sequences[shard] += 1
                change.sequence += 1
            default: break
            }
            batch.consumerChanges.append(change)
        }
    }

    private mutating func entries(_ batch: inout StoreBatch) {
        let shard = upTo(2)
        if chance(6) {
            batch.journalBases = [
                JournalBase(shard: shard, number: journal[shard] + 1, run: count, configuration: json(), snapshot: json())
            ]
            batch.journalBeginnings = [JournalBeginning(shard: shard, number: journal[shard] / 2)]
        }
        for _ in 0..<upTo(5) {
            journal[shard] += 1
            batch.journal.append(
                JournalEntry(
                    shard: shard, number: journal[shard], command: json(),
                    outcome: JournalOutcome(name: "started", activity: chance(2) ? ActivityID(rawValue: .max) : nil),
                    sequence: sequences[shard]))
        }
    }

    // MARK: - Values

    mutating func upTo(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    private mutating func chance(_ one: Int) -> Bool { upTo(one) == 0 }

    /// With a resolution of milliseconds, as in engines.
    private mutating func date() -> Date { Date(timeIntervalSinceReferenceDate: 803_667_600 + Double(upTo(1 << 30)) / 1_000) }

    private mutating func json() -> JSONText {
        JSONText(
            trusted: Array(
                #"{"text":"\#(String(repeating: "né", count: upTo(300)))","number":\#(upTo(1_000)),"list":[0.1,null,true]}"#
                    .utf8))
    }
}
#endif
