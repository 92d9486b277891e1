import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// The decisions of a node, in virtual time: heartbeats and results go in, directives come out.
@Suite struct ClusterMemberTests {
    private let start = ClusterClock.Instant.now

    private func at(_ seconds: Double) -> ClusterClock.Instant { start + .seconds(seconds) }

    private func member(_ name: NodeName, partitions: Int = 1) -> ClusterMember {
        let configuration = ClusterRuntime.Configuration(node: name, partitions: partitions)
        return ClusterMember(configuration, address: name.rawValue, kinds: [:], at: start)
    }

    /// A single node that has claimed its only partition.
    private func owner() throws -> ClusterMember {
        var member = member("one")
        _ = member.receive(try #require(heartbeat(member)), at: start)
        #expect(member.advance(to: at(1.6)) == [.sendHeartbeat, .claim(0)])
        #expect(
            member.claimed(0, .success(.init(epoch: 1, position: 1)), at: at(1.7)) == [.publishChanges(false), .sendHeartbeat])
        return member
    }

    /// A heartbeat of another node.
    private func other(_ name: NodeName = "two", capacity: Int = 1) -> Heartbeat {
        Heartbeat(node: name, address: name.rawValue, capacity: capacity, partitions: 1)
    }

    /// The node's heartbeat, at a fixed time.
    private func heartbeat(_ member: ClusterMember) -> Heartbeat? { member.heartbeat(at: start) }

