import LiveActivityCore
import LiveActivityTesting
import Testing

/// The laws of the engine, each checked with hundreds of random stories. A failure prints its seed; `SLA_SEED=4711` runs that
/// one only, `SLA_TEST_ROUNDS=100` runs a hundred times as many.
@Suite struct LawTests {
    /// The changes of a story, step by step.
    func play(_ story: Story, _ advance: (inout World, Date, inout SeededGenerator) -> [Line] = { _, _, _ in [] }) throws
        -> [[Line]]
    {
        var world = try World(story.configuration)
        var random = SeededGenerator(seed: story.seed ^ 0xABCD)
        return story.steps.map { step in
            let stepTime = world.time(of: step)
            let before = advance(&world, stepTime, &random)
            return before + world.apply(step.action, at: stepTime).lines
        }
    }

    /// Whether two runs of a story agree; records where they differ if not.
    func agree(_ story: Story, _ left: [[Line]], _ right: [[Line]]) -> Bool {
        guard let index = left.indices.first(where: { left[$0] != right[$0] }) else { return true }
        let same = zip(left[index], right[index]).prefix { $0 == $1 }.count
        Issue.record(
            """
            seed \(story.seed), step \(index): \(story.steps[index])
            after \(same) equal changes: \(left[index].dropFirst(same).first.map { "\($0)" } ?? "nothing")
            in the other run:           \(right[index].dropFirst(same).first.map { "\($0)" } ?? "nothing")
            """)
        return false
    }

    // MARK: 1. Determinism

    @Test func theSameCommandsGiveTheSameChanges() throws {
        for seed in SeededGenerator.seeds(300) {
            let story = Story(seed: seed)
            guard agree(story, try play(story), try play(story)) else { return }
        }
    }

