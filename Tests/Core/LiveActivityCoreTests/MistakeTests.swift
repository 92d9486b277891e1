import LiveActivityCore
import LiveActivityTesting
import Testing

/// Dates that can only be a mistake, leases, and automatic ends.
@Suite struct MistakeTests {
    let scenario = Scenario(CounterProvider())
    var now: Date { Scenario.epoch }
    let hour: Double = 3_600

    func content(_ count: Int = 0, staleAfter seconds: Double?) -> ActivityContent<Counter.ContentState> {
        ActivityContent(state: .init(count: count), staleDate: seconds.map { now + $0 })
    }

    @Test func contentThatIsStaleBeforeItIsShownIsRefused() throws {
        for seconds in [0.0, -1] {
            let error = EngineError.staleDateInPast(now + seconds, now: now)
            try scenario.expectRefusal(error) { try $0.start(Counter(name: "x"), content: content(staleAfter: seconds)) }
            let id = try scenario.start(Counter(name: "x"))
            try scenario.expectRefusal(error) { try $0.update(id, content(1, staleAfter: seconds)) }
            #expect(try scenario.end(id, content(1, staleAfter: seconds)) == ["updated", "ended"], "it does not turn stale")
        }
        let id = try scenario.start(Counter(name: "x"), content: content(staleAfter: 0.001))
        #expect(scenario.advance(by: 0.001) == [.becameStale])
        #expect(scenario.state(of: id) == .stale)
    }

    @Test func anEndInThePastIsRefused() throws {
        for seconds in [0.0, -1] {
            try scenario.expectRefusal(.endDateInPast(now + seconds, now: now)) {
                try $0.start(Counter(name: "x"), options: StartOptions(endDate: now + seconds))
            }
        }
    }

    @Test func datesInTheWrongUnitOrEpochAreRecognised() throws {
        let (unix, reference) = (now.timeIntervalSince1970, now.timeIntervalSinceReferenceDate)
        let id = try scenario.start(Counter(name: "x"))
        let mistakes: [(Double, String)] = [
            (unix * 1_000, "it looks like milliseconds; seconds are expected"),
            (reference * 1_000, "it looks like milliseconds; seconds are expected"),
            (unix, "it looks like seconds since 1970; seconds since 2001 or an ISO 8601 string are expected"),
            (unix / 1_000 - 978_307_200, "it looks like seconds; milliseconds are expected"),
            (reference - 978_307_200, "it looks like seconds since 2001; seconds since 1970 are expected"),
            (reference + 3_651 * 86_400, "it is more than 3650.0 days from now"),
            (.infinity, "it is not a finite number of seconds"), (-.infinity, "it is not a finite number of seconds"),
        ]
        for (seconds, hint) in mistakes {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let error = EngineError.implausibleDate(date, hint: hint)
            let alert = AlertConfiguration(title: "a", body: "b")
            try scenario.expectRefusal(error) { try $0.send(CounterProvider.Event.added(1), to: id, timestamp: date) }
            try scenario.expectRefusal(error) { try $0.publish(CounterProvider.Event.added(1), to: "t", timestamp: date) }
            try scenario.expectRefusal(error) { try $0.end(id, timestamp: date) }
            try scenario.expectRefusal(error) {
                try $0.update(id, .init(state: Counter.ContentState(count: 1), staleDate: date))
            }
            try scenario.expectRefusal(error) {
                try $0.start(Counter(name: "y"), content: .init(state: .init(), staleDate: date))
            }
            try scenario.expectRefusal(error) {
                try $0.start(Counter(name: "y"), options: StartOptions(start: date, alert: alert))
            }
            try scenario.expectRefusal(error) { try $0.start(Counter(name: "y"), options: StartOptions(endDate: date)) }
        }
        #expect(try scenario.send(CounterProvider.Event.added(1), to: id, timestamp: now + 3_650 * 86_400) == [.updated])
    }

    /// Time never goes back. Regression: one command with a date in milliseconds ended everything and made the engine unusable.
    @Test func aCommandsOwnTimeIsCheckedToo() throws {
        let id = try scenario.start(Counter(name: "x"))
        let wrong = [now.timeIntervalSince1970 * 1_000, now.timeIntervalSince1970, .nan, .infinity]
        for seconds in wrong {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let codes = scenario.withEngine { engine in
                [
                    engine.refusal { try $0.send(CounterProvider.Event.added(1), to: id, at: date) }?.code,
                    engine.refusal { try $0.apply(.advance, at: date) }?.code,
                ]
            }
            #expect(codes == ["implausibleDate", "implausibleDate"])
        }
        scenario.withEngine { $0.advance(to: Date(timeIntervalSinceReferenceDate: .infinity)) }
        scenario.withEngine { $0.advance(to: Date(timeIntervalSinceReferenceDate: .nan)) }
        #expect(scenario.lastChanges == [])
        #expect(scenario.withEngine { $0.now } == now)
    }

