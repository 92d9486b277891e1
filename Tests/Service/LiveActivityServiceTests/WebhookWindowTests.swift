#if Service
import LiveActivityCore
import Testing

@testable import LiveActivityService

/// Which change a webhook's endpoint is told of next, and what is acknowledged.
@Suite struct WebhookWindowTests {
    @Test func anActivityWhoseChangeIsRefusedHoldsUpNoOther() {
        var window = WebhookWindow()
        for (sequence, activity) in [1, 1, 2, 3].enumerated() {
            _ = window.add(Self.change(sequence + 1, activity), source: 0, isWanted: true)
        }
        #expect(Self.sequences(&window) == [1, 3, 4], "one of each activity at a time")
        #expect(window.failed(Self.change(1, 1), source: 0).failures == 1)
        // What came after the refused one is done, and acknowledged only with it.
        #expect(window.accepted(Self.change(3, 2), source: 0) == nil)
        #expect(window.accepted(Self.change(4, 3), source: 0) == nil)
        #expect(Self.sequences(&window) == [])
        window.retry(Self.change(1, 1), source: 0)
        #expect(Self.sequences(&window) == [1])
        #expect(window.accepted(Self.change(1, 1), source: 0)?.sequence == 1)
        #expect(Self.sequences(&window) == [2])
        #expect(window.accepted(Self.change(2, 1), source: 0)?.sequence == 4)
    }

    @Test func whatIsNotWantedIsAcknowledgedInItsTurn() {
        var window = WebhookWindow()
        #expect(window.add(Self.change(1, 1), source: 0, isWanted: false)?.sequence == 1)
        #expect(window.add(Self.change(2, 1), source: 0, isWanted: true) == nil)
        #expect(window.add(Self.change(3, 2), source: 0, isWanted: false) == nil)
        #expect(Self.sequences(&window) == [2])
        #expect(window.accepted(Self.change(2, 1), source: 0)?.sequence == 3)
    }

    @Test func anEndpointThatTakesNothingIsCalledMoreAndMoreRarely() {
        var window = WebhookWindow()
        for number in 1...40 { _ = window.add(Self.change(number, number), source: 0, isWanted: true) }
        let first = Self.sequences(&window)
        #expect(first == Array(1...8))
        var holds = first.map { window.failed(Self.change($0, $0), source: 0).hold }
        #expect(holds == [nil, nil, nil, nil, nil, nil, nil, 5])
        #expect(window.next() == nil)
        for expected in [10.0, 20, 40, 80, 160, 300, 300] {
            window.release()
            let one = Self.sequences(&window)
            #expect(one.count == 1)
            holds = one.map { window.failed(Self.change($0, $0), source: 0).hold }
            #expect(holds == [expected])
        }
        window.release()
        let works = Self.sequences(&window)
        #expect(works.map { window.accepted(Self.change($0, $0), source: 0) } == [nil])
        #expect(Self.sequences(&window).count == 8)
    }

    @Test func onlySoManyChangesAreRead() {
        var window = WebhookWindow()
        for number in 1..<WebhookWindow.changesMax { _ = window.add(Self.change(number, 1), source: 0, isWanted: true) }
        #expect(!window.isFull)
        _ = window.add(Self.change(WebhookWindow.changesMax, 1), source: 0, isWanted: true)
        #expect(window.isFull)
        #expect(Self.sequences(&window) == [1])
        _ = window.accepted(Self.change(1, 1), source: 0)
        #expect(!window.isFull)
    }

    /// A partition has another owner, and comes back: what is under way for its former source does not count for the new one.
    @Test func whatAFormerOwnerHasReadIsDropped() {
        var window = WebhookWindow()
        for number in 1...2 { _ = window.add(Self.change(number, 1), source: 1, isWanted: true) }
        _ = window.add(Self.change(1, 1), source: 2, isWanted: true)
        #expect(window.next()?.source == 1)
        window.drop(source: 1)
        _ = window.add(Self.change(1, 1), source: 3, isWanted: true)
        #expect(window.next()?.source == 2)
        #expect(window.next()?.source == 3)
        #expect(window.next() == nil)
        #expect(window.accepted(Self.change(1, 1), source: 1) == nil)
        #expect(window.failed(Self.change(1, 1), source: 3).failures == 1)
        window.retry(Self.change(1, 1), source: 1)
        #expect(window.next() == nil, "nothing of a source that is gone is sent again")
        window.retry(Self.change(1, 1), source: 3)
        #expect(window.next()?.source == 3)
        #expect(window.accepted(Self.change(1, 1), source: 3)?.sequence == 1)
        #expect(window.accepted(Self.change(1, 1), source: 2)?.sequence == 1)
    }

    @Test func whatIsDroppedMakesRoom() {
        var window = WebhookWindow()
        for number in 1...WebhookWindow.changesMax { _ = window.add(Self.change(number, 1), source: 1, isWanted: true) }
        #expect(window.isFull)
        window.drop(source: 2)
        #expect(window.isFull)
        window.drop(source: 1)
        #expect(!window.isFull)
    }

    /// The changes that may be sent now.
    private static func sequences(_ window: inout WebhookWindow) -> [Int] {
        var found: [Int] = []
        while let next = window.next() { found.append(Int(next.change.sequence)) }
        return found
    }

    private static func change(_ sequence: Int, _ activity: Int) -> Change {
        Change(
            sequence: UInt64(sequence), at: .distantPast, activity: ActivityID(rawValue: UInt64(activity)), kind: "delivery",
            owner: "anna", revision: 1, state: .active, what: .updated)
    }
}
#endif
