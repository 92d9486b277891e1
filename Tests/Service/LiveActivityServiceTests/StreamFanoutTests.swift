#if Service
import LiveActivities
import LiveActivityCore
import NIOCore
import Synchronization
import Testing

@testable import LiveActivityService

/// The streams that receive each change, and when. Tested without a runtime, a task or a clock.
@Suite struct StreamFanoutTests {
    /// The names by which the owner's system knows an activity are not for the holder of a link.
    @Test func aFrameForLinksHasNoOwnerAndNoKey() {
        let change = Change(
            sequence: 3, at: Date(timeIntervalSinceReferenceDate: 0), activity: ActivityID(rawValue: 1), kind: "delivery",
            owner: "anna", revision: 0, state: .active, what: .started,
            start: .init(attributes: JSONText(["owner": "the customer's", "key": 1]), key: "order-7", predecessor: nil))
        let frame = ChangeFrame(change, epoch: 7)
        let (whole, linked) = (String(buffer: frame.buffer(forLinks: false)), String(buffer: frame.buffer(forLinks: true)))
        #expect(whole.contains(#""owner":"anna""#) && whole.contains(#""key":"order-7""#))
        #expect(linked == whole.replacing(#","owner":"anna""#, with: "").replacing(#","key":"order-7""#, with: ""))
        #expect(linked.contains(#"{"owner":"the customer's","key":1}"#) && linked.hasPrefix("id: 7-0-3\nevent: change\n"))
        #expect(
            String(buffer: frame.buffer(forLinks: true)) == linked && String(buffer: frame.buffer(forLinks: false)) == whole)
    }

    @Test func eachStreamGetsTheChangesThatItWants() {
        var hub = Hub()
        hub.add("all")
        hub.add("anna") { $0.owner = "anna" }
        hub.add("one") { $0.activity = ActivityID(rawValue: 1) }
        hub.add("sports of anna") { ($0.owner, $0.kind) = ("anna", "sports") }
        let ben = hub.add("ben") { $0.owner = "ben" }
        #expect(hub.receive(1, 1, "anna") == ["1 to all, anna, one"])
        #expect(hub.receive(2, 2, "ben") == ["2 to all, ben"])
        #expect(hub.fanout.remove(ben.number) == "ben")
        #expect(hub.fanout.remove(ben.number) == nil)
        #expect(hub.receive(3, 2, "ben") == ["3 to all"])
        #expect((hub.fanout.published, hub.fanout.delivered, hub.fanout.count) == (3, 6, 4))
    }

    @Test func aTopicReachesItsFollowersAlsoWithTheirDismissal() {
        var hub = Hub()
        let stream = hub.add("match") { $0.topic = "match/1" }
        hub.topics.value.withLock { $0 = ["match/1"] }
        #expect(hub.receive(1, 1, "anna") == ["1 to match"])
        // The runtime no longer has the topics of a dismissed activity.
        hub.topics.value.withLock { $0 = [] }
        #expect(hub.receive(2, 1, "anna", .dismissed(by: .policy)) == ["2 to match"])
        #expect(hub.receive(3, 1, "anna") == ["3 to nobody"])
        _ = hub.fanout.remove(stream.number)
        #expect(hub.receive(4, 1, "anna") == ["4 to nobody"])
    }

    @Test func aClientResumesAsFarAsChangesAreKept() {
        var hub = Hub(history: 4)
        for sequence in 1...3 { _ = hub.receive(sequence, 1, "anna") }
        #expect(hub.resumed(after: 0) == [1, 2, 3])
        #expect(hub.resumed(after: 3) == [])
        for sequence in 4...8 { _ = hub.receive(sequence, UInt64(sequence), sequence == 7 ? "ben" : "anna") }
        // Changes 5 to 8 are kept: after 5 nothing is missing; after 4 that is unknown.
        #expect(hub.resumed(after: 5) == [6, 8])
        #expect(hub.resumed(after: 4) == nil)
        #expect(hub.resumed(after: 0) == nil)
        #expect(hub.resumed(after: 5, epoch: 8) == nil)
        #expect(hub.fanout.position == StreamPosition(epoch: 7, shard: 0, sequence: 8))
    }

    @Test func missedChangesBeginAnEpoch() {
        var hub = Hub()
        hub.add("all")
        _ = hub.receive(1, 1, "anna")
        #expect(hub.text(hub.fanout.receive([.missed])) == ["reset all"])
        #expect(hub.fanout.position == StreamPosition(epoch: 8, shard: 0, sequence: 0))
        #expect(hub.resumed(after: 1) == nil)
        _ = hub.receive(2, 1, "anna")
        #expect(hub.resumed(after: 0, epoch: 8) == [2])
    }

    // MARK: - With strict durability

    /// Regression: after a reset the next run of the store had the same epoch, and a client resumed with a gap.
    @Test func theEpochsOfTwoRunsDiffer() {
        let run = StreamEpoch.first(ofRun: 7)
        #expect(StreamEpoch.first(ofRun: 8) > run + 1_000_000)
    }

    @Test func aChangeWaitsForTheStore() {
        var hub = Hub(isStrict: true)
        hub.add("all")
        #expect(hub.receive(1, 1, "anna") == [])
        #expect(hub.receive(2, 1, "anna") == [])
        #expect(hub.fanout.position.sequence == 0 && hub.resumed(after: 0) == [])
        #expect(hub.stored(upTo: [0]) == [])
        #expect(hub.stored(upTo: [1]) == ["1 to all"])
        #expect(hub.stored(upTo: [1]) == [])
        #expect(hub.stored(upTo: [9]) == ["2 to all"])
        #expect(hub.stored(upTo: [9]) == [])
    }

    @Test func changesOfSeveralShardsStayInTheirOrder() {
        var hub = Hub(isStrict: true)
        hub.add("all")
        for (sequence, shard) in [(1, 1), (7, 0), (2, 1)] { _ = hub.receive(sequence, UInt64(shard) << 48 | 1, "anna") }
        #expect(hub.stored(upTo: [7, 0]) == [], "the first is not durable")
        #expect(hub.stored(upTo: [6, 1]) == ["1 to all"])
        #expect(hub.stored(upTo: [7, 2]) == ["7 to all", "2 to all"])
    }

    /// A batch of commands may have more changes than the ring keeps.
    @Test func whatWaitsForTheStoreNeedNotBeKept() {
        var hub = Hub(history: 2, isStrict: true)
        hub.add("all")
        for sequence in 1...4 { _ = hub.receive(sequence, 1, "anna") }
        #expect(hub.stored(upTo: [4]) == ["1 to all", "2 to all", "3 to all", "4 to all"])
    }

    @Test func aStoreThatFailsForLongEndsInAReset() {
        var hub = Hub(isStrict: true, heldMax: 2)
        hub.add("all")
        for sequence in 1...3 { _ = hub.receive(sequence, 1, "anna") }
        #expect(hub.stored(upTo: [2]) == [], "the state that streams would get has what the store does not have")
        #expect(hub.fanout.holds([ActivityID(rawValue: 9)]), "whose changes are missing is unknown")
        #expect(hub.receive(4, 1, "anna") == [] && hub.receive(5, 1, "anna") == [])
        #expect(hub.stored(upTo: [4]) == [])
        #expect(hub.stored(upTo: [5]) == ["reset all"])
        #expect(hub.receive(6, 1, "anna") == [])
        #expect(hub.stored(upTo: [6]) == ["6 to all"])
        #expect(hub.resumed(after: 0, epoch: 8) == [6])
    }

    // MARK: - Heartbeats

    @Test func eachStreamHasAHeartbeatInEachInterval() {
        var hub = Hub()
        for number in 1...16 { hub.add("\(number)") }
        _ = hub.receive(1, 1, "anna")
        #expect(hub.advance(by: .milliseconds(937)) == [])
        var beats: [String] = []
        beats += hub.advance(by: .milliseconds(0.5))
        while beats.count < 16 { beats += hub.advance(by: hub.fanout.nextDeadline - hub.now) }
        #expect(beats == ["beat 16 at 1"] + (1...15).map { "beat \($0) at 1" })
        #expect(hub.advance(by: hub.fanout.nextDeadline - hub.now) == ["beat 16 at 1"])
    }

    // MARK: - The queue of one stream

    @Test func aSlowReaderGetsTheNewestUpdates() {
        let frames = [(1, "updated"), (1, "updated"), (2, "updated"), (1, "ended"), (1, "updated"), (2, "updated")].enumerated()
            .map {
                Hub.frame(
                    $0.offset + 1, UInt64($0.element.0), "anna",
                    $0.element.1 == "updated" ? .updated : .ended(by: .host, dismissal: .distantFuture))
            }
        #expect(StreamQueue.conflated(frames).map(\.change.sequence) == [2, 4, 5, 6])

        var queue = StreamQueue(capacity: 8)
        for sequence in 1...8 { queue.offer(Hub.frame(sequence, 1, "anna")) }
        #expect(queue.losses == (conflated: 0, resets: 0))
        queue.offer(Hub.frame(9, 1, "anna"))
        #expect(queue.losses == (conflated: 8, resets: 0))
        #expect(queue.next() == .send(.changes([Hub.frame(9, 1, "anna")])))
        for sequence in 10...17 { queue.offer(Hub.frame(sequence, UInt64(sequence), "anna")) }
        #expect(queue.losses.resets == 0)
        queue.offer(Hub.frame(18, 18, "anna"))
        #expect(queue.losses.resets == 1)
        // Until the reader has received the state, which includes them, it needs no changes.
        queue.offer(Hub.frame(19, 19, "anna"))
        #expect([queue.next(), queue.next()] == [.send(.reset), .wait])
        // A client that has missed much is slow from the start.
        queue = StreamQueue(capacity: 8)
        queue.append((1...9).map { Hub.frame($0, UInt64($0), "anna") })
        #expect([queue.next(), queue.next()] == [.send(.reset), .wait])
    }

    @Test func aStreamWithoutChangesGetsHeartbeats() {
        let position = StreamPosition(epoch: 7, shard: 0, sequence: 3)
        var queue = StreamQueue(capacity: 8)
        queue.offer(Hub.frame(1, 1, "anna"))
        queue.beat(position)
        #expect([queue.next(), queue.next()] == [.send(.changes([Hub.frame(1, 1, "anna")])), .wait], "it had a change")
        queue.beat(position)
        #expect([queue.next(), queue.next()] == [.send(.heartbeat(position)), .wait])
        // A change also carries the position.
        queue.beat(position)
        queue.offer(Hub.frame(2, 1, "anna"))
        #expect([queue.next(), queue.next()] == [.send(.changes([Hub.frame(2, 1, "anna")])), .wait])
    }

    @Test func whatWaitsIsDeliveredBeforeTheEnd() {
        var queue = StreamQueue(capacity: 8)
        queue.offer(Hub.frame(1, 1, "anna"))
        queue.finish()
        queue.offer(Hub.frame(2, 1, "anna"))
        queue.beat(StreamPosition(epoch: 7, shard: 0, sequence: 2))
        #expect([queue.next(), queue.next()] == [.send(.changes([Hub.frame(1, 1, "anna")])), .end])
        queue = StreamQueue(capacity: 8)
        queue.reset()
        queue.finish()
        #expect(queue.next() == .end)
    }

    /// A fan-out whose readers are strings.
    private struct Hub {
        final class Topics: Sendable { let value = Mutex<[Topic]>([]) }

        let topics = Topics()
        var fanout: StreamFanout<String>
        var now = ContinuousClock.now

        init(history: Int = 16, isStrict: Bool = false, heldMax: Int = 16) {
            var configuration = ServiceConfiguration.Streams()
            configuration.history = history
            let topics = topics
            fanout = StreamFanout(epoch: 7, configuration, isStrict: isStrict, heldMax: heldMax, at: now) { _ in
                topics.value.withLock { $0 }
            }
        }

        static func frame(
            _ sequence: Int, _ activity: UInt64, _ owner: OwnerID, _ what: Change.What = .updated
        ) -> ChangeFrame {
            var state = ActivityState.active
            if case .dismissed = what { state = .dismissed }
            return ChangeFrame(
                Change(
                    sequence: UInt64(sequence), at: .distantPast, activity: ActivityID(rawValue: activity), kind: "delivery",
                    owner: owner, revision: UInt32(sequence), state: state, what: what), epoch: 7)
        }

        @discardableResult
        mutating func add(
            _ name: String, after last: StreamPosition? = nil, _ change: (inout StreamFilter) -> Void = { _ in }
        ) -> (number: Int, position: StreamPosition, beginning: StreamFanout<String>.Beginning) {
            var filter = StreamFilter()
            change(&filter)
            return fanout.add(name, filter, after: last)
        }

        /// The first data of Anna's stream; `nil` for a reset.
        mutating func resumed(after sequence: UInt64, epoch: UInt64 = 7) -> [UInt64]? {
            let last = StreamPosition(epoch: epoch, shard: 0, sequence: sequence)
            let (number, _, beginning) = add("resumed", after: last) { $0.owner = "anna" }
            _ = fanout.remove(number)
            if case .changes(let frames) = beginning { return frames.map(\.change.sequence) }
            return nil
        }

        mutating func receive(
            _ sequence: Int, _ activity: UInt64, _ owner: OwnerID, _ what: Change.What = .updated
        ) -> [String] {
            text(fanout.receive([.change(Self.frame(sequence, activity, owner, what).change, topics: nil)]))
        }
        mutating func stored(upTo sequences: [UInt64]) -> [String] { text(fanout.stored(upTo: sequences)) }
        mutating func advance(by time: Duration) -> [String] {
            now += time
            return text(fanout.advance(to: now))
        }

        func text(_ directives: [StreamFanout<String>.Directive]) -> [String] {
            func names(_ readers: [String]) -> String { readers.isEmpty ? "nobody" : readers.sorted().joined(separator: ", ") }
            return directives.map {
                switch $0 {
                case .offer(let frame, let readers): "\(frame.change.sequence) to \(names(readers))"
                case .reset(let readers): "reset \(names(readers))"
                case .beat(let readers, let position): "beat \(names(readers)) at \(position.sequence)"
                }
            }
        }
    }
}
#endif
