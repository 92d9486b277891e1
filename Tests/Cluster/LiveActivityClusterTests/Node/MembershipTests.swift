import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// What a node takes from the heartbeats of all.
@Suite struct MembershipTests {
    private let start = ContinuousClock.now
    private let heartbeat = Duration.seconds(1)

    private func beat(_ address: String) -> Heartbeat {
        Heartbeat(node: NodeName(address), address: address, capacity: 1, partitions: 4)
    }

    /// It claims nothing before it has heard the others: neither at its beginning, nor after it has stood still.
    @Test func aNodeThatStoodStillBeginsAnew() {
        var membership = Membership(silence: .seconds(4))
        func knows(_ seconds: Double) -> Bool { membership.hasHeardAll("one", at: start + .seconds(seconds), heartbeat) }
        #expect(!knows(0))
        membership.hear(beat("one"), at: start)
        #expect(!knows(1.5))
        membership.hear(beat("two"), at: start + .seconds(1))
        membership.hear(beat("one"), at: start + .seconds(1))
        #expect(knows(1.6))

        // A second less than the silence changes nothing. Then it forgets all, itself too.
        membership.forget(at: start + .seconds(4.9))
        #expect(knows(4.9) && membership.nodes.count == 2)
        membership.forget(at: start + .seconds(5))
        #expect(!knows(5) && membership.nodes.isEmpty)
        membership.hear(beat("one"), at: start + .seconds(60))
        #expect(!knows(61.5) && knows(61.6))
    }
}
