import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// The result that the sender of a request gets after each step, with time moved by the test.
@Suite struct ForwardingTests {
    private let begin = ClusterClock.Instant.now
    private let activity = ActivityReference.id(ActivityID(rawValue: 7))

    private func forwarding(
        _ body: ClusterRequest.Body? = nil, changes: Bool = true, doubt: String? = nil
    ) -> Forwarding {
        let command = Command.send(activity, event: "x", id: "e1", timestamp: nil)
        return Forwarding(
            ClusterRequest(partition: 3, body ?? .apply(command, ifRevision: nil, trace: nil)), changes: changes,
            answerTimeout: .seconds(2), until: begin + .seconds(15), doubt: doubt)
    }

    private func owner(_ address: String, _ recognises: Bool = true) -> Forwarding.Owner {
        Forwarding.Owner(address: address, recognises: recognises)
    }

    private func after(_ seconds: Double) -> ClusterClock.Instant { begin + .seconds(seconds) }

    private let silence = "the owner of partition 3 does not answer"
    private func unknown(_ reason: String, _ id: EventID? = "e1") -> Forwarding.Step {
        .fail(.outcomeUnknown(reason: reason, eventID: id))
    }

    private func isAgain(_ answered: Forwarding.Answered) -> Bool { if case .again = answered { true } else { false } }
    private func failure(_ answered: Forwarding.Answered) -> RuntimeError? {
        if case .failed(let error) = answered { error } else { nil }
    }

    /// No owner was known, so the request was never sent: nothing was done.
    @Test func withoutAnOwnerNothingWasDone() {
        var forwarding = forwarding()
        #expect(forwarding.next(nil, at: begin) == .wait)
        #expect(forwarding.next(nil, at: after(14.999)) == .wait)
        #expect(forwarding.next(nil, at: after(15)) == .fail(.storeUnavailable(reason: "partition 3 has no owner")))
    }

