import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivities

@Suite struct ChangeBufferTests {
    let now = Date(timeIntervalSinceReferenceDate: 803_667_600)

    @Test func withRoomNothingIsLeftOut() {
        var buffer = ChangeBuffer(capacity: 3)
        for sequence in 1...3 as ClosedRange<UInt64> { buffer.append(change(sequence, .updated)) }
        #expect(drain(&buffer) == [1, 2, 3])
        #expect(buffer.missed == 0)
    }

    @Test func anUpdateThatANewerOneFollowsGoesFirstAndIsNotMissed() {
        var buffer = ChangeBuffer(capacity: 3)
        buffer.append(change(1, .becameStale, of: 2))
        for sequence in 2...9 as ClosedRange<UInt64> { buffer.append(change(sequence, .updated, of: 1)) }
        #expect(drain(&buffer) == [1, 8, 9])
        #expect(buffer.missed == 0)
    }

    @Test func anUpdateThatAnAlertFollowsIsNotSuperseded() {
        var buffer = ChangeBuffer(capacity: 3)
        buffer.append(change(1, .updated))
        buffer.append(change(2, .alerted(AlertConfiguration(title: "Goal", body: ""))))
        buffer.append(change(3, .updated))
        buffer.append(change(4, .updated))
        #expect(drain(&buffer) == [1, 2, 4])
    }

    @Test func alertsEndsAndDismissalsAreDroppedLast() {
        var buffer = ChangeBuffer(capacity: 2)
        buffer.append(change(1, .ended(by: .host, dismissal: now), of: 1))
        buffer.append(change(2, .started, of: 2))
        buffer.append(change(3, .dismissed(by: .policy), of: 1))
        #expect(buffer.popFirst()?.value.sequence == 1)
        #expect(buffer.missed == 0, "what is missing was dropped later on")
        #expect(buffer.popFirst()?.value.sequence == 3)
        #expect(buffer.missed == 1)

        for sequence in 4...6 as ClosedRange<UInt64> { buffer.append(change(sequence, .dismissed(by: .policy), of: sequence)) }
        buffer.append(change(7, .started, of: 7))
        #expect(drain(&buffer) == [5, 6], "nothing else is left to drop, but the newcomer")
        #expect(buffer.missed == 3)
    }

    @Test(arguments: SeededGenerator.seeds(50, from: 0))
    func itDoesWhatTheObviousWayDoes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let capacity = Int.random(in: 1...12, using: &random)
        var buffer = ChangeBuffer(capacity: capacity)
        var model = ObviousBuffer(capacity: capacity)
        // A consumer that falls behind, catches up, and falls behind again.
        var got: [Change?] = []
        var expected: [Change?] = []
        var missed: [Int] = []
        for sequence in 1...1_000 as ClosedRange<UInt64> {
            let what: Change.What =
                switch UInt64.random(in: 0..<12, using: &random) {
                case 0: .alerted(AlertConfiguration(title: "t", body: "b"))
                case 1: .ended(by: .host, dismissal: now)
                case 2: .started
                default: .updated
                }
            let given = change(sequence, what, of: UInt64.random(in: 1...5, using: &random))
            buffer.append(given)
            model.append(given.value)
            if buffer.count > capacity { Issue.record("seed \(seed): \(buffer.count) changes wait") }
            let isFast = sequence / 200 % 2 == 0
            while UInt64.random(in: 0..<10, using: &random) < (isFast ? 6 : 2) {
                got.append(buffer.popFirst()?.value)
                expected.append(model.popFirst())
                missed += [buffer.missed, model.missed]
            }
        }
        while let change = model.popFirst() { expected.append(change) }
        while let change = buffer.popFirst() { got.append(change.value) }
        #expect(got.map(\.?.sequence) == expected.map(\.?.sequence), "seed \(seed)")
        #expect(missed.indices.allSatisfy { missed[$0] == missed[$0 | 1] }, "seed \(seed)")
        #expect(buffer.missed == model.missed, "seed \(seed)")
    }

    @Test func itCountsWhatItHasLeftOutInWhichWay() {
        var buffer = ChangeBuffer(capacity: 2)
        for sequence in 1...5 as ClosedRange<UInt64> { buffer.append(change(sequence, .updated)) }
        #expect(buffer.statistics == ChangeStatistics(waiting: 2, passed: 5, conflated: 3, missed: 0))
        for sequence in 6...8 as ClosedRange<UInt64> { buffer.append(change(sequence, .started, of: sequence)) }
        #expect(buffer.statistics == ChangeStatistics(waiting: 2, passed: 8, conflated: 4, missed: 2))
        #expect(buffer.missed == 0, "nothing was given yet")
        #expect(drain(&buffer) == [7, 8])
        #expect(buffer.missed == 2)
        #expect(buffer.statistics == ChangeStatistics(waiting: 0, passed: 8, conflated: 4, missed: 2))
    }

    @Test func aBufferThatWasLongEmptiesAndFillsAgain() {
        var buffer = ChangeBuffer(capacity: 5_000)
        for round in 0..<3 as Range<UInt64> {
            for sequence in 1...6_000 as ClosedRange<UInt64> { buffer.append(change(sequence, .started, of: round)) }
            #expect(drain(&buffer) == Array(1_001...6_000))
        }
        #expect(buffer.statistics == ChangeStatistics(waiting: 0, passed: 18_000, conflated: 0, missed: 3_000))
        buffer.append(change(1, .updated))
        buffer.removeAll()
        #expect(drain(&buffer) == [])
        buffer.append(change(2, .updated))
        #expect(drain(&buffer) == [2])
    }

    private func drain(_ buffer: inout ChangeBuffer) -> [UInt64] {
        var got: [UInt64] = []
        while let change = buffer.popFirst() { got.append(change.value.sequence) }
        return got
    }

    private func change(_ sequence: UInt64, _ what: Change.What, of activity: UInt64 = 1) -> SharedChange {
        SharedChange(
            Change(
                sequence: sequence, at: now, activity: ActivityID(rawValue: activity), kind: "match", owner: "anna",
                revision: 1, state: .active, what: what))
    }
}

/// The same rules, written for clarity rather than speed.
private struct ObviousBuffer {
    struct Slot {
        let change: Change
        var isMissed = false
    }

    let capacity: Int
    var slots: [Slot] = []
    var missed = 0

    mutating func append(_ change: Change) {
        slots.append(Slot(change: change))
        guard slots.count(where: { !$0.isMissed }) > capacity else { return }
        // The index of the newer of two updates that are adjacent among the changes of their activity.
        for newer in slots.indices where slots[newer].change.what == .updated && !slots[newer].isMissed {
            let older = slots[..<newer].lastIndex { $0.change.activity == slots[newer].change.activity }
            guard let older, slots[older].change.what == .updated, !slots[older].isMissed else { continue }
            slots.remove(at: older)
            return
        }
        let droppable = slots.firstIndex {
            switch $0.change.what {
            case .alerted, .ended, .dismissed: false
            default: !$0.isMissed
            }
        }
        if let place = droppable ?? slots.firstIndex(where: { !$0.isMissed }) { slots[place].isMissed = true }
    }

    mutating func popFirst() -> Change? {
        while !slots.isEmpty {
            let slot = slots.removeFirst()
            if !slot.isMissed { return slot.change }
            missed += 1
        }
        return nil
    }
}
