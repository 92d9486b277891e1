import Foundation
import LiveActivityTesting
import Testing

@testable import LiveActivityCore

/// A command that its sender repeats is applied once, however many others came in between.
@Suite struct RequestMemoryTests {
    private func name(_ number: UInt64, settled: UInt64 = 1, _ sender: String = "a") -> RequestName {
        RequestName(sender: sender, number: number, settled: settled)
    }

    @Test func whatWasDoneIsKnownUntilItIsSettled() throws {
        var memory = RequestMemory()
        #expect(memory.answer(to: name(1)) == nil)
        let started = Outcome.started(ActivityID(rawValue: 77))
        var report = PublishReport()
        (report.applied, report.refused) = (3, 1)
        memory.remember(name(1), .applied, at: 0)
        memory.remember(name(2), started, at: 0)
        memory.remember(name(3), .published(report), at: 0)
        for number in 4...10_000 as ClosedRange<UInt64> { memory.remember(name(number), .applied, at: 0) }
        #expect(memory.answer(to: name(1)) == .done(.applied))
        #expect(memory.answer(to: name(2)) == .done(started))
        #expect(memory.answer(to: name(3)) == .done(.published(report)))
        #expect(memory.answer(to: name(10_000)) == .done(.applied))
        #expect(memory.answer(to: name(10_001)) == nil)
        #expect(memory.answer(to: name(1, "b")) == nil, "another sender's is another command")
        // The sender has received all answers except for number 2 and the numbers after 9,000.
        memory.remember(name(10_001, settled: 2), .applied, at: 0)
        #expect(memory.answer(to: name(1)) == .settled)
        #expect(memory.answer(to: name(2)) == .done(started))
        memory.remember(name(10_002, settled: 9_000), .applied, at: 0)
        #expect(memory.answer(to: name(2)) == .settled)
        #expect(memory.answer(to: name(8_999)) == .settled)
        #expect(memory.answer(to: name(9_000)) == .done(.applied))
    }

    private func name(_ number: UInt64, _ sender: String) -> RequestName { name(number, settled: 1, sender) }

    /// A command without effect need not be remembered: repeating it is harmless.
    @Test func whatHasChangedNothingIsNotRemembered() {
        var memory = RequestMemory()
        for (number, outcome) in [Outcome.unchanged, .ignored(.repeatedEvent), .joined(ActivityID(rawValue: 1))].enumerated() {
            memory.remember(name(UInt64(number) + 1), outcome, at: 0)
            #expect(memory.answer(to: name(UInt64(number) + 1)) == nil)
        }
        #expect(!memory.isDirty)
        #expect(memory.take(at: 0).isEmpty)
    }

