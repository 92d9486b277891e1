#if Service
import LiveActivityCore
import LiveActivityTesting
import Testing

@testable import LiveActivityService

/// The order and the times at which changes are sent to a webhook's endpoint and acknowledged. Tested without a network and a
/// clock.
@Suite struct WebhookDeliveryTests {
    private typealias Directive = WebhookDelivery.Directive
    private typealias Item = WebhookDelivery.Item

    @Test func anActivityWhoseChangeIsRefusedHoldsUpNoOther() {
        var story = Story()
        #expect(story.delivery.opened(source: 1) == [.read(source: 1, atMost: 64)])
        #expect(
            story.received([(1, 1), (2, 1), (3, 2), (4, 3)]) == [
                .read(source: 1, atMost: 64), .send(story.item(1, 1)), .send(story.item(3, 2)), .send(story.item(4, 3)),
            ], "one of each activity at a time")
        #expect(story.failed(1, 1) == [.reportRetry(reason: "500", after: .seconds(5))])
        // Changes after the refused one are delivered, but acknowledged only together with it.
        #expect(story.accepted(3, 2) == [])
        #expect(story.accepted(4, 3) == [])
        #expect(story.advance(by: .milliseconds(4_999)) == [])
        #expect(story.delivery.nextDeadline == story.now + .milliseconds(1))
        #expect(story.advance(by: .milliseconds(1)) == [.send(story.item(1, 1))])
        #expect(story.delivery.nextDeadline == nil)
        #expect(story.accepted(1, 1) == [.acknowledge(story.item(1, 1)), .send(story.item(2, 1))])
        #expect(story.accepted(2, 1) == [.acknowledge(story.item(4, 3))])
        #expect(story.delivery.counts == .init(delivered: 4, failed: 1))
    }

    @Test func whatIsNotWantedIsAcknowledgedInItsTurn() {
        var webhook = Story.webhook
        webhook.changes = ["ended"]
        var story = Story(webhook)
        _ = story.delivery.opened(source: 1)
        #expect(story.received([(1, 1)]) == [.acknowledge(story.item(1, 1)), .read(source: 1, atMost: 64)])
        var end = story.item(2, 1)
        end.change.what = .ended(by: .host, dismissal: .distantPast)
        #expect(
            story.delivery.received([end.change, story.item(3, 2).change], from: 1) == [
                .read(source: 1, atMost: 64), .send(end),
            ])
        #expect(story.delivery.answered(end, .accepted, at: story.now) == [.acknowledge(story.item(3, 2))])

        webhook.changes = []
        webhook.kinds = ["sports"]
        story = Story(webhook)
        _ = story.delivery.opened(source: 1)
        #expect(story.received([(1, 1)]) == [.acknowledge(story.item(1, 1)), .read(source: 1, atMost: 64)])
    }

    @Test func anEndpointThatIsDownGetsOneRequestAfterEachPause() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        let first = story.received((1...40).map { ($0, $0) })
        #expect(first.dropFirst() == (1...8).map { .send(story.item($0, $0)) }[...])
        for number in 1...7 {
            // Changes of other activities take the place of the refused ones.
            #expect(
                story.failed(number, number) == [
                    .reportRetry(reason: "500", after: .seconds(5)), .send(story.item(number + 8, number + 8)),
                ])
        }
        #expect(story.failed(8, 8) == [.reportRetry(reason: "500", after: .seconds(5))])
        #expect(story.delivery.nextDeadline == story.now + .seconds(5))
        for number in 9...15 { _ = story.failed(number, number) }
        // After the first delay the oldest is sent first, together with those that wait for their second attempt.
        #expect(story.advance(by: .milliseconds(4_999)) == [])
        #expect(story.advance(by: .milliseconds(1)) == [.send(story.item(16, 16))])
        var number = 16
        // Fifteen have failed; the next is number 16.
        for pause in [300.0, 300] {
            #expect(story.failed(number, number).first == .reportRetry(reason: "500", after: .seconds(5)))
            #expect(story.delivery.nextDeadline == story.now + .seconds(pause))
            let sent = story.advance(by: .seconds(pause))
            number += 1
            #expect(sent == [.send(story.item(number, number))])
        }
        // One is accepted, and eight are sent at a time again.
        #expect(story.accepted(number, number).count == 8)
    }

    @Test func pausesOfAnEndpointThatIsDownGrow() {
        #expect((0...7).map { WebhookSchedule.hold(after: $0) } == [5, 10, 20, 40, 80, 160, 300, 300])
    }

    @Test func aChangeIsGivenUpAfterThreeDays() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        _ = story.received([(1, 1), (2, 2)])
        #expect(story.accepted(2, 2) == [])
        let began = story.now
        for delay in WebhookSchedule.delays {
            #expect(story.failed(1, 1) == [.reportRetry(reason: "500", after: .seconds(delay))])
            // Retries to an endpoint that is down are paused too.
            var sent: [Directive] = []
            while sent.isEmpty, let next = story.delivery.nextDeadline { sent = story.advance(by: next - story.now) }
            #expect(sent == [.send(story.item(1, 1))])
        }
        #expect(story.now - began == .seconds(WebhookSchedule.delays.reduce(0, +)))
        #expect(story.failed(1, 1) == [.keep(story.item(1, 1), reason: "500")])
        #expect(story.delivery.counts == .init(delivered: 1, failed: 13))
        // The dead letter cannot be stored, so the change is sent again.
        #expect(story.delivery.kept(story.item(1, 1), isStored: false, at: story.now) == [])
        // The pause of an endpoint that is down ends before.
        #expect(story.delivery.nextDeadline == story.now + .seconds(160))
        #expect(story.advance(by: .milliseconds(299_999)) == [])
        #expect(story.advance(by: .milliseconds(1)) == [.send(story.item(1, 1))])
        #expect(story.failed(1, 1) == [.keep(story.item(1, 1), reason: "500")])
        #expect(
            story.delivery.kept(story.item(1, 1), isStored: true, at: story.now) == [.acknowledge(story.item(2, 2))])
        #expect(story.delivery.counts == .init(delivered: 1, failed: 14, abandoned: 1))
    }

    @Test func onlySoManyChangesAreRead() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        var read = 0
        while read < WebhookDelivery.changesMax - 64 {
            let directives = story.received((read + 1...read + 64).map { ($0, 1) })
            #expect(directives.first == .read(source: 1, atMost: 64))
            read += 64
        }
        #expect(story.received((read + 1...read + 63).map { ($0, 1) }) == [.read(source: 1, atMost: 1)])
        #expect(story.received([(read + 64, 1)]) == [])
        #expect(
            story.accepted(1, 1) == [
                .acknowledge(story.item(1, 1)), .read(source: 1, atMost: 1), .send(story.item(2, 1)),
            ])
    }

    /// A partition moves to another owner and comes back: requests in flight for its former source do not count for the new
    /// one.
    @Test func whatAFormerOwnerHasReadIsDropped() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        #expect(story.received([(1, 1), (2, 1)]).last == .send(story.item(1, 1)))
        #expect(story.received([]) == [], "not released while its request is under way")
        _ = story.delivery.opened(source: 2)
        #expect(story.received([(1, 1)], from: 2).last == .send(story.item(1, 1, source: 2)))
        #expect(story.accepted(1, 1) == [.release(source: 1)])
        #expect(story.failed(1, 1, source: 2) == [.reportRetry(reason: "500", after: .seconds(5))])
        #expect(story.delivery.received([], from: 2) == [.release(source: 2)])
        #expect(story.delivery.nextDeadline == nil, "nothing of a source that is gone is sent again")
        // A failure of a change that was dropped is only counted.
        _ = story.delivery.opened(source: 3)
        #expect(story.received([(1, 1)], from: 3).last == .send(story.item(1, 1, source: 3)))
        _ = story.delivery.received([], from: 3)
        #expect(story.failed(1, 1, source: 3) == [.release(source: 3)])
        #expect(story.delivery.counts == .init(delivered: 1, failed: 2))
    }

    @Test func whatIsDroppedMakesRoom() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        _ = story.delivery.opened(source: 2)
        #expect(!story.received((1...WebhookDelivery.changesMax).map { ($0, 1) }).contains(.read(source: 1, atMost: 64)))
        #expect(story.received([(1, 1)], from: 2) == [.send(story.item(1, 1, source: 2))])
        #expect(story.received([]) == [.read(source: 2, atMost: 64)])
    }

    @Test func nothingFollowsTheEndOfAnEndpoint() {
        var story = Story()
        _ = story.delivery.opened(source: 1)
        _ = story.received([(1, 1), (2, 2)])
        #expect(story.delivery.answered(story.item(1, 1), .gone, at: story.now) == [.disable, .stop])
        #expect(story.delivery.counts.isDisabled)

        story = Story()
        #expect(story.delivery.disabledElsewhere() == [.stop])
        #expect(story.delivery.counts == .init(isDisabled: true))
    }

    /// Random answers and times: each activity's changes are sent in order, at most eight requests are in flight, and
    /// everything is acknowledged once, in order.
    @Test(arguments: SeededGenerator.seeds(200)) func lawsOfDelivery(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var story = Story(random: random)
        var underWay: [Item] = []
        var (sent, acknowledged, read) = ([ActivityID: UInt64](), UInt64(0), 0)
        var isWanted = false
        let total = 200
        func carryOut(_ directives: [Directive]) {
            for directive in directives {
                switch directive {
                case .read: isWanted = true
                case .send(let item):
                    #expect(!underWay.contains { $0.change.activity == item.change.activity })
                    #expect(sent[item.change.activity, default: 0] <= item.change.sequence)
                    sent[item.change.activity] = item.change.sequence
                    underWay.append(item)
                case .acknowledge(let item):
                    #expect(item.change.sequence > acknowledged)
                    acknowledged = item.change.sequence
                default: break
                }
            }
            #expect(underWay.count <= WebhookDelivery.requestsMax)
        }
        carryOut(story.delivery.opened(source: 1))
        for _ in 0..<100_000 where acknowledged < total {
            switch random.below(3) {
            case 0 where isWanted && read < total:
                isWanted = false
                let count = min(1 + random.below(8), total - read)
                carryOut(story.received((read + 1...read + count).map { ($0, 1 + random.below(12)) }))
                read += count
            case 1 where !underWay.isEmpty:
                let item = underWay.remove(at: random.below(underWay.count))
                let answer: WebhookDelivery.Answer = random.once(in: 3) ? .failed("500") : .accepted
                carryOut(story.delivery.answered(item, answer, at: story.now))
            default:
                if let next = story.delivery.nextDeadline { carryOut(story.advance(by: max(next - story.now, .zero))) }
            }
        }
        #expect(acknowledged == total, "SLA_SEED=\(seed) Scripts/test --filter lawsOfDelivery")
    }

    /// Always returns the middle value, so that delays have no jitter.
    private struct Middle: RandomNumberGenerator { mutating func next() -> UInt64 { 1 << 63 } }

    private struct Story {
        static let webhook = Webhook(name: "test", url: "http://hooks.example/hook", secrets: [])
        var delivery: WebhookDelivery
        var now = ContinuousClock.now

        init(_ webhook: Webhook = webhook, random: any RandomNumberGenerator & Sendable = Middle()) {
            delivery = WebhookDelivery(webhook, random: random)
        }

        func item(_ sequence: Int, _ activity: Int, source: Int = 1) -> Item {
            Item(
                source: source,
                change: Change(
                    sequence: UInt64(sequence), at: .distantPast, activity: ActivityID(rawValue: UInt64(activity)),
                    kind: "delivery", owner: "anna", revision: 1, state: .active, what: .updated))
        }

        mutating func received(_ changes: [(Int, Int)], from source: Int = 1) -> [Directive] {
            delivery.received(changes.map { item($0.0, $0.1).change }, from: source)
        }
        mutating func accepted(_ sequence: Int, _ activity: Int, source: Int = 1) -> [Directive] {
            delivery.answered(item(sequence, activity, source: source), .accepted, at: now)
        }
        mutating func failed(_ sequence: Int, _ activity: Int, source: Int = 1) -> [Directive] {
            delivery.answered(item(sequence, activity, source: source), .failed("500"), at: now)
        }
        mutating func advance(by time: Duration) -> [Directive] {
            now += time
            return delivery.advance(to: now)
        }
    }
}
#endif
