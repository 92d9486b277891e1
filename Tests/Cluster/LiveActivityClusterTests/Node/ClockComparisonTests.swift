import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// Nodes whose clocks differ, in virtual time: who may own partitions, by whose clock activities end.
@Suite struct ClockComparisonTests {
    private let start = ClusterClock.Instant.now
    private let date = Date(timeIntervalSinceReferenceDate: 800_000_000)

    private func at(_ seconds: Double) -> ClusterClock.Instant { start + .seconds(seconds) }

    /// A node that does not own anything yet.
    private func newcomer() -> ClusterMember {
        ClusterMember(.init(node: "new", partitions: 1), address: "new", kinds: [:], at: start)
    }

    /// A heartbeat of a node whose clock is fast by this number of seconds.
    private func heartbeat(_ name: NodeName, at seconds: Double, fast: Double = 0, owns: [Int] = []) -> Heartbeat {
        var heartbeat = Heartbeat(node: name, address: name.rawValue, capacity: 1, partitions: 1)
        heartbeat.date = date + seconds + fast
        heartbeat.owned = owns.map { Heartbeat.Owned(partition: $0, epoch: 1, position: 1) }
        return heartbeat
    }

    /// Lets the node receive its own heartbeats and the given ones for a number of seconds.
    ///
    /// - Returns: The partitions that it claims.
    private func pass(
        _ member: inout ClusterMember, from first: Int, through last: Int, fast: Double = 0,
        _ others: (Double) -> [Heartbeat] = { _ in [] }
    ) throws -> [ClusterMember.Directive] {
        var directives: [ClusterMember.Directive] = []
        for second in first...last {
            let seconds = Double(second)
            for other in others(seconds) {
                directives += member.receive(other, at: at(seconds), date: date + seconds + fast)
            }
            let own = try #require(member.heartbeat(at: at(seconds), date: date + seconds + fast))
            directives += member.receive(own, at: at(seconds), date: date + seconds + fast)
            directives += member.advance(to: at(seconds + 0.5))
        }
        return directives.filter { if case .claim = $0 { true } else { false } }
    }

    @Test(arguments: [(120, true), (120.1, false), (50_000, false), (-120, true), (-120.1, false)])
    func aNodeThatDiffersFromTheOwnerDoesNotReplaceIt(fast: Double, claims: Bool) throws {
        var member = newcomer()
        #expect(try pass(&member, from: 0, through: 5, fast: fast) { [heartbeat("old", at: $0, owns: [0])] } == [])
        #expect(member.heartbeat(at: at(5.6))?.capacity == (claims ? 1 : 0))
        #expect(member.clockWarnings.isEmpty == claims)
        // The owner fails, and its time counts on.
        #expect(try pass(&member, from: 6, through: 600, fast: fast) == (claims ? [.claim(0)] : []))
    }

