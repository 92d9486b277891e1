import LiveActivities
import LiveActivityTesting
import Testing

/// The changes that each subscriber receives, and the statistics for operators.
@Suite(.timeLimit(.minutes(5))) struct SubscriberTests {
    let clock = ManualClock()

    func runtime(shards: Int) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(shards: shards, clock: clock, providers: Kinds.all)
    }

    func texts(_ changes: ChangeSequence) async -> [String] {
        await changes.reduce(into: []) { $0.append("\($1.owner) \($1.what.name) \($1.revision)") }
    }

    // MARK: Finding subscribers

    @Test(arguments: [1, 4])
    func anOwnerIsFollowedBeforeDuringAndBetweenItsActivities(shards: Int) async throws {
        let runtime = try runtime(shards: shards)
        let changes = runtime.changes(of: .owner("anna"))
        let counters = runtime.changes(of: ChangeFilter(owner: "anna", kind: "counter"))
        let first = try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "anna")
        try await runtime.dismiss(first)
        // The owner has no activities now, and other owners start some meanwhile.
        for number in 0..<20 {
            try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: OwnerID("o\(number)"))
        }
        try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        let snapshot = try runtime.snapshot()
        try runtime.restore(snapshot)
        let second = try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "anna")
        try await runtime.update(second, .note("2"))
        await runtime.close()
        #expect(
            await texts(changes) == [
                "anna started 1", "anna ended 2", "anna dismissed 3", "anna started 1", "anna started 1", "anna updated 2",
            ])
        #expect(await texts(counters) == ["anna started 1"])
    }

    @Test func aSubscriberThatLeavesLeavesTheOthers() async throws {
        let runtime = try runtime(shards: 1)
        let stays = runtime.changes(of: .owner("anna"))
        var leaves: ChangeSequence? = runtime.changes(of: .owner("anna"))
        let alsoLeaves = runtime.changes(of: .owner("ben"))
        try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "anna")
        #expect(leaves?.statistics.waiting == 1)
        leaves = nil
        _ = consume alsoLeaves
        try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "anna")
        try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "ben")
        let returns = runtime.changes(of: .owner("ben"))
        try await runtime.start(NoteAttributes(title: "n"), content: .note("1"), owner: "ben")
        await runtime.close()
        #expect(await texts(stays) == ["anna started 1", "anna started 1"])
        #expect(await texts(returns) == ["ben started 1"])
    }

    @Test func closingPassesOnWhatIsHeldInAnyShard() async throws {
        let runtime = try runtime(shards: 8)
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        let ids = try (0..<16).map { number in
            try runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: OwnerID("owner\(number)"))
        }
        for id in ids { for number in 1...3 { try await runtime.update(id, .note("\(number)")) } }
        await runtime.close()
        let got = await changes.reduce(into: [Change]()) { $0.append($1) }
        #expect(Set(ids.map(\.shard)).count > 4)
        #expect(Set(got.suffix(16).map(\.activity)) == Set(ids))
        #expect(got.suffix(16).allSatisfy { $0.revision == 4 })
    }

    // MARK: Statistics for operators

    @Test func aSlowSubscriberIsListedWithWhatItHasMissed() async throws {
        let runtime = try runtime(shards: 4)
        let slow = runtime.changes(bufferLimit: 2, label: "mirror")
        let conflated = runtime.changes(of: .owner("anna"), conflation: Conflation(interval: 60), label: "push")
        let id = try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        for number in 1...5 { try await runtime.update(id, .note("\(number)")) }
        try await runtime.update(id, .note("6"), alert: AlertConfiguration(title: "Look", body: ""))
        // A start, six updates, an alert. Five updates are superseded, and the start is dropped.
        #expect(slow.statistics == ChangeStatistics(waiting: 2, passed: 8, conflated: 5, missed: 1))
        // The start, the first update, and the last update with its alert. Four were held and replaced.
        #expect(conflated.statistics == ChangeStatistics(waiting: 4, passed: 4, conflated: 4, missed: 0))
        let subscribers = runtime.subscribers
        #expect(subscribers.map(\.label) == ["mirror", "push"])
        #expect(subscribers.map(\.filter) == [.all, .owner("anna")])
        #expect(subscribers.map(\.statistics) == [slow.statistics, conflated.statistics])
        #expect(runtime.subscriberTotals == ChangeStatistics(waiting: 6, passed: 12, conflated: 9, missed: 1))
    }

    @Test func whatAFormerSubscriberHasMissedStaysInTheTotals() async throws {
        let runtime = try runtime(shards: 1)
        var slow: ChangeSequence? = runtime.changes(bufferLimit: 1)
        for _ in 0..<3 { try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna") }
        #expect(slow?.missed == 0, "the subscriber has not come to the gap yet")
        #expect(runtime.subscriberTotals == ChangeStatistics(waiting: 1, passed: 3, conflated: 0, missed: 2))
        slow = nil
        #expect(runtime.subscribers == [])
        #expect(runtime.subscriberTotals == ChangeStatistics(waiting: 0, passed: 3, conflated: 0, missed: 2))
    }
}
