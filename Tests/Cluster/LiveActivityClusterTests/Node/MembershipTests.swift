import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// The members according to the heartbeats that were received.
@Suite struct MembershipTests {
    private let start = ClusterClock.Instant.now
    private let interval = Duration.seconds(1)

    private func heartbeat(_ address: String) -> Heartbeat {
        Heartbeat(node: NodeName(address), address: address, capacity: 1, partitions: 4)
    }

    /// A node claims nothing before it has discovered the members: neither at its start nor after a pause.
    @Test func aNodeDiscoversTheMembersAgainAfterAPause() {
        var membership = Membership(silence: .seconds(4))
        func knows(_ seconds: Double) -> Bool { membership.hasDiscoveredAll("one", at: start + .seconds(seconds), interval) }
        #expect(!knows(0))
        membership.receive(heartbeat("one"), at: start)
        #expect(!knows(1.5))
        membership.receive(heartbeat("two"), at: start + .seconds(1))
        membership.receive(heartbeat("one"), at: start + .seconds(1))
        #expect(knows(1.6))

        // Just before the timeout nothing changes. On it all members are removed, including the node itself.
        membership.dropSilent(at: start + .seconds(4.9))
        #expect(knows(4.9) && membership.nodes.count == 2)
        membership.dropSilent(at: start + .seconds(5))
        #expect(!knows(5) && membership.nodes.isEmpty)
        membership.receive(heartbeat("one"), at: start + .seconds(60))
        #expect(!knows(61.5) && knows(61.6))
    }

    /// Drains of names that come and go, as of containers. In whatever order the requests arrive, the same ones are kept.
    @Test func theLatestDrainsAreKept() {
        func drain(_ number: Int, _ isDrained: Bool) -> Heartbeat.Drain {
            Heartbeat.Drain(
                node: NodeName("pod-\(number)"), isDrained: isDrained, at: Date(timeIntervalSince1970: Double(number)))
        }
        let all = (1...200).map { drain($0, $0.isMultiple(of: 2)) }
        let expected = Set(all.suffix(128).map(\.node))
        for drains in [all, all.reversed(), all.filter(\.isDrained) + all.filter { !$0.isDrained }] {
            var membership = Membership(silence: .seconds(4))
            for part in drains {
                var heartbeat = heartbeat("one")
                heartbeat.drains = [part]
                membership.merge(heartbeat)
            }
            #expect(Set(membership.drains.keys) == expected)
        }
    }
}
