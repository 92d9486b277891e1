import LiveActivityCore
import LiveActivityTesting
import LiveActivitySurfaces
import Testing

@Suite struct ArrangementTests {
    @Test func nobodyHasAnything() {
        let arrangement = Arranger().arrangement(of: "anna")
        #expect(arrangement.island == .empty)
        #expect(SizedSurface.all.allSatisfy { arrangement.activities(on: $0).isEmpty })
    }

    @Test func oneIsCompactTwoAreMinimalAndAThirdWaits() throws {
        let evening = try Evening()
        let first = try evening.start("first")
        #expect(evening.reported == [.compact(first)])
        let second = try evening.start("second")
        #expect(evening.reported == [.minimal(attached: first, detached: second)])
        let third = try evening.start("third")
        #expect(
            evening.reported == [.minimal(attached: first, detached: second)], "it is on the Lock Screen now, below the others")
        #expect(evening.arrangement.shown == [first, second, third])

        try evening.relevance(1, of: third)
        #expect(evening.reported == [.minimal(attached: third, detached: first)])
        try evening.relevance(1, of: second)
        #expect(evening.reported == [.minimal(attached: second, detached: third)], "as relevant, and started before")
        try evening.relevance(1, of: second, text: "something else")
        #expect(evening.reported == [], "it is seen where it was")
    }

    @Test func whoHasEndedLeavesTheIslandAtOnceAndLingersElsewhere() throws {
        let evening = try Evening()
        let (first, second) = (try evening.start("first"), try evening.start("second"))
        try evening.relevance(2, of: first)
        try evening.scenario.end(first)
        #expect(evening.take() == [.minimal(attached: first, detached: second), .compact(second)].suffix(1))
        let arrangement = evening.arrangement
        #expect(arrangement.menuBar == .minimal(attached: first, detached: second))
        var seen: [Surface: Set<ActivityID>] = [:]
        for surface in SizedSurface.all { seen[surface.surface, default: []].formUnion(arrangement.activities(on: surface)) }
        #expect(
            seen == [
                .lockScreen: [first, second], .standBy: [first, second], .menuBar: [first, second],
                .smartStack: [first, second],
                .compact: [second], .minimal: [], .expanded: [second], .carPlay: [second],
            ])

        evening.scenario.advance(by: 4 * 3_600 - 1)
        #expect(evening.take() == [])
        evening.scenario.advance(by: 1)
        #expect(evening.take() == [.compact(second)], "the Lock Screen has one less")
        #expect(evening.arrangement.shown == [second])
        try evening.scenario.end(second, dismissalPolicy: .immediate)
        #expect(evening.take().last == .empty)
        #expect(evening.arrangement == Arrangement())
    }

    @Test func whatWaitsForItsStartIsSeenNowhereAndStandsWhereItWasAskedFor() throws {
        let evening = try Evening()
        let later = try evening.scenario.start(
            Note(title: "later"), content: .note(""), owner: "anna",
            options: StartOptions(
                start: evening.scenario.now + 60, alert: AlertConfiguration(title: "Now", body: "It begins")))
        #expect(evening.take() == [])
        let now = try evening.start("now")
        #expect(evening.reported == [.compact(now)])
        evening.scenario.advance(by: 60)
        #expect(evening.take() == [.minimal(attached: later, detached: now)], "it was requested first")
    }

    @Test func stalenessMovesNothing() throws {
        let evening = try Evening()
        let id = try evening.scenario.start(
            Note(title: "short"), content: .note("", staleDate: evening.scenario.now + 60), owner: "anna")
        #expect(evening.take() == [.compact(id)])
        evening.scenario.advance(by: 60)
        #expect(evening.scenario.lastChanges.map(\.what) == [.becameStale])
        #expect(evening.take() == [])
        #expect(evening.arrangement.island == .compact(id))
    }

    @Test func ownersDoNotMeet() throws {
        let evening = try Evening()
        let anna = try evening.start("hers")
        let ben = try evening.start("his", owner: "ben")
        #expect(evening.arranger.arrangement(of: "anna").island == .compact(anna))
        #expect(evening.arranger.arrangement(of: "ben").island == .compact(ben))
    }

    @Test func eachFormIsOnItsOwnSurface() {
        let (first, second) = (ActivityID(rawValue: 1), ActivityID(rawValue: 2))
        let one = Arrangement(of: [ActivityRank(id: first, order: 1)])
        let two = Arrangement(of: [ActivityRank(id: second, order: 2), ActivityRank(id: first, order: 1)])
        func island(_ arrangement: Arrangement) -> [[ActivityID]] {
            [SizedSurface.compactIPhone393, .minimalAttached, .minimalDetached, .expandedIPhone393].map(
                arrangement.activities)
        }
        #expect(island(one) == [[first], [], [], [first]])
        #expect(island(two) == [[], [first], [second], [first, second]])
    }

    // MARK: Random sequences of changes

    @Test(arguments: 0..<60 as Range<UInt64>)
    func itIsWhatTheEnginesOwnListSays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var arranger = Arranger()
        let owners: [OwnerID] = ["anna", "ben"]
        var (ids, before): ([ActivityID], [OwnerID: Arrangement]) = ([], [:])
        for step in 0..<120 {
            let id = ids.randomElement(using: &random)
            switch (Int.random(in: 0..<8, using: &random), id) {
            case (0...1, _), (_, nil):
                let content = ActivityContent.note("\(step)", relevance: Double(Int.random(in: 0...2, using: &random)))
                let waits = Bool.random(using: &random)
                let options = StartOptions(
                    start: waits ? scenario.now + 600 : nil, alert: AlertConfiguration(title: "Now", body: "It begins"))
                if let id = try? scenario.start(
                    Note(title: "\(step)"), content: content, owner: owners.randomElement(using: &random) ?? "anna",
                    options: options)
                {
                    ids.append(id)
                }
            case (2...4, let id?):
                _ = try? scenario.update(
                    id, .note("\(step)", relevance: Double(Int.random(in: 0...2, using: &random))))
            case (5, let id?): _ = try? scenario.end(id)
            case (6, let id?): _ = try? scenario.end(id, dismissalPolicy: .immediate)
            default: scenario.advance(by: Double.random(in: 0...7_200, using: &random))
            }
            for change in scenario.lastChanges {
                if let reported = arranger.apply(change) {
                    #expect(reported != before[change.owner] ?? Arrangement(), "seed \(seed), step \(step)")
                    before[change.owner] = reported
                }
            }
            for owner in owners {
                let snapshot = try scenario.snapshot()
                let records = snapshot.kinds.flatMap { kind in kind.activities.map { ShownActivity($0, kind: kind.kind) } }
                let expected = Arrangement(of: records.filter { $0.owner == owner }.map(\.rank))
                #expect(arranger.arrangement(of: owner) == expected, "seed \(seed), step \(step)")
                #expect(before[owner] ?? Arrangement() == expected, "seed \(seed), step \(step): every difference was reported")
            }
        }
    }
}

/// Anna's evening: notes that start and end, and the reported arrangements.
private final class Evening {
    let scenario: Scenario
    var arranger = Arranger()
    /// The island after each arrangement change of the last step.
    var reported: [Arrangement.Island] = []

    init() throws { scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)]) }

    var arrangement: Arrangement { arranger.arrangement(of: "anna") }

    @discardableResult
    func take() -> [Arrangement.Island] {
        reported = scenario.lastChanges.compactMap { arranger.apply($0)?.island }
        return reported
    }

    func start(_ title: String, owner: OwnerID = "anna") throws -> ActivityID {
        defer { take() }
        return try scenario.start(Note(title: title), content: .note(""), owner: owner)
    }

    func relevance(_ score: Double, of id: ActivityID, text: String = "") throws {
        try scenario.update(id, .note(text, relevance: score))
        take()
    }
}
