import Foundation
import LiveActivityTesting
import Testing

@testable import LiveActivityCore

/// Repeated events are recognised for a period of time, beyond the newest of each activity.
@Suite struct RecentEventsTests {
    var now: Date { Scenario.epoch }

    private func engine(_ limits: EngineLimits = EngineLimits()) throws -> Engine {
        var engine = Engine(configuration: EngineConfiguration(limits: limits))
        try engine.register(AnyProvider(CounterProvider()))
        return engine
    }

    private func add(_ engine: inout Engine, _ id: ActivityID, _ event: Int, after seconds: Double) throws -> Outcome {
        defer { engine.drainChanges { _ in } }
        return try engine.send(
            CounterProvider.Event.added(1), to: id, eventID: EventID("e\(event)"), at: now.addingTimeInterval(seconds))
    }

    /// A client repeats an event within 10 minutes, and the activity has received 1,000 others meanwhile.
    @Test func anEventIsRecognisedForTenMinutesHoweverManyFollow() throws {
        var engine = try engine()
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for event in 0..<1_000 { #expect(try add(&engine, id, event, after: 0) == .applied) }
        #expect(try add(&engine, id, 0, after: 599) == .ignored(.repeatedEvent))
        #expect(try add(&engine, id, 0, after: 600) == .ignored(.repeatedEvent))
        #expect(try add(&engine, id, 0, after: 600.001) == .applied)
        #expect(engine.content(of: id, as: Counter.self)?.state.count == 1_001)
        // The newest 32 are recognised after any time.
        #expect(try add(&engine, id, 999, after: 3_600) == .ignored(.repeatedEvent))
        #expect(engine.eventsForgottenEarly == 0)
    }

    @Test func anEventOfOneActivityIsNoneOfAnotherOne() throws {
        var engine = try engine(EngineLimits(rememberedEvents: 0))
        let ids = try (0..<2).map { try engine.start(Counter(name: "\($0)"), owner: "anna", at: now) }
        for id in ids { #expect(try add(&engine, id, 1, after: 0) == .applied) }
        for id in ids { #expect(try add(&engine, id, 1, after: 0) == .ignored(.repeatedEvent)) }
    }

    /// Beyond the limit the oldest event is dropped and counted as dropped early.
    @Test func theLimitInAllIsCountedWhereItIsExceeded() throws {
        var engine = try engine(EngineLimits(rememberedEvents: 1, rememberedEventsInAll: 3))
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for event in 0..<3 { #expect(try add(&engine, id, event, after: 0) == .applied) }
        #expect(engine.eventsForgottenEarly == 0)
        #expect(try add(&engine, id, 0, after: 0) == .ignored(.repeatedEvent))
        #expect(try add(&engine, id, 3, after: 0) == .applied)
        #expect(engine.eventsForgottenEarly == 1)
        #expect(try add(&engine, id, 1, after: 0) == .ignored(.repeatedEvent))
        #expect(try add(&engine, id, 0, after: 0) == .applied)
        #expect(engine.eventsForgottenEarly == 2)
        // An event that is dropped after its time does not count as dropped early.
        for event in 10..<20 { #expect(try add(&engine, id, event, after: 601 * Double(event)) == .applied) }
        #expect(engine.eventsForgottenEarly == 2)
    }

    @Test func aTimeOfZeroLeavesTheNewestOnly() throws {
        var engine = try engine(EngineLimits(rememberedEvents: 1, rememberedEventSeconds: 0))
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for event in 0..<2 { #expect(try add(&engine, id, event, after: 0) == .applied) }
        #expect(try add(&engine, id, 1, after: 0) == .ignored(.repeatedEvent))
        #expect(try add(&engine, id, 0, after: 0) == .applied)
        #expect(try engine.snapshot().recentEvents == nil)
    }

    /// An id that begins with `~` is recognised for the time, and is not part of the activity.
    @Test(arguments: [600, 0]) func aBriefIDIsNotPartOfItsActivity(seconds: Double) throws {
        var engine = try engine(EngineLimits(rememberedEventSeconds: seconds))
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        func add(_ event: EventID, after seconds: Double) throws -> Outcome {
            defer { engine.drainChanges { _ in } }
            return try engine.send(
                CounterProvider.Event.added(1), to: id, eventID: event, at: now.addingTimeInterval(seconds))
        }
        #expect(try add("~1", after: 0) == .applied)
        #expect(try add("plain", after: 0) == .applied)
        // Without the time only the activity can recognise it.
        #expect(try engine.record(of: id)?.extras?.events == (seconds == 0 ? ["~1", "plain"] : ["plain"]))
        #expect(try add("~1", after: 600) == .ignored(.repeatedEvent))
        #expect(try add("~1", after: 600.001) == (seconds == 0 ? .ignored(.repeatedEvent) : .applied))
        #expect(try add("plain", after: 600.001) == .ignored(.repeatedEvent))
    }

    @Test func aPublishedEventIsRecognisedToo() throws {
        var engine = try engine()
        _ = try engine.start(Counter(name: "1", topics: ["match"]), owner: "anna", at: now)
        func publish(_ engine: inout Engine, _ event: Int) throws -> Outcome {
            defer { engine.drainChanges { _ in } }
            return try engine.publish(CounterProvider.Event.added(1), to: "match", eventID: EventID("\(event)"), at: now)
        }
        for event in 0..<100 { _ = try publish(&engine, event) }
        #expect(try publish(&engine, 0) == .ignored(.repeatedEvent))
    }

    /// The successor of a renewed activity also recognises its predecessor's events.
    @Test func anEventIsRecognisedAfterARenewal() throws {
        var engine = Engine(configuration: EngineConfiguration(limits: EngineLimits(rememberedEvents: 0)))
        try engine.register(AnyProvider(CounterProvider()))
        let options = StartOptions(key: "k", renews: true)
        let old = try engine.start(Counter(name: "1"), owner: "anna", options: options, at: now)
        let renewal = 8 * 3_600 - 60.0
        #expect(try add(&engine, old, 1, after: renewal - 1) == .applied)
        engine.advance(to: now.addingTimeInterval(renewal))
        let found = engine.activity(owner: "anna", kind: "counter", key: "k")
        let new = try #require(found)
        #expect(new != old)
        #expect(try add(&engine, new, 1, after: renewal + 1) == .ignored(.repeatedEvent))
    }

    @Test func aSnapshotHasThem() throws {
        var engine = try engine()
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for event in 0..<100 { _ = try add(&engine, id, event, after: Double(event)) }
        var other = try self.engine()
        try other.restore(try Snapshot(parsing: WireEncoder().encode(engine.snapshot())))
        #expect(try other.snapshot() == engine.snapshot())
        #expect(try add(&other, id, 0, after: 100) == .ignored(.repeatedEvent))
        #expect(try add(&other, id, 0, after: 601) == .applied)
    }

    /// A snapshot of an earlier version can be read, and damage loses only the damaged events.
    @Test func aSnapshotWithoutOrWithDamagedOnesIsRead() throws {
        var engine = try engine()
        let id = try engine.start(Counter(name: "1"), owner: "anna", at: now)
        for event in 0..<40 { _ = try add(&engine, id, event, after: 0) }
        var snapshot = try engine.snapshot()
        for text in [nil, "", "?", "AAAA", snapshot.recentEvents.map { String($0.dropLast(4)) }] {
            snapshot.recentEvents = text
            var other = try self.engine()
            try other.restore(snapshot)
            #expect(try add(&other, id, 39, after: 1) == .ignored(.repeatedEvent))
            #expect(try add(&other, id, 0, after: 1) == .applied)
        }
    }

    // MARK: - Recent events in a store

    /// The contents of a store: records by name.
    private struct Pages {
        var records: [Topic: Snapshot.TopicMemory] = [:]

        mutating func write(_ taken: [(name: Topic, memory: Snapshot.TopicMemory?)]) {
            for (name, memory) in taken where memory == nil { records[name] = nil }
            for (name, memory) in taken { if let memory { records[name] = memory } }
        }

        var all: [Snapshot.TopicMemory] { records.values.sorted { $0.name < $1.name } }
    }

    /// Batches add pages, and delete the pages of which every event has expired.
    @Test func onlyWhatIsNewIsWritten() {
        var (recent, pages) = (RecentEvents(EngineLimits()), Pages())
        let id = ActivityID(rawValue: 7)
        #expect(recent.take().isEmpty)
        for batch in 0..<20 {
            for event in 0..<3 { recent.remember(EventID("\(batch).\(event)"), of: id, at: Double(batch) * 100) }
            let taken = recent.take()
            #expect(taken.count { $0.memory != nil } == 1)
            pages.write(taken)
            #expect(recent.take().isEmpty)
        }
        // 600 s before 1,900: batches 13 to 19.
        #expect(pages.records.count == 7)
        var other = RecentEvents(EngineLimits())
        other.reopen(pages.all, at: 1_900)
        #expect(other.text(at: 1_900) == recent.text(at: 1_900))
        let known = ["12.2", "13.0"].map { other.contains(EventID($0), of: id, at: 1_900) }
        #expect(known == [false, true])
        // The restored memory continues with the next number.
        other.remember("new", of: id, at: 1_900)
        let taken = other.take()
        #expect(taken.count == 1 && pages.records[taken[0].name] == nil)
    }

    /// A takeover: the clock of the new owner is ahead, or nothing ran for an hour. The ten minutes continue, also where the
    /// store's time cannot be read.
    @Test(arguments: [100, -Double.infinity]) func theTimeWithoutAnOwnerDoesNotCount(storedTime: Double) {
        var (recent, pages) = (RecentEvents(EngineLimits()), Pages())
        let id = ActivityID(rawValue: 7)
        recent.remember("a", of: id, at: 0)
        recent.remember("b", of: id, at: 100)
        pages.write(recent.take())
        var owner = RecentEvents(EngineLimits())
        owner.reopen(pages.all, at: storedTime)
        #expect(owner.text(at: 4_000) == recent.text(at: 100))
        let known = ["a", "b"].map { owner.contains(EventID($0), of: id, at: 4_000) }
        #expect(known == [true, true])
        let ends = [("a", 4_500), ("a", 4_500.1), ("b", 4_600), ("b", 4_600.1)].map { event, time in
            owner.contains(EventID(event), of: id, at: time)
        }
        #expect(ends == [true, false, true, false])
    }

    /// A failed batch is written again together with the newer events; a page that has expired meanwhile is deleted.
    @Test func aBatchThatFailsIsWrittenAgain() {
        var (recent, pages) = (RecentEvents(EngineLimits()), Pages())
        let id = ActivityID(rawValue: 7)
        recent.remember("a", of: id, at: 0)
        let first = recent.take()
        for (name, memory) in first { recent.putBack(name, memory) }
        recent.remember("b", of: id, at: 1)
        pages.write(recent.take())
        #expect(pages.records.count == 2)
        var other = RecentEvents(EngineLimits())
        other.reopen(pages.all, at: 1)
        #expect(other.text(at: 1) == recent.text(at: 1))
        // Both have expired. The batch that deletes them fails as well.
        recent.remember("c", of: id, at: 1_000)
        for (name, memory) in recent.take() { recent.putBack(name, memory) }
        pages.write(recent.take())
        #expect(pages.records.count == 1)
    }
}
