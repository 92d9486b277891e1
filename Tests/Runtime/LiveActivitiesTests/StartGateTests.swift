import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct StartGateTests {
    let clock = ManualClock()
    static let callers = 64

    @Test(arguments: [1, 8])
    func startsOfOneThingFromManyThreadsGiveOneActivity(shards: Int) async throws {
        let runtime = try LiveActivityRuntime(shards: shards, clock: clock, providers: Kinds.all)
        let log = Log<Change.What>()
        runtime.observe { log.append($0.what) }
        let ids = try await withThrowingTaskGroup(of: ActivityID.self) { group in
            for _ in 0..<Self.callers {
                group.addTask {
                    try await runtime.start(
                        CounterProvider.Attributes(every: 60), owner: "anna", options: StartOptions(key: "tea"))
                }
            }
            return try await group.reduce(into: Set<ActivityID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(runtime.activities(of: "anna") == Array(ids))
        #expect(log.all == [.started])
        clock.advance(by: 60)
        #expect(log.all == [.started, .updated], "one activity ticks")
    }

    @Test(arguments: [1, 8])
    func oneOfManyTypedStartsIsToldThatItHasStarted(shards: Int) async throws {
        let runtime = try LiveActivityRuntime(shards: shards, clock: clock, providers: Kinds.all)
        let options = StartOptions(key: "tea")
        let outcomes = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for _ in 0..<Self.callers {
                group.addTask {
                    try await runtime.startOrJoin(CounterProvider.Attributes(every: 60), owner: "anna", options: options)
                }
            }
            return try await group.reduce(into: [Outcome]()) { $0.append($1) }
        }
        let id = try #require(runtime.activities(of: "anna").first)
        #expect(outcomes.filter { $0 == .started(id) }.count == 1)
        #expect(outcomes.filter { $0 == .joined(id) }.count == Self.callers - 1)
        #expect(try Self.startOrJoin(runtime, options) == .joined(id))
        #expect(throws: RuntimeError.self) { try Self.startOrJoin(runtime, StartOptions(key: "tea", ifRunning: .reject)) }
    }

    /// Synchronous, for tests without tasks.
    private static func startOrJoin(_ runtime: LiveActivityRuntime, _ options: StartOptions) throws -> Outcome {
        try runtime.startOrJoin(CounterProvider.Attributes(every: 60), owner: "anna", options: options)
    }

    @Test func aReplacingStartFromManyThreadsLeavesOne() async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: Kinds.all)
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.callers {
                group.addTask {
                    try await runtime.start(
                        CounterProvider.Attributes(every: 60), owner: "anna",
                        options: StartOptions(key: "tea", ifRunning: .replace))
                }
            }
            try await group.waitForAll()
        }
        #expect(runtime.activities(of: "anna") == [runtime.activity(owner: "anna", kind: "counter", key: "tea")])
        #expect(runtime.activityCount == 1)
    }

    @Test func aStartWhoseTaskIsCancelledHalfwayStillLeavesNoOrphan() async throws {
        let runtime = try LiveActivityRuntime(clock: clock, providers: Kinds.all)
        let callers = (0..<Self.callers).map { _ in
            Task {
                await Task.yield()
                let id = try await runtime.start(
                    CounterProvider.Attributes(every: 60), owner: "anna", options: StartOptions(key: "tea"))
                // The caller is cancelled before it could store the id.
                try Task.checkCancellation()
                return id
            }
        }
        for (number, caller) in callers.enumerated() where number % 2 == 0 { caller.cancel() }
        for caller in callers { _ = await caller.result }
        let running = try #require(runtime.activity(owner: "anna", kind: "counter", key: "tea"))
        #expect(runtime.activities == [running])
        try await runtime.end(running, dismissalPolicy: .immediate)
        #expect(runtime.activityCount == 0)
        clock.advance(by: 60)
        #expect(clock.nextDate == nil, "nothing ticks that nobody knows of")
    }
}