    /// Dictionaries and sets have a different order in every process. This test starts itself as a second process, and compares
    /// the results of both.
    @Test(.timeLimit(.minutes(5))) func theSameCommandsGiveTheSameBytesInEveryProcess() async throws {
        let here = try StoryDigest()
        #expect(try StoryDigest() == here)

        let child = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            print(try StoryDigest().line)
        }
        let output = String(decoding: child.standardOutputContent, as: UTF8.self)
        let there = try #require(output.split(separator: "\n").lazy.compactMap { StoryDigest(line: $0) }.first, "\(output)")
        #expect(there.changes == here.changes)
        #expect(there.hash != here.hash, "both processes hash alike, so that equal changes prove nothing")
    }

    // MARK: 2. Tick-size invariance

    @Test func manySmallStepsAreOneLargeOne() throws {
        for seed in SeededGenerator.seeds(400) {
            let story = Story(seed: seed)
            let atOnce = try play(story)
            let often = try play(story) { world, stepTime, random in
                guard let from = world.engine.now else { return [] }
                let seconds = stepTime.timeIntervalSince(from)
                guard seconds > 0 else { return [] }
                var steps = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                    Double.random(in: 0...seconds, using: &random)
                }
                if random.once(in: 3) { steps.sort() }
                return steps.flatMap { world.advance(to: from + $0) }
            }
            guard agree(story, atOnce, often) else { return }
        }
    }

    @Test func oneHourIsThreeThousandSixHundredSeconds() throws {
        for seed in SeededGenerator.seeds(10) {
            let story = Story(seed: seed, length: 30)
            var slow = try World(story.configuration)
            var quick = try World(story.configuration)
            for step in story.steps {
                let stepTime = slow.time(of: step)
                _ = quick.time(of: step)
                _ = slow.apply(step.action, at: stepTime)
                _ = quick.apply(step.action, at: stepTime)
            }
            let end = slow.engine.now
            let now = try #require(end)
            guard now < Date(timeIntervalSinceReferenceDate: 1e10) else { continue }
            var lines: [Line] = []
            for second in 1...3_600 { lines += slow.advance(to: now + Double(second)) }
            let atOnce = quick.advance(to: now + 3_600)
            guard agree(story, [lines], [atOnce]) else { return }
        }
    }

    // MARK: 3. All or nothing

    /// Random stories cause most of the errors; each of the others has a dedicated situation (``Refusal``).
    @Test func aCommandThatThrowsChangesNothing() throws {
        var codes: Set<String> = []
        let seeds = SeededGenerator.seeds(150)
        for seed in seeds {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            for step in story.steps {
                let stepTime = world.time(of: step)
                _ = world.advance(to: stepTime)
                let before = try world.engine.snapshot()
                let (lines, error) = world.apply(step.action, at: stepTime)
                guard let error else { continue }
                codes.insert(error.code)
                var after = try world.engine.snapshot()
                #expect(lines.allSatisfy { $0.what.isReport }, "seed \(seed), \(step): \(lines)")
                #expect(after.sequence == before.sequence + UInt64(lines.count), "seed \(seed), \(step)")
                after.sequence = before.sequence
                guard after == before else {
                    Issue.record("seed \(seed), \(step): \(error.code) changed something")
                    return
                }
            }
        }
        for refusal in Refusal.all {
            codes.insert(refusal.code)
            try refusal.check()
        }
        // A single seed, used to repeat a failure, does not cause every error.
        guard seeds.count > 1 else { return }
        #expect(codes == Set(EngineErrorTests.cases.map(\.1)))
    }

    // MARK: 4, 5, 6. Revisions, states and time only go forward; one start

    @Test func revisionsAndStatesOnlyGoForward() throws {
        for seed in SeededGenerator.seeds(1_000, from: 10_000) {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            var activities = KnownActivities()
            for step in story.steps {
                let stepTime = world.time(of: step)
                let lines = world.apply(step.action, at: stepTime).lines
                for line in lines {
                    if let fault = activities.fault(line) {
                        Issue.record("seed \(seed), \(step): \(fault): \(line)")
                        return
                    }
                }
                let (count, isOneStart) = (world.engine.activityCount, try activities.isOneStart(world.engine))
                try #require(count == activities.count, "seed \(seed): the memory of dismissed activities is freed")
                try #require(isOneStart, "seed \(seed), \(step)")
            }
            // Everything ends, and afterwards nothing is left.
            guard !story.steps.contains(where: { $0.renewsForEver }) else { continue }
            for _ in 0..<100 where world.engine.activityCount > 0 {
                guard let next = world.engine.nextDeadline else { break }
                for line in world.advance(to: next + 30 * 3_600) {
                    #expect(activities.fault(line) == nil, "seed \(seed): \(line)")
                }
            }
            let (count, next) = (world.engine.activityCount, world.engine.nextDeadline)
            try #require(count == 0 && next == nil, "seed \(seed): \(count) activities, next \(String(describing: next))")
        }
    }

    /// The state of activities, derived from their changes alone.
    struct KnownActivities {
        struct Known { var revision: UInt32, state: ActivityState, owner: OwnerID, kind: ActivityKind }
        var known: [ActivityID: Known] = [:]
        var gone: Set<ActivityID> = []
        var sequence: UInt64 = 0
        var at = Date.distantPast
        var count: Int { known.count }

        mutating func fault(_ line: Line) -> String? {
            guard line.sequence == sequence + 1 else { return "the sequence has a gap after \(sequence)" }
            guard line.at >= at else { return "time ran backwards from \(at)" }
            (sequence, at) = (line.sequence, line.at)
            guard !gone.contains(line.activity) else { return "something followed the dismissal" }
            guard let before = known[line.activity] else {
                guard line.what.begins, line.revision == 1 else { return "it never started" }
                known[line.activity] = Known(revision: 1, state: line.state, owner: line.owner, kind: line.kind)
                return nil
            }
            guard before.owner == line.owner, before.kind == line.kind else { return "its owner or kind changed" }
            if line.what.isReport {
                return line.revision == before.revision && line.state == before.state ? nil : "a report changed something"
            }
            if case .alerted = line.what {
                // An alert either accompanies the change before it, or is a change of its own.
                guard line.revision - before.revision <= 1 else { return "the revision jumped from \(before.revision)" }
            } else {
                guard line.revision == before.revision + 1 else { return "the revision was \(before.revision)" }
            }
            guard Self.follows(before.state, line) else { return "that does not follow \(before.state)" }
            known[line.activity] = Known(revision: line.revision, state: line.state, owner: line.owner, kind: line.kind)
            if line.state == .dismissed {
                known[line.activity] = nil
                gone.insert(line.activity)
            }
            return nil
        }

        /// The transitions that ActivityKit documents. Source: Documentation/Reference.md, LIFE-12.
        static func follows(_ before: ActivityState, _ line: Line) -> Bool {
            switch (line.what, before, line.state) {
            case (.started, .pending, .active), (.becameStale, .active, .stale): true
            case (.becameActive, .stale, .active), (.becameActive, .active, .active): true
            case (.updated, .stale, .active): true
            case (.updated, let before, let after), (.alerted, let before, let after): before == after && before.acceptsContent
            case (.ended, let before, .ended): before.acceptsContent
            case (.dismissed, .ended, .dismissed): true
            default: false
            }
        }

        /// Whether at most one activity runs for each owner, kind and key.
        func isOneStart(_ engine: borrowing Engine) throws -> Bool {
            var running: Set<[String]> = []
            for id in engine.activities where engine.state(of: id)?.acceptsContent == true {
                guard let record = try engine.record(of: id), let key = record.key else { continue }
                guard running.insert([record.owner.rawValue, id.kindText, key.rawValue]).inserted else { return false }
            }
            return true
        }
    }

    // MARK: Stopping and resuming

    @Test func goingOnFromASnapshotIsNeverHavingStopped() throws {
        for seed in SeededGenerator.seeds(400) {
            let story = Story(seed: seed)
            var random = SeededGenerator(seed: seed ^ 0x5EED)
            let stop = Int.random(in: 0..<story.steps.count, using: &random)
            var whole = try World(story.configuration)
            var stopped = try World(story.configuration)
            for (index, step) in story.steps.enumerated() {
                if index == stop { try stopped.stopAndGoOn() }
                let stepTime = whole.time(of: step)
                _ = stopped.time(of: step)
                let (expected, got) = (whole.apply(step.action, at: stepTime), stopped.apply(step.action, at: stepTime))
                guard agree(story, [expected.lines], [got.lines]), expected.error?.code == got.error?.code else {
                    Issue.record("seed \(seed), stopped before step \(stop), parted at step \(index): \(step)")
                    return
                }
            }
            let (left, right) = (try whole.engine.snapshot(), try stopped.engine.snapshot())
            let isEqual = left == right
            try #require(isEqual, "seed \(seed)")
            for counts in [whole.engine.counted, stopped.engine.counted] {
                try #require(counts.kept == counts.looked, "seed \(seed): the counts are those of the activities")
            }
        }
    }

    // MARK: The next deadline

    @Test func nothingHappensBeforeTheNextDeadlineAndSomethingAtIt() throws {
        for seed in SeededGenerator.seeds(400) {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            for step in story.steps {
                let stepTime = world.time(of: step)
                _ = world.apply(step.action, at: stepTime)
                guard let next = world.engine.nextDeadline else {
                    let count = world.engine.activityCount
                    try #require(count == 0, "seed \(seed): every activity has a deadline")
                    continue
                }
                let now = world.engine.now ?? .distantPast
                try #require(next >= now, "seed \(seed)")
                let justBefore = Date(timeIntervalSinceReferenceDate: next.timeIntervalSinceReferenceDate.nextDown)
                let (before, stillNext, at) = (
                    world.advance(to: justBefore), world.engine.nextDeadline, world.advance(to: next)
                )
                guard before.isEmpty, stillNext == next, !at.isEmpty else {
                    Issue.record("seed \(seed), \(step), next \(next): \(before), then \(stillNext as Any), then \(at)")
                    return
                }
            }
        }
    }
}

