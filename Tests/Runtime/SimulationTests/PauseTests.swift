import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

/// The same commands at the same times give the same changes, byte for byte, also with a store, whenever it is written, and
/// however often the runtime is closed and reopened.
@Suite(.timeLimit(.minutes(10))) struct PauseTests {
    /// An action at a time: a command, or only the passing of time.
    private struct Step {
        var at: Date
        var command: Command?
    }

    @Test(arguments: SeededGenerator.seeds(40)) func pausesAndReopeningsDoNotShowInTheOutput(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let shards = random.pick([1, 1, 3])
        let (log, expected) = try story(&random, seed, shards)
        for durability in [Durability.strict, .relaxed(interval: random.pick([0.1, 5, 1_000]))] {
            let output = try play(log, &random, seed, shards, durability)
            let first = zip(output, expected).first { $0 != $1 }
            #expect(
                output == expected,
                "SLA_SEED=\(seed), \(durability): \(first?.0 ?? "\(output.count) changes") instead of \(first?.1 ?? "\(expected.count)")"
            )
        }
    }

    /// Generates commands, and their changes by a runtime without a store.
    private func story(_ random: inout SeededGenerator, _ seed: UInt64, _ shards: Int) throws -> ([Step], [String]) {
        let source = CommandSource(Simulation.providers)
        let clock = ManualClock()
        let changes = Changes()
        let runtime = try LiveActivityRuntime(
            configuration: Self.configuration(seed), shards: shards, clock: clock, providers: Simulation.providers)
        runtime.observe { changes.append($0) }
        var steps: [Step] = []
        for _ in 0..<200 {
            clock.advance(by: random.pick([0, 0, 0, 0.05, 1, 10, 45, 300, 3_600]))
            let command =
                random.once(in: 10)
                ? nil
                : source.next(
                    &random, at: clock.now, ids: runtime.activities, kindOf: { [runtime] in runtime.kind(of: $0) },
                    topics: ["match/1", "match/2"])
            if let command { _ = try? runtime.apply(command) }
            steps.append(Step(at: clock.now, command: command))
        }
        return (steps, changes.text)
    }

    private func play(
        _ steps: [Step], _ random: inout SeededGenerator, _ seed: UInt64, _ shards: Int, _ durability: Durability
    ) throws -> [String] {
        let clock = ManualClock()
        let store = MemoryStore()
        let changes = Changes()
        let open = {
            try LiveActivityRuntime(
                configuration: Self.configuration(seed), shards: shards, clock: clock, providers: Simulation.providers,
                store: store, durability: durability
            ) { $0.observe { changes.append($0) } }
        }
        var runtime = try open()
        for step in steps {
            if random.once(in: 8) { try runtime.flush() }
            let reopens = random.once(in: 8)
            if reopens { runtime.close() }
            clock.advance(by: step.at.timeIntervalSince(clock.now))
            if reopens { runtime = try open() }
            if let command = step.command { _ = try? runtime.apply(command) }
        }
        runtime.close()
        #expect(store.head().lostRuns == 0)
        return changes.text
    }

    private static func configuration(_ seed: UInt64) -> EngineConfiguration {
        EngineConfiguration(
            seed: seed, limits: EngineLimits(activitiesPerOwner: 4, activities: 20, alertsPerHour: 3, rememberedEvents: 4),
            activeDuration: 2 * 3_600, lingerDuration: 900, afterDismissal: .refuse(seconds: 600))
    }

    private final class Changes: Sendable {
        private let all = Mutex<[Change]>([])

        func append(_ change: Change) { all.withLock { $0.append(change) } }

        /// The changes as JSON. Changes of different shards have no order.
        var text: [String] {
            let encoder = WireEncoder()
            return all.withLock { $0 }
                .sorted { ($0.activity.shard, $0.sequence) < ($1.activity.shard, $1.sequence) }
                .map { (try? encoder.encode($0)).map { String(decoding: $0, as: UTF8.self) } ?? "\($0)" }
        }
    }
}
