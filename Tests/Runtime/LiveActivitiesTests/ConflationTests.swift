import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// Held updates are built from the engine's rows when they are passed on. These tests change the rows in between in every way.
@Suite(.timeLimit(.minutes(5))) struct ConflationTests {
    let clock = LateClock()
    let runtime: LiveActivityRuntime
    let start = Scenario.epoch

    init() throws {
        runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: Kinds.all)
    }

    func lines(_ changes: ChangeSequence) async -> [String] {
        await changes.reduce(into: []) { lines, change in
            let content = change.content.map { " " + String(decoding: $0.state.bytes, as: UTF8.self) } ?? ""
            lines.append("\(change.what.name) \(change.revision) \(change.state)\(content)")
        }
    }

    @Test func aHeldUpdateHasItsOwnContentEvenIfTheSameCommandReplacesIt() async throws {
        let id = try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        try await runtime.update(id, .note("1"))
        try await runtime.update(id, .note("2", staleDate: start + 10))
        // The clock's alarm is late: the command first makes the activity stale, then changes its content.
        clock.skip(20)
        try await runtime.update(id, .note("3"))
        await runtime.close()
        #expect(
            await lines(changes) == [
                #"updated 2 active {"text":"1"}"#, #"updated 3 active {"text":"2"}"#, "becameStale 4 stale",
                #"updated 5 active {"text":"3"}"#, "becameActive 6 active",
            ])
    }

    @Test func aHeldUpdateComesBeforeAnEndAndADismissalOfTheSameCommand() async throws {
        let id = try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        try await runtime.update(id, .note("1"))
        try await runtime.update(id, .note("2"))
        try await runtime.end(id, .note("3"), dismissalPolicy: .immediate)
        let next = try await runtime.start(NoteAttributes(title: "n"), content: .note("other"), owner: "anna")
        try await runtime.update(next, .note("another"))
        await runtime.close()
        #expect(
            await lines(changes) == [
                #"updated 2 active {"text":"1"}"#, #"updated 4 active {"text":"3"}"#, "ended 5 ended", "dismissed 6 dismissed",
                #"started 1 active {"text":"other"}"#, #"updated 2 active {"text":"another"}"#,
            ])
    }

    @Test func whatIsHeldPassesBeforeASnapshotTakesTheEnginesPlace() async throws {
        let id = try await runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: "anna")
        let snapshot = try runtime.snapshot()
        let changes = runtime.changes(of: .owner("anna"), conflation: Conflation(interval: 60))
        try await runtime.update(id, .note("1"))
        try await runtime.update(id, .note("2"))
        try runtime.restore(snapshot)
        try await runtime.update(id, .note("3"))
        clock.advance(60)
        await runtime.close()
        #expect(
            await lines(changes) == [
                #"updated 2 active {"text":"1"}"#, #"updated 3 active {"text":"2"}"#, #"updated 2 active {"text":"3"}"#,
            ])
    }

    @Test func aHeldUpdateKeepsTheTraceOfItsCommand() async throws {
        let id = try await runtime.start(CounterProvider.Attributes(), owner: "anna")
        let changes = runtime.changes(conflation: Conflation(interval: 60))
        try await runtime.send(CounterProvider.Event.added(1), to: id)
        let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        try await runtime.apply(
            json: #"{"command":"send","activity":"\#(id)","event":{"added":{"_0":1}},"traceparent":"\#(trace)"}"#)
        clock.advance(60)
        await runtime.close()
        let got = await changes.reduce(into: [Change]()) { $0.append($1) }
        #expect(got.map(\.revision) == [2, 3])
        #expect(got.map(\.trace?.traceparent) == [nil, trace])
    }

    @Test func manyUpdatesThatAreDueAtOnceAllPass() async throws {
        let ids = try (0..<600).map { number in
            try runtime.start(NoteAttributes(title: "n"), content: .note("0"), owner: OwnerID("owner\(number % 50)"))
        }
        let changes = runtime.changes(conflation: Conflation(interval: 60), bufferLimit: 10_000)
        for round in 1...3 { for id in ids { try await runtime.update(id, .note("\(round)")) } }
        #expect(changes.statistics == ChangeStatistics(waiting: 600, passed: 600, conflated: 600))
        clock.advance(60)
        #expect(changes.statistics == ChangeStatistics(waiting: 1_200, passed: 1_200, conflated: 600))
        await runtime.close()
        let got = await changes.reduce(into: [Change]()) { $0.append($1) }
        #expect(Set(got.suffix(600).map(\.activity)) == Set(ids))
        #expect(got.suffix(600).allSatisfy { $0.revision == 4 && $0.content?.state.bytes == Array(#"{"text":"3"}"#.utf8) })
    }

    // MARK: Random sequences of changes

    /// A consumer receives the same changes as from a ``Conflator`` over complete changes, built when they occurred.
    @Test(arguments: SeededGenerator.seeds(40, from: 0))
    func aConsumerGetsWhatAConflatorOfWholeChangesGives(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let clock = LateClock()
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: seed, activeDuration: 90, lingerDuration: 15), shards: 1, clock: clock,
            providers: Kinds.all)
        let conflated = runtime.changes(conflation: Conflation(interval: 5), bufferLimit: 1_000_000)
        let ofOwner = runtime.changes(of: .owner("owner1"), conflation: Conflation(interval: 3), bufferLimit: 1_000_000)
        // Time passes without a change: held updates that are due are passed on.
        let seen = Log<(change: Change?, at: Date)>()
        runtime.observe { seen.append(($0, clock.now)) }
        for step in 0..<300 {
            let seconds = Double(Int.random(in: 0...6, using: &random)) / 4
            if Bool.random(using: &random) {
                clock.skip(seconds)
            } else {
                clock.advance(seconds)
                seen.append((nil, clock.now))
            }
            let owner = OwnerID("owner\(Int.random(in: 0..<3, using: &random))")
            let id = runtime.activities(of: owner).randomElement(using: &random)
            switch (Int.random(in: 0..<12, using: &random), id) {
            case (0, _), (_, nil):
                if step % 3 == 0 {
                    _ = try? await runtime.start(NoteAttributes(title: "n"), content: .note("\(step)"), owner: owner)
                } else {
                    _ = try? await runtime.start(CounterProvider.Attributes(every: step % 2 == 0 ? 2 : nil), owner: owner)
                }
            case (1, let id?): _ = try? await runtime.end(id)
            case (2, let id?): _ = try? await runtime.dismiss(id)
            case (3, let id?): _ = try? await runtime.send(CounterProvider.Event.alerted, to: id)
            case (let number, let id?) where number % 2 == 0:
                _ = try? await runtime.send(CounterProvider.Event.added(step), to: id)
            case (_, let id?):
                _ = try? await runtime.update(id, .note("\(step)", staleDate: step % 4 == 0 ? clock.now + 2 : nil))
            }
            seen.append((nil, clock.now))
        }
        clock.advance(200)
        seen.append((nil, clock.now))
        await runtime.close()
        let all = await conflated.reduce(into: [Change]()) { $0.append($1) }
        let annas = await ofOwner.reduce(into: [Change]()) { $0.append($1) }
        check(all, against: seen.all, interval: 5, "seed \(seed)")
        check(
            annas, against: seen.all.filter { $0.change?.owner ?? "owner1" == "owner1" }, interval: 3, "seed \(seed), one owner"
        )
        let count = seen.all.count { $0.change != nil }
        #expect(count > 300 && all.count < count, "seed \(seed): something is left out")
        #expect(conflated.statistics.conflated == count - all.count, "seed \(seed)")
    }

    private func check(_ got: [Change], against seen: [(change: Change?, at: Date)], interval: Double, _ story: String) {
        for activity in Set(seen.compactMap(\.change?.activity)) {
            var conflator = Conflator(interval: interval)
            var expected: [Change] = []
            for (change, at) in seen {
                if let change, change.activity == activity { expected += conflator.offer(change, at: at) }
                if change == nil { expected += conflator.advance(to: at) }
            }
            expected += conflator.flush()
            let given = got.filter { $0.activity == activity }
            #expect(given.count == expected.count, "\(story), \(activity)")
            #expect(zip(given, expected).first { $0 != $1 } == nil, "\(story), \(activity)")
        }
    }
}

/// A clock whose alarms may be late, so that a command finds deadlines already due.
final class LateClock: RuntimeClock {
    private let alarms = ManualClock()
    private let time = Mutex(Scenario.epoch)

    var now: Date { time.withLock { $0 } }

    func skip(_ seconds: Double) { time.withLock { $0 += seconds } }

    func advance(_ seconds: Double) {
        skip(seconds)
        alarms.advance(to: now)
    }

    func sleep(until date: Date) async throws { try await alarms.sleep(until: date) }

    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm { alarms.setAlarm(at: date, action) }
}