    @Test func claimsNothingBeforeItHasDiscoveredTheMembers() throws {
        var member = member("one")
        #expect(member.nextDeadline == at(0.25))
        #expect(member.advance(to: at(0.24)) == [])
        #expect(member.advance(to: at(0.25)) == [])
        #expect(member.nextDeadline == at(0.5))
        _ = member.receive(try #require(heartbeat(member)), at: start)
        #expect(member.advance(to: at(1.5)) == [.sendHeartbeat], "one and a half heartbeats are not over")
        #expect(!member.hasJoined)
        #expect(member.advance(to: at(1.75)) == [.claim(0)])
        #expect(member.hasJoined && !member.admitsRequests(to: 0))
        #expect(member.advance(to: at(2)) == [], "the claim is on its way")
    }

    /// The transport has found no other process, so the node need not wait for heartbeats.
    @Test func claimsAtItsFirstHeartbeatWhereItIsAlone() throws {
        var member = member("one")
        member.isAlone = true
        #expect(member.receive(try #require(heartbeat(member)), at: at(0.01)) == [.claim(0)])
        #expect(member.hasJoined)
        // Another process that started a moment later.
        var late = self.member("one")
        late.isAlone = true
        _ = late.receive(other(), at: at(0.01))
        #expect(late.receive(try #require(heartbeat(late)), at: at(0.02)) == [])
        #expect(late.advance(to: at(1.5)) == [.sendHeartbeat] && !late.hasJoined)
    }

    /// Meanwhile it reads the log, so that little is left to read for the next claim.
    @Test func claimsAgainASecondAfterAClaimFailed() throws {
        var member = member("one")
        _ = member.receive(try #require(heartbeat(member)), at: start)
        _ = member.advance(to: at(1.75))
        #expect(member.claimed(0, .failure(.init(reason: "full")), at: at(1.75)) == [])
        #expect(member.failures == [0: "full"])
        #expect(member.advance(to: at(2.74)) == [.follow(0)])
        #expect(member.followed(0, .success(7), at: at(2.74)) == [])
        #expect(heartbeat(member)?.followed == [.init(partition: 0, position: 7)])
        #expect(member.advance(to: at(2.75)) == [.sendHeartbeat], "the next check is not due")
        #expect(member.advance(to: at(2.99)) == [.claim(0)])
    }

    @Test func theFailureOfAClaimIsReportedUntilThePartitionHasAnOwner() throws {
        var member = member("one")
        _ = member.receive(try #require(heartbeat(member)), at: start)
        _ = member.advance(to: at(1.75))
        _ = member.claimed(0, .failure(.init(reason: "fenced")), at: at(1.75))
        var two = other()
        two.owned = [.init(partition: 0, epoch: 2, position: 2)]
        _ = member.receive(two, at: at(1.8))
        #expect(member.failures.isEmpty)
    }

    /// The first heartbeat after a pause may be the node's own. It must not then count the others as failed and claim their
    /// partitions.
    @Test func discoversTheMembersAgainAfterAPauseOfTheTimeout() throws {
        var member = try owner()
        var two = other()
        two.owned = [.init(partition: 0, epoch: 2, position: 2)]
        _ = member.receive(two, at: at(2))
        _ = member.receive(try #require(heartbeat(member)), at: at(2))
        for second in [6.0, 6.5, 7, 7.5] {
            #expect(!member.receive(try #require(heartbeat(member)), at: at(second)).contains(.claim(0)))
            #expect(!member.advance(to: at(second)).contains(.claim(0)), "\(second)")
        }
        #expect(member.advance(to: at(7.76)).contains(.claim(0)), "1.5 heartbeats later nobody else is there")
    }

    /// A member that follows the partition of another node.
    private func follower() throws -> ClusterMember {
        var (member, two) = (member("one"), other())
        two.owned = [.init(partition: 0, epoch: 1, position: 1)]
        _ = member.receive(two, at: start)
        _ = member.receive(try #require(heartbeat(member)), at: start)
        #expect(member.advance(to: at(1.75)) == [.sendHeartbeat, .follow(0)])
        return member
    }

    @Test func reportsDamageOfAFollowedLogAtOnce() throws {
        var member = try follower()
        #expect(member.followed(0, .failure(.init(reason: "damaged", isLasting: true)), at: at(1.8)) == [])
        #expect(member.unreadable == [0: "damaged"])
        #expect(member.advance(to: at(2.79)) == [.sendHeartbeat], "it is read again after a second")
        #expect(member.advance(to: at(3.04)) == [.follow(0)])
        #expect(member.unreadable == [0: "damaged"], "nothing has been read yet")
        #expect(member.followed(0, .success(1), at: at(3.1)) == [])
        #expect(member.unreadable == [:])
    }

    @Test func reportsALogThatDoesNotAnswerAfterTheTimeout() throws {
        var member = try follower()
        for (second, isReported) in [(1.8, false), (5.75, false), (6, true)] {
            _ = member.followed(0, .failure(.init(reason: "no answer")), at: at(second))
            #expect(member.unreadable == (isReported ? [0: "no answer"] : [:]), "\(second)")
        }
    }

    /// Only this node has the state, so it hands the partition over when its log can be read again.
    @Test func keepsAPartitionWhoseLogIsDamaged() throws {
        var member = try owner()
        member.snapshotted(0, epoch: 0, .init(reason: "of an earlier ownership", isLasting: true))
        #expect(member.snapshotFailures == [:])
        member.snapshotted(0, epoch: 1, .init(reason: "damaged", isLasting: true))
        member.snapshotted(0, epoch: 1, .init(reason: "no answer"))
        #expect(member.snapshotFailures == [0: "damaged"], "a log that does not answer may still be damaged")
        #expect(heartbeat(member)?.unreadable == [0])
        var stopping = member
        #expect(stopping.stop(by: at(30), at: at(2)) == [.sendHeartbeat] && !stopping.hasStopped)
        #expect(!stopping.advance(to: at(29)).contains(.release(0, to: nil)))
        #expect(stopping.admitsRequests(to: 0), "it is used until the end")
        #expect(stopping.abandon().partitions == [0])
        member.snapshotted(0, epoch: 1, nil)
        #expect(member.snapshotFailures == [:] && heartbeat(member)?.unreadable == nil)
        #expect(member.stop(by: at(30), at: at(2)).contains(.release(0, to: nil)))
    }

    /// Both have its state in their memory. This node is preferred, because the owner could not read the log again.
    @Test(arguments: [(799, false), (800, true)] as [(LogPosition, Bool)])
    func claimsAPartitionWhoseOwnerCannotReadTheLogAgain(read: LogPosition, claims: Bool) throws {
        var (member, two) = (try follower(), other())
        #expect(member.followed(0, .success(read), at: at(1.8)) == [])
        two.owned = [.init(partition: 0, epoch: 1, position: 1_000)]
        _ = member.receive(two, at: at(1.9))
        _ = member.receive(try #require(heartbeat(member)), at: at(1.9))
        #expect(member.advance(to: at(2)).filter { $0 != .sendHeartbeat } == [.follow(0)])
        two.unreadable = [0]
        _ = member.receive(two, at: at(2.1))
        #expect(member.advance(to: at(2.3)) == (claims ? [.claim(0, rewritesLog: true)] : []))
    }

    /// The owner has failed. This node has read the log before it was damaged, and the other one, which was to claim it, could
    /// not.
    @Test func claimsAPartitionWhoseLogAnotherNodeCannotRead() throws {
        var (member, two) = (try follower(), other(capacity: 1_000))
        #expect(member.followed(0, .success(7), at: at(1.8)) == [])
        _ = member.receive(two, at: at(1.9))
        _ = member.receive(try #require(heartbeat(member)), at: at(1.9))
        #expect(!member.advance(to: at(3)).contains(.claim(0)), "it is placed on the other one")
        two.unreadable = [0, 7]
        _ = member.receive(two, at: at(3.1))
        #expect(member.advance(to: at(3.25)).contains(.claim(0, rewritesLog: true)))
        // Where no node can read it, it is placed as before.
        member = try follower()
        _ = member.receive(two, at: at(1.8))
        #expect(member.followed(0, .failure(.init(reason: "damaged", isLasting: true)), at: at(1.9)) == [])
        _ = member.receive(try #require(heartbeat(member)), at: at(1.9))
        #expect(!member.advance(to: at(3)).contains(.claim(0, rewritesLog: true)))
    }

    /// The result arrives for a read that began before the partition was placed on another node.
    @Test func dropsALogThatWasReadWhenThePartitionWasPlacedElsewhere() throws {
        var member = member("one")
        _ = member.receive(try #require(heartbeat(member)), at: start)
        _ = member.advance(to: at(1.75))
        _ = member.claimed(0, .failure(.init(reason: "full")), at: at(1.75))
        #expect(member.advance(to: at(2)) == [.follow(0)])
        for name in ["two", "three"] as [NodeName] { _ = member.receive(other(name, capacity: 1_000), at: at(2.1)) }
        let drained = Heartbeat.Drain(node: "one", isDrained: true, at: Date(timeIntervalSince1970: 1))
        _ = member.requestPlacement(drains: [drained])
        #expect(!member.advance(to: at(2.3)).contains(.unfollow(0)), "the read is not over")
        #expect(member.followed(0, .success(9), at: at(2.3)) == [.unfollow(0)])
        #expect(heartbeat(member)?.followed == [])
    }

    /// Regression: a drain from a machine whose clock was a minute fast could not be ended from another one for that minute.
    @Test func theLatestRequestCountsEvenIfItsClockIsSlow() throws {
        var member = member("one")
        let fast = Date(timeIntervalSince1970: 60)
        _ = member.requestPlacement(
            pins: [.init(partition: 0, node: "two", at: fast)], drains: [.init(node: "one", isDrained: true, at: fast)])
        _ = member.requestPlacement(
            pins: [.init(partition: 0, node: "one", at: fast - 60)],
            drains: [.init(node: "one", isDrained: false, at: fast - 60)])
        #expect(heartbeat(member)?.pins.map(\.node) == ["one"])
        #expect(heartbeat(member)?.drains.map(\.isDrained) == [false])
        // Other nodes take it for the latest too.
        #expect(try #require(heartbeat(member)?.drains.first).at > fast)
    }

    @Test func publishesChangesWhileAMemberAsksForThem() throws {
        var member = try owner()
        var two = other(capacity: 0)
        two.wantsChanges = true
        #expect(member.receive(two, at: at(2)).first == .publishChanges(true))
        #expect(member.receive(two, at: at(3)) == [])
        two.wantsChanges = nil
        #expect(member.receive(two, at: at(3.5)) == [.publishChanges(false)])
        two.wantsChanges = true
        #expect(member.receive(two, at: at(4)) == [.publishChanges(true)])
        _ = member.receive(try #require(heartbeat(member)), at: at(7))
        #expect(!member.advance(to: at(7.99)).contains(.publishChanges(false)))
        #expect(member.advance(to: at(8.3)).contains(.publishChanges(false)), "it is silent for the timeout")
    }

    @Test func aResultThatIsLateOrDoubledChangesNothing() throws {
        var member = try owner()
        let before = heartbeat(member)
        #expect(member.claimed(0, .success(.init(epoch: 9, position: 9)), at: at(1.8)) == [])
        #expect(member.claimed(0, .failure(.init(reason: "late")), at: at(1.8)) == [])
        #expect(member.released(0, isFenced: true, at: at(1.9)) == [])
        #expect(member.fenced(0, epoch: 0, at: at(1.8)) == [], "an earlier ownership was fenced")
        member.update(0, .init(epoch: 0, position: 7, isFenced: true))
        #expect(heartbeat(member) == before && member.admitsRequests(to: 0) && member.failures.isEmpty)
        #expect(member.followed(0, .success(5), at: at(1.9)) == [.unfollow(0)], "a log that was read until it was claimed")
        #expect(heartbeat(member) == before)
    }

    @Test func aRefusedAppendClosesThePartition() throws {
        var member = try owner()
        let directives = member.fenced(0, epoch: 1, at: at(1.8))
        #expect(directives.prefix(2) == [.close(0), .sendHeartbeat])
        #expect(!member.admitsRequests(to: 0) && !directives.contains(.claim(0)))
        #expect(heartbeat(member)?.lost == 1 && heartbeat(member)?.owned == [])
        #expect(member.fenced(0, epoch: 1, at: at(1.9)) == [], "it is closed once")
    }

    /// The claimant's first heartbeat comes later than the log's refusal. With strict durability nothing would be lost by
    /// claiming back, but the partition would move twice.
    @Test func claimsNoPartitionBackBeforeItsClaimantCanHaveSentAHeartbeat() throws {
        var member = try owner()
        _ = member.fenced(0, epoch: 1, at: at(1.75))
        _ = member.receive(try #require(member.heartbeat(at: at(2))), at: at(2))
        var early = member
        #expect(!early.advance(to: at(3.24)).contains(.claim(0)))
        #expect(early.advance(to: at(3.5)).contains(.claim(0)))
        #expect(member.advance(to: at(3.25)).contains(.claim(0)))
        // The claimant's heartbeat.
        var claimed = try owner()
        _ = claimed.fenced(0, epoch: 1, at: at(1.8))
        var two = other()
        two.owned = [.init(partition: 0, epoch: 2, position: 2)]
        _ = claimed.receive(two, at: at(2.1))
        _ = claimed.receive(try #require(claimed.heartbeat(at: at(2.2))), at: at(2.2))
        for time in stride(from: 2.25, through: 5, by: 0.25) { #expect(!claimed.advance(to: at(time)).contains(.claim(0))) }
    }

    /// A claimant may have failed before its claim was answered: then neither a heartbeat nor a command reports the claim.
    @Test func verifiesALogThatNothingIsAppendedTo() throws {
        var member = try owner()
        func advance(_ seconds: Double) throws -> Bool {
            _ = member.receive(try #require(member.heartbeat(at: at(seconds))), at: at(seconds))
            return member.advance(to: at(seconds)).contains(.verify(0))
        }
        #expect(try [2, 5, 8, 11].map(advance) == [false, false, false, false])
        #expect(try !advance(11.99), "it is not ten seconds")
        #expect(try advance(12.25))
        #expect(try [15, 18, 21, 24].map(advance) == [false, false, false, false], "its answer is awaited")
        member.verified(0)
        #expect(try advance(24.25))
        member.verified(0)
        // An append also reveals the new owner.
        member.update(0, .init(epoch: 1, position: 2))
        #expect(try [27, 30, 33, 36].map(advance) == [false, false, false, false])
        #expect(try advance(37))
        member.verified(0)
        member.update(0, .init(epoch: 1, position: 2, isFenced: true))
        #expect(member.advance(to: at(37.25)).contains(.close(0)))
    }

    /// Draining all nodes does not stop the service: owned partitions stay where they are, and unowned ones are claimed.
    @Test func drainedNodesKeepAndClaimPartitions() throws {
        var member = try owner()
        // A node on which the partition would be placed if no node was drained.
        let name = try #require(
            (0..<100).map { NodeName("other\($0)") }.first {
                PartitionPlacement(partitions: 1, nodes: [.init("one"), .init($0)]).owners == [$0]
            })
        let drains = ["one", name].map {
            Heartbeat.Drain(node: $0, isDrained: true, at: Date(timeIntervalSince1970: 1))
        }
        _ = member.requestPlacement(drains: drains)
        var two = other(name)
        two.followed = [.init(partition: 0, position: 1)]
        for second in [2.0, 3, 4, 5, 6] {
            _ = member.receive(two, at: at(second))
            _ = member.receive(try #require(member.heartbeat(at: at(second))), at: at(second))
            #expect(!member.advance(to: at(second)).contains(.release(0, to: name)))
        }
        #expect(member.admitsRequests(to: 0))

        var drained = self.member("one")
        _ = drained.receive(try #require(heartbeat(drained)), at: start)
        _ = drained.requestPlacement(drains: drains)
        #expect(drained.advance(to: at(1.75)).contains(.claim(0)), "it is alone")
        _ = drained.claimed(0, .failure(.init(reason: "full")), at: at(1.75))
        _ = drained.receive(two, at: at(2))
        #expect(!drained.advance(to: at(2.75)).contains(.claim(0)), "the other one claims it")
        let undrained = [Heartbeat.Drain(node: "one", isDrained: false, at: Date(timeIntervalSince1970: 2))]
        _ = drained.requestPlacement(drains: undrained)
        #expect(drained.advance(to: at(3)).contains(.claim(0)), "it is the only one that is not drained")
    }

    @Test func aLaterClaimOfAnotherNodeClosesThePartition() throws {
        var member = try owner()
        var same = other()
        same.owned = [.init(partition: 0, epoch: 1, position: 1)]
        _ = member.receive(same, at: at(1.8))
        #expect(member.admitsRequests(to: 0), "its epoch is not later")
        same.owned = [.init(partition: 0, epoch: 2, position: 2)]
        same.capacity = 2
        #expect(member.receive(same, at: at(1.9)).prefix(2) == [.close(0), .sendHeartbeat])
        #expect(!member.admitsRequests(to: 0) && member.lostCount == 1)
    }

    @Test func handsOverToANodeThatHasReadTheLogAndIsThereForTwoHeartbeats() throws {
        var member = try owner()
        _ = member.requestPlacement(drains: [.init(node: "one", isDrained: true, at: Date(timeIntervalSince1970: 1))])
        member.update(0, .init(epoch: 1, position: 1_000))
        var two = other()
        two.followed = [.init(partition: 0, position: 799)]
        _ = member.receive(two, at: at(2))
        _ = member.receive(try #require(heartbeat(member)), at: at(2))
        _ = member.receive(two, at: at(4))
        #expect(!member.advance(to: at(4.5)).contains(.release(0, to: "two")), "it lags by 201 messages")
        two.followed[0].position = 800
        _ = member.receive(two, at: at(4.6))
        #expect(member.advance(to: at(4.75)) == [.release(0, to: "two")])
        #expect(!member.admitsRequests(to: 0) && member.owned == [0])
        #expect(member.advance(to: at(5)) == [], "it is released once")
        #expect(heartbeat(member)?.owned.map(\.partition) == [0], "a claim before the release would fence it")
        // A third node was faster, and the next owner ends: the third one's heartbeat is awaited.
        var late = member
        #expect(late.released(0, isFenced: true, at: at(5)) == [.sendHeartbeat])
        _ = late.receive(try #require(late.heartbeat(at: at(5))), at: at(5))
        #expect(late.lostCount == 1 && !late.unreachable("two", at: at(5)).contains(.claim(0)))
        #expect(!late.advance(to: at(6.25)).contains(.claim(0)))
        #expect(late.advance(to: at(6.5)).contains(.claim(0)))
        #expect(member.released(0, isFenced: false, at: at(5)) == [.sendHeartbeat])
        #expect(member.owned == [] && member.lostCount == 0 && heartbeat(member)?.owned == [])
    }

    @Test func aNodeThatStopsAloneReleasesToNobodyAtOnce() throws {
        var member = try owner()
        #expect(member.stop(by: at(60), at: at(2)) == [.sendHeartbeat, .release(0, to: nil)])
        #expect(heartbeat(member)?.isStopping == true && heartbeat(member)?.capacity == 0)
        #expect(member.nextDeadline != nil && !member.hasStopped)
        #expect(member.released(0, isFenced: false, at: at(1.9)) == [.sendHeartbeat])
        #expect(member.nextDeadline == nil && member.abandon().partitions == [])
    }

    @Test func aNodeThatStopsWaitsForAnotherOneUntilTwiceTheTimeout() throws {
        var member = try owner()
        _ = member.receive(other(), at: at(2))
        #expect(member.stop(by: at(60), at: at(2)) == [.sendHeartbeat])
        for second in 3...9 {
            _ = member.receive(other(), at: at(Double(second)))
            #expect(!member.advance(to: at(Double(second))).contains(.release(0, to: nil)))
        }
        #expect(member.advance(to: at(10)) == [.sendHeartbeat, .release(0, to: nil)])
        let abandoned = member.abandon()
        #expect(abandoned.partitions == [0] && abandoned.directives == [.sendHeartbeat])
        #expect(member.released(0, isFenced: false, at: at(1.9)) == [], "its answer comes after it was abandoned")
    }

    @Test func aClaimThatSucceedsWhileTheNodeStopsIsReleased() throws {
        var member = member("one")
        _ = member.receive(try #require(heartbeat(member)), at: start)
        _ = member.advance(to: at(1.75))
        _ = member.stop(by: at(60), at: at(1.8))
        #expect(member.claimed(0, .success(.init(epoch: 1, position: 1)), at: at(1.9)) == [.release(0, to: nil)])
        #expect(!member.admitsRequests(to: 0) && !member.hasStopped)
        _ = member.released(0, isFenced: false, at: at(1.9))
        #expect(member.hasStopped && member.nextDeadline == nil)
    }

    @Test func answersReadsForTheTimeoutAfterItSentAHeartbeatThatCameBack() throws {
        var member = member("one")
        #expect(member.mayAnswerReads(of: 0, at: at(4)) && !member.mayAnswerReads(of: 0, at: at(4.01)))
        let (sent, late) = (try #require(member.heartbeat(at: at(3))), try #require(member.heartbeat(at: at(1))))
        _ = member.receive(sent, at: at(3.5))
        #expect(member.mayAnswerReads(of: 0, at: at(7)) && !member.mayAnswerReads(of: 0, at: at(7.01)))
        _ = member.receive(late, at: at(6))
        #expect(member.mayAnswerReads(of: 0, at: at(7)) && !member.mayAnswerReads(of: 0, at: at(7.01)))
    }

    /// A process that was paused receives the messages of that period afterwards, including its own heartbeats.
    @Test func anOldHeartbeatOfItsOwnDoesNotLetItAnswerReads() throws {
        var member = try owner()
        let old = try #require(member.heartbeat(at: at(2)))
        _ = member.receive(old, at: at(20))
        #expect(!member.mayAnswerReads(of: 0, at: at(20)))
    }

    /// Another node may have claimed the partition and ended. Then only the log shows the claim, not a heartbeat.
    @Test func answersReadsAfterADisconnectionWhenTheLogHasConfirmedIt() throws {
        var member = try owner()
        func sendAndReceive(_ seconds: Double) throws -> [ClusterMember.Directive] {
            let directives = member.receive(try #require(member.heartbeat(at: at(seconds))), at: at(seconds))
            return directives + member.advance(to: at(seconds + 0.3))
        }
        #expect(try !sendAndReceive(3).contains(.confirm(0)))
        #expect(try !sendAndReceive(7).contains(.confirm(0)), "just the timeout")
        #expect(member.mayAnswerReads(of: 0, at: at(7.3)))
        #expect(try sendAndReceive(11.1).contains(.confirm(0)))
        #expect(!member.mayAnswerReads(of: 0, at: at(11.4)) && member.admitsRequests(to: 0))
        #expect(!member.advance(to: at(12)).contains(.confirm(0)), "it is on its way")
        member.confirmed(0, epoch: 1, false)
        #expect(member.advance(to: at(12.3)).contains(.confirm(0)))
        #expect(!member.mayAnswerReads(of: 0, at: at(12.3)))
        // The node was disconnected again, so an append that began before confirms nothing.
        _ = try sendAndReceive(20)
        member.confirmed(0, epoch: 1, true)
        #expect(!member.mayAnswerReads(of: 0, at: at(20.3)))
        #expect(member.advance(to: at(20.6)).contains(.confirm(0)))
        member.confirmed(0, epoch: 2, true)
        #expect(!member.mayAnswerReads(of: 0, at: at(20.7)), "it is of another ownership")
        member.confirmed(0, epoch: 1, true)
        #expect(member.mayAnswerReads(of: 0, at: at(20.7)))
    }

    @Test func aProcessThatIsUnreachableIsReportedOnce() throws {
        var member = try owner()
        _ = member.receive(other(), at: at(2))
        #expect(member.unreachable("two", at: at(2)) == [.sendHeartbeat])
        #expect(heartbeat(member)?.gone == ["two"])
        #expect(member.unreachable("two", at: at(2.1)) == [])
        var three = other("three")
        three.gone = ["one", "four"]
        #expect(!member.receive(three, at: at(2.2)).contains(.probe("one")), "it does not ask whether it exists itself")
        _ = member.receive(other("four"), at: at(2.3))
        #expect(member.receive(three, at: at(2.4)).first == .probe("four"))
    }
}