    /// Nodes that refuse the request, or do not exist, have done nothing, however often it is repeated.
    @Test func whoAnswersThatItDidNothingHasDoneNothing() {
        var forwarding = forwarding()
        for number in 0..<13 {
            let address = "\(number)"
            #expect(forwarding.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            switch number % 4 {
            case 3: #expect(isAgain(forwarding.took(.notSent(reason: "not connected"), from: address)))
            case 0: #expect(isAgain(forwarding.took(.notOwner, from: address)))
            case 1: #expect(isAgain(forwarding.took(.nobody, from: address)))
            default:
                #expect(isAgain(forwarding.took(.failure(.storeUnavailable(reason: "full")), from: address)))
                #expect(forwarding.next(nil, at: after(15)) == .fail(.storeUnavailable(reason: "full")))
            }
        }
        #expect(
            forwarding.next(owner("x"), at: after(15)) == .fail(.storeUnavailable(reason: "partition 3 changes its owner")))
        #expect(forwarding.doubt == nil && !forwarding.isHeldBack)
    }

    /// A request that was sent and not answered may have been carried out. A later "nothing was done here" does not change
    /// that.
    @Test func whatWasNotAnsweredIsUnknown() {
        var forwarding = forwarding()
        #expect(forwarding.next(owner("a"), at: begin) == .ask("a", within: .seconds(2)))
        #expect(isAgain(forwarding.took(.silence, from: "a")))
        #expect(forwarding.next(owner("a"), at: after(14)) == .ask("a", within: .seconds(1)))
        #expect(isAgain(forwarding.took(.failure(.storeUnavailable(reason: "full")), from: "a")))
        #expect(forwarding.next(owner("a"), at: after(15)) == unknown(silence))
        #expect(!forwarding.isHeldBack)
    }

    /// The log has no majority: the owner has applied the request and cannot tell whether it is durable.
    @Test func whatIsNotDurableIsUnknown() {
        var forwarding = forwarding()
        #expect(isAgain(forwarding.took(.failure(.notDurable(reason: "no majority")), from: "a")))
        #expect(forwarding.next(owner("a"), at: after(1)) == .ask("a", within: .seconds(2)))
        #expect(isAgain(forwarding.took(.failure(.storeUnavailable(reason: "no majority")), from: "a")))
        #expect(forwarding.next(owner("a"), at: after(15)) == unknown("no majority"))
        // The same holds for a request that was first applied by this node's own runtime.
        var local = self.forwarding(doubt: "no majority")
        #expect(local.next(nil, at: after(15)) == unknown("no majority"))
    }

    /// An answer settles the doubt, however late.
    @Test func anAnswerSettlesIt() {
        var forwarding = forwarding()
        #expect(isAgain(forwarding.took(.silence, from: "a")))
        guard case .answer = forwarding.took(.outcome(.applied), from: "b") else { return #expect(Bool(false)) }
        let refusal = RuntimeError.engine(.unknownActivity(ActivityID(rawValue: 7)))
        #expect(failure(forwarding.took(.failure(refusal), from: "b")) == refusal)
    }

    /// An answer settles the commands whose outcomes it contains. For the others, the doubt of an earlier attempt remains.
    @Test func anAnswerLeavesTheDoubtOfAnEarlierAttempt() {
        var forwarding = forwarding(doubt: "of another request")
        #expect(forwarding.ownDoubt == nil)
        #expect(isAgain(forwarding.took(.nobody, from: "a")))
        #expect(forwarding.ownDoubt == nil)
        #expect(isAgain(forwarding.took(.silence, from: "a")))
        guard case .answer = forwarding.took(.outcome(.applied), from: "a") else { return #expect(Bool(false)) }
        #expect(forwarding.ownDoubt == silence)
    }

    @Test func anUnreadableAnswerIsUnknown() {
        var forwarding = forwarding()
        let error = failure(forwarding.took(.answer(Array("?".utf8)), from: "a"))
        #expect(
            error == .outcomeUnknown(reason: "the owner of partition 3 sent an unreadable answer", eventID: "e1"))
    }

    /// A request that crashes the process of each owner is not sent to a third one after two were lost.
    @Test func itIsNotGivenToAThirdOwnerAfterTwoWereLost() {
        var forwarding = forwarding()
        for address in ["a", "b"] {
            #expect(forwarding.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            #expect(isAgain(forwarding.took(.silence, from: address)))
            // The process has ended meanwhile.
            #expect(isAgain(forwarding.took(.nobody, from: address)))
        }
        // Both owners may come back.
        #expect(forwarding.next(owner("b"), at: after(5)) == .ask("b", within: .seconds(2)))
        #expect(!forwarding.isHeldBack)
        #expect(
            forwarding.next(owner("c"), at: after(5))
                == unknown("2 owners of partition 3 received it without answering, so no other one is tried"))
        #expect(forwarding.isHeldBack)
    }

    /// An owner that answers was not lost, whatever the answer.
    @Test func anOwnerThatAnswersLateIsNotLost() {
        var forwarding = forwarding()
        for address in ["a", "b", "c", "d"] {
            #expect(forwarding.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            #expect(isAgain(forwarding.took(.silence, from: address)))
            #expect(isAgain(forwarding.took(.notOwner, from: address)))
        }
        #expect(!forwarding.isHeldBack)
    }

    /// A query has no effect, so it is never in doubt; it is not sent to a third owner either.
    @Test func aQueryIsNeverUnknown() {
        var forwarding = forwarding(.state(ActivityID(rawValue: 7)), changes: false)
        for address in ["a", "b"] { #expect(isAgain(forwarding.took(.silence, from: address))) }
        #expect(forwarding.next(owner("b"), at: after(15)) == .fail(.storeUnavailable(reason: silence)))
        let lost = "2 owners of partition 3 received it without answering, so no other one is tried"
        #expect(forwarding.next(owner("c"), at: after(5)) == .fail(.storeUnavailable(reason: lost)))
    }

    /// An owner of an earlier version would apply an action twice: it is sent once, and its answer awaited until the deadline.
    @Test func anOwnerThatWouldNotRecogniseItIsGivenItOnce() {
        let tap = ClusterRequest.Body.apply(.perform("tap", on: activity, surface: .lockScreen), ifRevision: nil, trace: nil)
        var forwarding = forwarding(tap)
        #expect(forwarding.next(owner("a", false), at: begin) == .ask("a", within: .seconds(15)))
        #expect(isAgain(forwarding.took(.storeUnavailable(reason: "full"), from: "a")))
        #expect(forwarding.next(owner("a", false), at: after(1)) == .ask("a", within: .seconds(14)))
        #expect(isAgain(forwarding.took(.silence, from: "a")))
        #expect(forwarding.next(owner("a", false), at: after(2)) == unknown(silence, nil))
        // An owner that recognises repetitions is sent the request again.
        #expect(forwarding.next(owner("b"), at: after(2)) == .ask("b", within: .seconds(2)))
    }
}

extension Forwarding {
    fileprivate mutating func took(_ error: RuntimeError, from address: String) -> Answered {
        took(.failure(error), from: address)
    }
}