    /// The first time has nothing to compare it with, but a time that no ISO 8601 date can express is refused as a mistake.
    /// Code written for ActivityKit may have such dates.
    @Test(arguments: [true, false]) func aFirstTimeOutsideTheYears1To9999IsRefused(refusesMistakes: Bool) throws {
        for (seconds, isPossible) in [
            (252_423_993_599.5, true), (252_423_993_600, false), (1e300, false), (1.78e12, false),
            (-63_113_904_000, true), (-63_113_904_001, false), (-1e300, false),
        ] {
            var engine = Engine(configuration: EngineConfiguration(refusesMistakes: refusesMistakes))
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let isTaken = isPossible || !refusesMistakes
            let refusals = [
                engine.refusal { try $0.permit(false, owner: "anna", at: date) },
                engine.refusal { try $0.apply(.advance, at: date) },
            ]
            #expect(
                refusals.map { $0?.code } == (isTaken ? [nil, nil] : ["implausibleDate", "implausibleDate"]), "\(seconds)")
            #expect(engine.now == (isTaken ? date : nil))
        }
    }

    @Test func whatHappensAtTheEndOfTheYear9999IsDatedInThatYear() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let date = Date(timeIntervalSinceReferenceDate: 252_423_993_600 - 60)
        let id = try engine.start(Counter(name: "x"), owner: "anna", at: date)
        #expect(try engine.record(of: id)?.closingDate.iso8601 == "9999-12-31T23:59:59Z")
        try engine.end(id, at: date + 30)
        #expect(try engine.record(of: id)?.closingDate.iso8601 == "9999-12-31T23:59:59Z")
        #expect(engine.refusal { try $0.permit(false, owner: "anna", at: date + 60) }?.code == "implausibleDate")
    }

    @Test func aLenientEngineTakesMistakesAsActivityKitDoes() throws {
        let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(refusesMistakes: false))
        let id = try scenario.start(Counter(name: "x"), content: content(staleAfter: -1))
        #expect(scenario.lastChanges.map(\.what) == [.started, .becameStale])
        #expect(try scenario.update(id, content(1, staleAfter: 60)) == [.updated, .becameActive])
        #expect(try scenario.update(id, content(2, staleAfter: 0)) == [.updated, .becameStale])
        #expect(try scenario.update(id, content(3, staleAfter: 1e12)) == [.updated, .becameActive])
        try scenario.start(Counter(name: "y"), options: StartOptions(endDate: now - 60))
        #expect(scenario.nextDeadline == now)
        #expect(scenario.advance(by: 0) == [.ended(by: .endDate, dismissal: now + 4 * hour)])
        let none = Date(timeIntervalSinceReferenceDate: .infinity)
        try scenario.expectRefusal(.implausibleDate(none, hint: "it is not a finite number of seconds")) {
            try $0.start(Counter(name: "z"), options: StartOptions(endDate: none))
        }
    }

    @Test func anInfiniteOrMissingNumberAsADateKeepsNoActivityRunning() throws {
        let none = Date(timeIntervalSinceReferenceDate: .nan)
        let first = try scenario.start(Counter(name: "x"))
        #expect(
            try scenario.end(first, dismissalPolicy: .after(none)) == [
                .ended(by: .host, dismissal: now), .dismissed(by: .policy),
            ])
        let second = try scenario.start(Counter(name: "x"))
        let refusal = scenario.withEngine { engine in
            engine.refusal { try $0.send(CounterProvider.Event.staleSet(after: .nan), to: second, at: Scenario.epoch) }
        }
        #expect(refusal?.code == "implausibleDate")
        #expect(throws: EngineError.relevanceNotFinite) {
            try scenario.send(CounterProvider.Event.relevanceSet(.infinity), to: second)
        }
        #expect(scenario.advance(by: 12 * hour).map(\.name) == ["ended", "dismissed"])
    }

    // MARK: Automatic ends

    @Test func aTimeBoundActivityEndsAtItsDateUnderItsPolicy() throws {
        try scenario.start(
            Counter(name: "x"), options: StartOptions(endDate: now + 600, dismissalPolicy: .after(now + 900)))
        #expect(scenario.advance(by: 599.999) == [])
        #expect(scenario.advance(by: 0.001) == [.ended(by: .endDate, dismissal: now + 900)])
        #expect(scenario.advance(to: now + 900) == [.dismissed(by: .policy)])
    }

    @Test func anEndDateBeyondTheEightHoursIsNotReached() throws {
        try scenario.start(Counter(name: "x"), options: StartOptions(endDate: now + 9 * hour, dismissalPolicy: .immediate))
        #expect(
            scenario.advance(by: 24 * hour) == [.ended(by: .timeLimit, dismissal: now + 8 * hour), .dismissed(by: .policy)])
    }

    // MARK: Leases

    @Test func aSilentHostsActivityTurnsStaleAndThenEnds() throws {
        let id = try scenario.start(
            Counter(name: "x"), options: StartOptions(lease: Lease(staleAfter: 60, endAfter: 300)))
        #expect(scenario.advance(by: 59.999) == [])
        #expect(scenario.advance(by: 0.001) == [.becameStale])
        #expect(try scenario.apply(.renewLease(.id(id))) == [.becameActive])
        #expect(scenario.advance(by: 60) == [.becameStale])
        #expect(try scenario.send(CounterProvider.Event.added(1), to: id) == [.updated, .becameActive], "any command will do")
        #expect(scenario.advance(by: 299.999) == [.becameStale])
        #expect(scenario.advance(by: 0.001) == [.ended(by: .lease, dismissal: scenario.now + 4 * hour)])
    }

    @Test func aRenewedLeaseDoesNotMakeStaleContentFresh() throws {
        let id = try scenario.start(
            Counter(name: "x"), content: content(staleAfter: 30),
            options: StartOptions(lease: Lease(staleAfter: 60, endAfter: 300)))
        #expect(scenario.advance(by: 90) == [.becameStale])
        #expect(try scenario.apply(.renewLease(.id(id))) == [])
        #expect(scenario.state(of: id) == .stale)
        #expect(try scenario.update(id, content(1, staleAfter: 120)) == [.updated, .becameActive])
        #expect(scenario.advance(to: now + 120) == [.becameStale], "content first, lease at 150")
    }

    @Test func whatIsIgnoredDoesNotRenewALease() throws {
        let id = try scenario.start(Counter(name: "x"), options: StartOptions(lease: Lease(staleAfter: 60, endAfter: 300)))
        try scenario.send(CounterProvider.Event.added(1), to: id, eventID: "e")
        scenario.advance(by: 50)
        #expect(try scenario.send(CounterProvider.Event.added(1), to: id, eventID: "e") == [.ignored(.repeatedEvent)])
        #expect(throws: EngineError.self) { try scenario.send(CounterProvider.Event.failed, to: id) }
        #expect(scenario.advance(by: 10) == [.becameStale])
    }

    @Test(arguments: [(0.0, 10.0), (-1, 10), (10, 9.999), (10, .infinity), (.nan, 10), (10, .nan)])
    func aLeaseThatMakesNoSenseIsRefused(staleAfter: Double, endAfter: Double) throws {
        let code = scenario.withEngine { engine in
            engine.refusal {
                let lease = Lease(staleAfter: staleAfter, endAfter: endAfter)
                try $0.start(Counter(name: "x"), owner: "anna", options: StartOptions(lease: lease), at: Scenario.epoch)
            }?.code
        }
        #expect(code == "invalidLease")
        #expect(scenario.activityCount == 0)
    }

    // MARK: Side effects that an end must not have

    @Test func anEndMarksNothingStaleOrActiveOnItsWay() throws {
        let id = try scenario.start(Counter(name: "x"), content: content(staleAfter: 60))
        #expect(scenario.advance(by: 60) == [.becameStale])
        #expect(try scenario.end(id, content(5, staleAfter: nil)) == ["updated", "ended"])
        #expect(scenario.lastChanges.map(\.state) == [.stale, .ended])
    }
}

extension Scenario {
    /// Ends the activity; returns the names of the changes, for comparisons without dates.
    fileprivate func end(_ id: ActivityID, _ content: ActivityContent<Counter.ContentState>) throws -> [String] {
        _ = try withEngine { try $0.end(id, content, at: now) }
        return lastChanges.map(\.what.name)
    }
}