    @Test func takesPartAsSoonAsItsClockIsRight() throws {
        var member = newcomer()
        #expect(try pass(&member, from: 0, through: 5, fast: 7_200) { [heartbeat("old", at: $0, owns: [0])] } == [])
        #expect(
            member.clockWarnings == [
                "the clock of this node, 'new', differs from the clocks of the nodes that own partitions: it owns none until it agrees with them",
                "the clock of node 'old' is about 2 h behind that of 'new'",
            ])
        #expect(try pass(&member, from: 6, through: 20, fast: 7_200) == [])
        #expect(try pass(&member, from: 21, through: 22) == [.claim(0)], "the others receive its capacity first")
        #expect(member.clockWarnings == [] && member.heartbeat(at: at(23))?.capacity == 1)
    }

    /// The owner's next process owns nothing when its first heartbeats arrive. The node would be the first to claim.
    @Test func aNodeWhoseClockIsWrongDoesNotReplaceOwnersThatAreRestarted() throws {
        var member = newcomer()
        func next(_ seconds: Double, owns: [Int]) -> Heartbeat {
            var next = heartbeat("old", at: seconds, owns: owns)
            next.address = "next"
            return next
        }
        #expect(try pass(&member, from: 0, through: 5, fast: 7_200) { [heartbeat("old", at: $0, owns: [0])] } == [])
        #expect(try pass(&member, from: 6, through: 20, fast: 7_200) { [next($0, owns: [])] } == [])
        #expect(member.heartbeat(at: at(20.6))?.capacity == 0)
        _ = try pass(&member, from: 21, through: 22) { [next($0, owns: [0])] }
        #expect(member.heartbeat(at: at(22.6))?.capacity == 1)
    }

    /// Only owners count.
    @Test func theOwnerIgnoresANewcomerAndReportsIt() throws {
        var owner = newcomer()
        #expect(try pass(&owner, from: 0, through: 2) == [.claim(0)])
        _ = owner.claimed(0, .success(.init(epoch: 1, position: 1)), at: at(2.6))
        #expect(try pass(&owner, from: 3, through: 20) { [heartbeat("two", at: $0, fast: 50_000)] } == [])
        #expect(owner.admitsRequests(to: 0) && owner.heartbeat(at: at(21))?.capacity == 1)
        #expect(owner.clockWarnings == ["the clock of node 'two' is about 14 h ahead of that of 'new'"])
        // That node owned something when the clocks differed already: there is no majority.
        #expect(try pass(&owner, from: 21, through: 40) { [heartbeat("two", at: $0, fast: 50_000, owns: [0])] } == [])
        #expect(owner.heartbeat(at: at(41))?.capacity == 1)
    }

    /// A clock that is set wrong on a running owner: its partitions move, if this lasts longer than the timeout.
    @Test func anOwnerThatDiffersFromTwoOthersGivesItsPartitionsAway() throws {
        var owner = ClusterMember(.init(node: "new", partitions: 3), address: "new", kinds: [:], at: start)
        let names = ["a", "b", "new"] as [NodeName]
        let placed = PartitionPlacement(partitions: 3, nodes: names.map { .init($0) }).owners
        let own = try #require(placed.firstIndex(of: "new"))
        func others(_ seconds: Double) -> [Heartbeat] {
            names.dropLast().map { name in
                var other = heartbeat(name, at: seconds, owns: [placed.firstIndex(of: name) ?? 0])
                other.partitions = 3
                return other
            }
        }
        #expect(try pass(&owner, from: 0, through: 5, others) == [.claim(own)])
        _ = owner.claimed(own, .success(.init(epoch: 1, position: 1)), at: at(5.6))
        _ = try pass(&owner, from: 6, through: 9, fast: 3_600, others)
        #expect(owner.heartbeat(at: at(9.9))?.capacity == 1, "the timeout of 4 s is not over")
        _ = try pass(&owner, from: 10, through: 10, fast: 3_600, others)
        #expect(owner.heartbeat(at: at(10.9))?.capacity == 0)
    }

    /// After a pause of a process its messages are as old as the pause.
    @Test func delayedHeartbeatsDoNotExcludeAnOwner() throws {
        var owner = newcomer()
        #expect(try pass(&owner, from: 0, through: 2) == [.claim(0)])
        _ = owner.claimed(0, .success(.init(epoch: 1, position: 1)), at: at(2.6))
        for name in ["a", "b"] as [NodeName] {
            for sent in 3...600 {
                _ = owner.receive(heartbeat(name, at: Double(sent), owns: [1]), at: at(600), date: date + 600)
                #expect(owner.heartbeat(at: at(600))?.capacity == 1)
            }
        }
        #expect(owner.clockWarnings == [])
        // A single late message between others.
        _ = owner.receive(heartbeat("a", at: 445, owns: [1]), at: at(601), date: date + 601)
        #expect(owner.clockWarnings == [])
        _ = owner.receive(heartbeat("a", at: 449, owns: [1]), at: at(605), date: date + 605)
        #expect(owner.clockWarnings == ["the clock of node 'a' is about 3 min behind that of 'new'"], "three seconds are over")
    }

    /// Nodes of earlier versions send no time.
    @Test func aHeartbeatWithoutTimeDoesNotCount() throws {
        var member = newcomer()
        var old = heartbeat("old", at: 0, owns: [0])
        old.date = nil
        #expect(try pass(&member, from: 0, through: 5, fast: 50_000) { _ in [old] } == [])
        #expect(try pass(&member, from: 6, through: 20, fast: 50_000) == [.claim(0)])
    }
}