extension World {
    /// Applies a step without draining its changes.
    mutating func perform(_ action: Step.Action, at stepTime: Date) { try? performThrowing(action, at: stepTime) }

    /// Drains the changes as every interface does.
    mutating func takeChanges() throws -> [Change] {
        let changes = try engine.takeChanges()
        for change in changes where change.what.begins && change.revision == 1 { remember(change.activity) }
        return changes
    }

    /// Saves the engine as JSON, and continues with an engine restored from it.
    mutating func stopAndGoOn() throws {
        let saved = try WireEncoder().encode(engine.snapshot())
        var engine = Engine(configuration: configuration)
        // The restored engine has the kinds registered in another order.
        for provider in Self.providers.reversed() { try engine.register(provider) }
        try engine.restore(WireDecoder().decode(Snapshot.self, from: saved))
        self.engine = engine
    }
}

extension Step {
    var renewsForEver: Bool {
        if case .start(_, _, _, _, let options) = action { options.renews == true } else { false }
    }
}

extension ActivityID {
    /// The digits for the kind and the shard.
    var kindText: String { String(description.prefix(4)) }
}

extension Engine {
    /// The number of activities by kind and state: from the engine's counters, and by counting the activities.
    fileprivate var counted: (kept: [String: Int], looked: [String: Int]) {
        var looked: [String: Int] = [:]
        for id in activities { looked["\(kind(of: id) ?? "") \(state(of: id) ?? .dismissed)", default: 0] += 1 }
        return (Dictionary(uniqueKeysWithValues: activityCounts.map { ("\($0.kind) \($0.state)", $0.count) }), looked)
    }
}