    @Test func aStoreHasIt() throws {
        var memory = RequestMemory()
        let started = Outcome.started(ActivityID(rawValue: 0x1234_5678_9abc))
        for number in [3, 4, 5, 7, 9, 10] as [UInt64] { memory.remember(name(number, settled: 3), .applied, at: 5) }
        memory.remember(name(8, settled: 3), started, at: 5)
        memory.remember(name(1, settled: 1, "b"), .applied, at: 6)
        let taken = memory.take(at: 6)
        #expect(!memory.isDirty)
        #expect(
            taken.map { $0.memory?.events.map(\.rawValue) ?? [] }
                == [["3", "3-5", "7", "9-10", "8=s\(ActivityID(rawValue: 0x1234_5678_9abc))"], ["1", "1"]])
        var other = RequestMemory()
        other.reopen(taken.compactMap(\.memory))
        for number in 1...11 as ClosedRange<UInt64> {
            #expect(other.answer(to: name(number)) == memory.answer(to: name(number)))
        }
        // A failed batch is written again together with newer entries.
        for (name, _) in taken { memory.putBack(name) }
        #expect(memory.isDirty)
        #expect(memory.take(at: 6).map(\.memory) == taken.map(\.memory))
    }

    /// Each node process is a sender, and nodes come and go.
    @Test func aSenderThatIsSilentForAnHourIsForgotten() {
        var memory = RequestMemory()
        memory.remember(name(1), .applied, at: 0)
        _ = memory.take(at: 0)
        memory.remember(name(1, "b"), .applied, at: 3_600)
        #expect(memory.take(at: 3_600).map { $0.memory == nil } == [false])
        memory.remember(name(2, "b"), .applied, at: 3_600.1)
        #expect(memory.take(at: 3_600.1).map { $0.memory == nil } == [true, false])
        #expect(memory.answer(to: name(1)) == nil)
    }

    /// After a takeover by a node whose clock is hours ahead, the senders are not silent: they repeat what was not answered.
    @Test func theHourOfSilenceBeginsWithAnOwnership() {
        var memory = RequestMemory()
        memory.remember(name(1), .applied, at: 0)
        var owner = RequestMemory()
        owner.reopen(memory.take(at: 0).compactMap(\.memory))
        owner.remember(name(1, "b"), .applied, at: 50_000)
        #expect(owner.take(at: 50_000).map { $0.memory == nil } == [false])
        #expect(owner.answer(to: name(1)) == .done(.applied))
        owner.remember(name(2, "b"), .applied, at: 53_600)
        #expect(owner.take(at: 53_600).map { $0.memory == nil } == [false])
        owner.remember(name(3, "b"), .applied, at: 53_600.1)
        #expect(owner.take(at: 53_600.1).map { $0.memory == nil } == [true, false])
        #expect(owner.answer(to: name(1)) == nil)
    }

    /// The batch that was to delete its former record failed. The record is replaced, also if the command has no effect.
    @Test func aForgottenSenderThatReturnsHasOneRecord() {
        var memory = RequestMemory()
        memory.remember(name(1), .applied, at: 0)
        _ = memory.take(at: 0)
        memory.remember(name(1, "b"), .applied, at: 3_600.1)
        for (name, _) in memory.take(at: 3_600.1) { memory.putBack(name) }
        memory.remember(name(2), .unchanged, at: 3_601)
        memory.remember(name(2, "b"), .applied, at: 3_601)
        #expect(memory.take(at: 3_601).map { $0.memory?.events.map(\.rawValue) } == [["1"], ["1", "1-2"]])
        #expect(memory.answer(to: name(1)) == nil)
        #expect(memory.answer(to: name(2, "b")) == .done(.applied))
        #expect(!memory.isDirty)
    }

    /// An unfinished inbox batch is sent again when a node runs, however late.
    @Test func anInboxIsKeptHoweverLongItIsSilent() {
        var memory = RequestMemory()
        memory.remember(name(1, RequestName.inbox), .applied, at: 0)
        memory.remember(name(1, "b"), .applied, at: 1_000_000)
        #expect(memory.take(at: 1_000_000).map { $0.memory == nil } == [false, false])
        #expect(memory.answer(to: name(1, RequestName.inbox)) == .done(.applied))
    }

    /// A set of numbers is independent of the order of insertion.
    @Test func rangesAreASetOfNumbers() {
        for seed in SeededGenerator.seeds(200) {
            var random = SeededGenerator(seed: seed)
            var (ranges, numbers) = (NumberRanges(), Set<UInt64>())
            for _ in 0..<60 {
                if random.once(in: 8) {
                    let end = UInt64(random.below(40))
                    ranges.remove(below: end)
                    numbers = numbers.filter { $0 >= end }
                } else {
                    let number = UInt64(random.below(40))
                    ranges.insert(number)
                    numbers.insert(number)
                }
                let found = ranges.ranges.flatMap { Array($0) }
                #expect(found == numbers.sorted(), "SLA_SEED=\(seed)")
                #expect(zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
                for number in 0..<42 as Range<UInt64> { #expect(ranges.contains(number) == numbers.contains(number)) }
            }
        }
        var ends = NumberRanges()
        ends.insert(.max)
        ends.insert(0)
        ends.insert(.max - 1)
        #expect(ends.ranges == [0...0, (.max - 1)...(.max)])
    }

    /// A repeated update does not overwrite a newer one, and a refused one is applied again.
    @Test func anEngineCarriesACommandOutOnce() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let now = Scenario.epoch
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        func set(_ engine: inout Engine, _ count: Int, _ number: UInt64, settled: UInt64 = 1) throws -> Outcome {
            try engine.once(name(number, settled: settled)) { (engine) throws(EngineError) in
                try engine.update(id, ActivityContent(state: Counter.ContentState(count: count), staleDate: nil), at: now)
            }
        }
        #expect(try set(&engine, 1, 1) == .applied)
        #expect(try set(&engine, 2, 2) == .applied)
        #expect(try set(&engine, 1, 1) == .applied)
        #expect(engine.content(of: id, as: Counter.self)?.state.count == 2)
        #expect(engine.revision(of: id) == 3)
        // A copy that arrives after a long delay is not applied either.
        #expect(try set(&engine, 3, 3, settled: 3) == .applied)
        #expect(throws: EngineError.self) { try set(&engine, 9, 1, settled: 1) }
        #expect(engine.content(of: id, as: Counter.self)?.state.count == 3)
    }
}
