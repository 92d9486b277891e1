import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// All commands from many threads concurrently, while consumers come and go and time passes.
@Suite(.timeLimit(.minutes(5))) struct StressTests {
    @Test(arguments: [1, 4])
    func whateverThreadsDoTheChangesTellOneStory(shards: Int) async throws {
        let clock = ManualClock()
        var limits = EngineLimits()
        limits.activities = 60
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1, limits: limits, activeDuration: 500, lingerDuration: 50),
            shards: shards, clock: clock, providers: Kinds.all)
        let everything = runtime.changes(bufferLimit: 1_000_000)
        let slow = runtime.changes(bufferLimit: 16)
        let conflated = runtime.changes(conflation: Conflation(), bufferLimit: 1_000_000)
        let observed = Log<Change>()
        runtime.observe { observed.append($0) }
        let consumer = Task { await everything.reduce(into: [Change]()) { $0.append($1) } }

        await withTaskGroup { group in
            for worker in 0..<8 as Range<UInt64> { group.addTask { await work(worker, on: runtime) } }
            group.addTask { for _ in 0..<200 { clock.advance(by: 1); await Task.yield() } }
            group.addTask {
                for _ in 0..<50 {
                    let changes = runtime.changes(of: .owner("owner1"))
                    let reader = Task { for await _ in changes {} }
                    await Task.yield()
                    reader.cancel()
                    _ = try? runtime.snapshot()
                }
            }
        }
        clock.advance(by: 1_000)
        #expect(runtime.activityCount == 0)
        #expect(clock.nextDate == nil)
        await runtime.close()

        let story = await consumer.value
        #expect(everything.missed == 0)
        for shard in 0..<shards {
            let changes = story.filter { $0.activity.shard == shard }
            #expect(changes.map(\.sequence) == changes.indices.map { UInt64($0) + 1 }, "each change once, in order")
            #expect(changes == observed.all.filter { $0.activity.shard == shard })
        }
        var alive = 0
        for (_, life) in Dictionary(grouping: story, by: \.activity) {
            check(life)
            alive += 1
        }
        #expect(alive > 60)
        check(orderOf: await slow.reduce(into: []) { $0.append($1) }, within: story)
        check(orderOf: await conflated.reduce(into: []) { $0.append($1) }, within: story)
    }

    private func work(_ worker: UInt64, on runtime: LiveActivityRuntime) async {
        var random = SeededGenerator(seed: worker)
        for step in 0..<250 {
            let owner = OwnerID("owner\(Int.random(in: 0..<12, using: &random))")
            let ids = runtime.activities(of: owner)
            let id = ids.randomElement(using: &random)
            // Refusals are expected, as other threads use the same activities.
            switch (Int.random(in: 0..<14, using: &random), id) {
            case (0...2, _):
                let attributes = CounterProvider.Attributes(every: step % 2 == 0 ? 5 : nil, topics: ["all"])
                _ = try? await runtime.start(attributes, owner: owner, options: StartOptions(key: StartKey("\(step % 5)")))
            case (3, _): _ = try? await runtime.start(NoteAttributes(title: "n"), content: .note("\(step)"), owner: owner)
            case (4, let id?): _ = try? await runtime.update(id, .note("\(step)"))
            case (5, let id?): _ = try? await runtime.send(CounterProvider.Event.alerted, to: id)
            case (6, let id?): _ = try? await runtime.perform("double", on: id, surface: .lockScreen)
            case (7, let id?): _ = try? await runtime.end(id)
            case (8, let id?): _ = try? await runtime.dismiss(id)
            case (9, _):
                let event = CounterProvider.Event.added(1)
                _ = try? await runtime.publish(event, to: "all", eventID: EventID("\(worker)/\(step)"))
            case (10, _) where step % 40 == 0: _ = try? await runtime.permitFrequentUpdates(step % 80 == 0, owner: owner)
            case (11, let id?): _ = runtime.content(of: id, as: CounterProvider.Attributes.self)
            case (12, _): _ = try? await runtime.apply(.advance)
            default: if let id { _ = try? await runtime.send(CounterProvider.Event.added(step), to: id) }
            }
            if runtime.activityCount > 60 { Issue.record("\(runtime.activityCount) activities, more than the limit") }
            if step % 16 == 0 { await Task.yield() }
        }
    }

    /// Checks one activity from its start to its dismissal (laws 4 and 5).
    private func check(_ life: [Change]) {
        #expect(life.first?.what == .started)
        if case .dismissed? = life.last?.what {} else { Issue.record("\(life.map(\.what.name)) has no end") }
        #expect(life.map(\.revision) == life.map(\.revision).sorted())
        #expect(life.map(\.at) == life.map(\.at).sorted())
        let end = life.firstIndex { if case .ended = $0.what { true } else { false } }
        guard let end else {
            Issue.record("\(life.map(\.what.name)) was dismissed without an end")
            return
        }
        #expect(life[(end + 1)...].dropLast().allSatisfy { $0.what.isReport })
    }

    private func check(orderOf some: [Change], within story: [Change]) {
        #expect(!some.isEmpty)
        let all = Set(story)
        #expect(some.allSatisfy { all.contains($0) })
        for (_, life) in Dictionary(grouping: some, by: \.activity) {
            #expect(life.map(\.sequence) == life.map(\.sequence).sorted())
        }
    }
}
