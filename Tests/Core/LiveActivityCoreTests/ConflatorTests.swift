import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ConflatorTests {
    let start = Date(timeIntervalSinceReferenceDate: 803_667_600)

    // MARK: One activity

    @Test func theFirstUpdateGoesAtOnceAndTheNewestOfTheNextSecondAtItsEnd() {
        var conflator = Conflator()
        #expect(conflator.offer(update(1), at: start) == [update(1)])
        #expect(conflator.nextDeadline == nil)
        #expect(conflator.offer(update(2), at: start + 0.25) == [])
        #expect(conflator.nextDeadline == start + 1)
        #expect(conflator.offer(update(3), at: start + 0.5) == [])
        #expect(conflator.advance(to: start + 0.999) == [])
        #expect(conflator.advance(to: start + 1) == [update(3)], "the newest, and only that")
        #expect(conflator.nextDeadline == nil)
        #expect(conflator.offer(update(4), at: start + 1.5) == [], "an update went out half a second ago")
        #expect(conflator.advance(to: start + 2) == [update(4)])
        #expect(conflator.offer(update(5), at: start + 3) == [update(5)], "a whole second later it goes at once")
    }

    @Test func anUpdateThatComesWhenTheHeldOneIsDueReplacesIt() {
        var conflator = Conflator()
        _ = conflator.offer(update(1), at: start)
        _ = conflator.offer(update(2), at: start + 0.5)
        #expect(conflator.offer(update(3), at: start + 1) == [update(3)], "nobody needs the second any more")
        #expect(conflator.nextDeadline == nil)
    }

    @Test func anAlertTakesTheHeldUpdateWithIt() {
        var conflator = Conflator()
        let alert = change(3, .alerted(AlertConfiguration(title: "Goal", body: "1:0")))
        _ = conflator.offer(update(1), at: start)
        _ = conflator.offer(update(2), at: start + 0.1)
        #expect(conflator.offer(alert, at: start + 0.2) == [update(2), alert])
        #expect(conflator.offer(update(4), at: start + 1.1) == [], "an update went out with the alert, at 0.2")
        #expect(conflator.advance(to: start + 1.2) == [update(4)])
    }

    @Test func anEndIsNotHeldBackAndNothingIsKeptAfterTheDismissal() {
        var conflator = Conflator()
        let end = change(3, .ended(by: .host, dismissal: start + 60))
        let dismissal = change(4, .dismissed(by: .policy))
        _ = conflator.offer(update(1), at: start)
        _ = conflator.offer(update(2), at: start + 0.1)
        #expect(conflator.offer(end, at: start + 0.2) == [update(2), end])
        #expect(conflator.offer(dismissal, at: start + 0.3) == [dismissal])
        #expect(conflator.nextDeadline == nil)
        #expect(conflator.flush() == [])
    }

    @Test func aReceiverThatStopsGetsWhatIsHeld() {
        var conflator = Conflator(interval: 10)
        for activity in [1, 2] as [UInt64] {
            _ = conflator.offer(update(activity, of: activity), at: start + Double(activity))
            _ = conflator.offer(update(activity + 10, of: activity), at: start + 3)
        }
        #expect(conflator.flush() == [update(11, of: 1), update(12, of: 2)])
        #expect(conflator.nextDeadline == nil)
    }

    // MARK: Any sequence of changes

    @Test(arguments: SeededGenerator.seeds(200, from: 0))
    func itDoesWhatASimpleModelDoes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var conflator = Conflator(interval: 1)
        var model = ObviousConflator(interval: 1)
        var now = start
        var received: [(change: Change, at: Date)] = []
        for sequence in 1...400 as ClosedRange<UInt64> {
            now += Double.random(in: 0...0.4, using: &random)
            if sequence % 3 == 0, let deadline = conflator.nextDeadline, deadline >= now { now = deadline }
            let activity = UInt64.random(in: 1...4, using: &random)
            let what: Change.What =
                switch UInt64.random(in: 0..<20, using: &random) {
                case 0: .alerted(AlertConfiguration(title: "t", body: "b"))
                case 1: .becameStale
                case 2: .ended(by: .provider, dismissal: now)
                case 3: .dismissed(by: .policy)
                case 4: .ignored(.repeatedEvent)
                default: .updated
                }
            let isTick = UInt64.random(in: 0..<4, using: &random) == 0
            let given = change(sequence, what, of: activity)
            let going = isTick ? conflator.advance(to: now) : conflator.offer(given, at: now)
            let expected = isTick ? model.advance(to: now) : model.offer(given, at: now)
            #expect(going == expected, "seed \(seed), change \(sequence)")
            #expect(conflator.nextDeadline == model.nextDeadline, "seed \(seed), change \(sequence)")
            received += going.map { ($0, now) }
        }
        for activity in Set(received.map(\.change.activity)) {
            let own = received.filter { $0.change.activity == activity }
            let sequences = own.map(\.change.sequence)
            #expect(sequences == sequences.sorted(), "seed \(seed): in order, none twice, none that is overtaken")
            // The guarantee itself: two consecutive updates are at least an interval apart.
            for (one, next) in zip(own, own.dropFirst()) where one.change.what == .updated && next.change.what == .updated {
                let isFlushed = own.contains {
                    $0.change.what != .updated && $0.change.sequence > next.change.sequence && $0.at == next.at
                }
                #expect(isFlushed || next.at >= one.at + 1, "seed \(seed): \(one.change.sequence), \(next.change.sequence)")
            }
        }
    }

    private func update(_ sequence: UInt64, of activity: UInt64 = 1) -> Change { change(sequence, .updated, of: activity) }

    private func change(_ sequence: UInt64, _ what: Change.What, of activity: UInt64 = 1) -> Change {
        Change(
            sequence: sequence, at: start, activity: .init(unchecked: activity), kind: "match", owner: "anna",
            revision: UInt32(sequence), state: .active, what: what)
    }
}

/// The same rules, written for clarity rather than speed: a list of the held changes.
private struct ObviousConflator {
    let interval: TimeInterval
    var lastUpdates: [ActivityID: Date] = [:]
    var held: [Change] = []

    func due(_ change: Change) -> Date { (lastUpdates[change.activity] ?? .distantPast) + interval }

    var nextDeadline: Date? { held.map(due).min() }

    mutating func offer(_ change: Change, at now: Date) -> [Change] {
        let before = held.filter { $0.activity == change.activity }
        if change.what == .updated {
            held.removeAll { $0.activity == change.activity }
            guard due(change) <= now else {
                held.append(change)
                return advance(to: now)
            }
            let others = advance(to: now)
            lastUpdates[change.activity] = now
            return others + [change]
        }
        held.removeAll { $0.activity == change.activity }
        let others = advance(to: now)
        if !before.isEmpty { lastUpdates[change.activity] = now }
        if case .dismissed = change.what { lastUpdates[change.activity] = nil }
        return others + before + [change]
    }

    mutating func advance(to now: Date) -> [Change] {
        let going = held.filter { due($0) <= now }.sorted { (due($0), $0.activity) < (due($1), $1.activity) }
        held = held.filter { due($0) > now }
        for change in going { lastUpdates[change.activity] = now }
        return going
    }
}

extension ActivityID {
    fileprivate init(unchecked bits: UInt64) {
        let hex = String(bits, radix: 16)
        guard let id = ActivityID(String(repeating: "0", count: 16 - hex.count) + hex) else {
            preconditionFailure("16 hexadecimal digits are an id")
        }
        self = id
    }
}
