@testable import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct RenewalTests {
    let scenario = Scenario(CounterProvider())
    let hour: Double = 3_600
    var now: Date { Scenario.epoch }

    @Test func aSuccessorFollowsAMinuteBeforeTheEightHoursAreUp() throws {
        let old = try scenario.start(
            CounterProvider.Attributes(name: "long", topics: ["match/1"]), options: StartOptions(key: "long", renews: true))
        try scenario.send(CounterProvider.Event.added(5), to: old)
        #expect(scenario.nextDeadline == now + 8 * hour - 60)
        #expect(scenario.advance(by: 8 * hour - 60.001) == [])

        let changes = scenario.advance(by: 0.001)
        let new = try #require(scenario.lastChanges.first?.activity)
        #expect(
            changes == [.started, .ended(by: .renewed(new), dismissal: now + 8 * hour - 60), .dismissed(by: .gone)])
        #expect(scenario.lastChanges.map(\.activity) == [new, old, old])
        #expect(scenario.lastChanges[0].start?.predecessor == old)
        #expect(scenario.lastChanges[0].start?.key == "long")
        #expect(scenario.lastChanges[0].revision == 1)
        #expect(scenario.content(of: new, as: CounterProvider.Attributes.self)?.state.count == 5)
        #expect(scenario.state(of: old) == nil)
        #expect(scenario.activityCount == 1)
        #expect(scenario.withEngine { $0.activity(owner: "anna", kind: "counter", key: "long") } == new)
        #expect(try scenario.publish(CounterProvider.Event.added(1), to: "match/1") == [.updated])
        #expect(scenario.lastChanges.map(\.activity) == [new], "it follows what its predecessor followed")
    }

    @Test func theSuccessorInheritsWakeStalenessLeaseAndEndDate() throws {
        let lease = Lease(staleAfter: 9 * hour, endAfter: 10 * hour)
        let old = try scenario.start(
            CounterProvider.Attributes(name: "long"),
            options: StartOptions(endDate: now + 20 * hour, lease: lease, renews: true))
        try scenario.send(
            CounterProvider.Event.wakeSet(after: 8.5 * hour), to: old, eventID: "e1", timestamp: now)
        #expect(scenario.advance(by: 8 * hour).count == 3)
        let new = try #require(scenario.lastChanges.first?.activity)
        #expect(try scenario.send(CounterProvider.Event.added(1), to: new, eventID: "e1") == [.ignored(.repeatedEvent)])
        #expect(scenario.advance(to: now + 8.5 * hour) == [.updated])
        #expect(scenario.advance(to: now + 9 * hour) == [.becameStale])
        #expect(try scenario.apply(.renewLease(.id(new))) == [.becameActive])
        #expect(scenario.advance(to: now + 15 * hour) == [])
        scenario.withEngine { _ = try? $0.renewLease(new, at: now + 15 * hour) }
        #expect(scenario.advance(to: now + 17 * hour).map(\.name) == ["started", "ended", "dismissed"])
        #expect(scenario.advance(to: now + 20 * hour) == [.ended(by: .endDate, dismissal: now + 24 * hour)])
    }

    /// After runs that were lost each slot skips numbers once, and not once for each renewal.
    @Test func aRenewalAfterALostRunSkipsNoNumbers() throws {
        let old = try scenario.start(CounterProvider.Attributes(name: "long"), options: StartOptions(renews: true))
        var snapshot = try scenario.snapshot()
        snapshot.lostRuns = 4
        let other = Scenario(CounterProvider())
        try other.restore(snapshot)
        var ids = [old]
        for renewal in 1...8 {
            other.advance(to: now + Double(renewal) * (8 * hour - 60))
            ids.append(try #require(other.lastChanges.first?.activity))
        }
        let slots = Dictionary(grouping: ids, by: \.index)
        let skipped = slots.values.flatMap { ids in zip(ids, ids.dropFirst()).map { Int($1.generation) - Int($0.generation) } }
        #expect(skipped.sorted().dropLast().allSatisfy { $0 == 1 }, "\(ids)")
    }

    @Test func aRenewalNeedsNoCapacityBesideItsPredecessor() throws {
        let limits = EngineLimits(activitiesPerOwner: 1, activities: 1)
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(limits: limits))
        try scenario.start(CounterProvider.Attributes(name: "long"), options: StartOptions(renews: true))
        for day in 1...3 {
            #expect(scenario.advance(to: now + Double(day) * (8 * hour - 60)).map(\.name) == ["started", "ended", "dismissed"])
            #expect(scenario.activityCount == 1)
        }
    }

    /// Regression: each successor was immediately followed by the next, endlessly.
    @Test func aRenewalLeadLongerThanTheActiveTimeIsIgnored() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(activeDuration: 30, renewalLead: 60))
        try scenario.start(CounterProvider.Attributes(name: "brief"), options: StartOptions(renews: true))
        #expect(scenario.advance(by: 29.999) == [])
        #expect(scenario.advance(by: 0.001).map(\.name) == ["started", "ended", "dismissed"])
        #expect(scenario.advance(by: 60).count == 6)
    }

    @Test func anActivityWithoutActiveTimeHasNoSuccessor() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(activeDuration: 0))
        try scenario.start(CounterProvider.Attributes(name: "none"), options: StartOptions(renews: true))
        #expect(scenario.advance(by: 0) == [.ended(by: .timeLimit, dismissal: now + 4 * hour)])
    }

    @Test func anEndDateIsNotOutlived() throws {
        try scenario.start(
            CounterProvider.Attributes(name: "long"), options: StartOptions(endDate: now + 8 * hour - 60, renews: true))
        #expect(scenario.advance(by: 8 * hour) == [.ended(by: .endDate, dismissal: now + 12 * hour - 60)])
    }
}
