import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivityCluster

/// The result that the sender of a request gets after each step, with time moved by the test.
@Suite struct DeliveryTests {
    private let begin = ContinuousClock.now
    private let activity = ActivityReference.id(ActivityID(rawValue: 7))

    private func delivery(
        _ body: ClusterRequest.Body? = nil, changes: Bool = true, doubt: String? = nil
    ) -> Delivery {
        let command = Command.send(activity, event: "x", id: "e1", timestamp: nil)
        return Delivery(
            ClusterRequest(partition: 3, body ?? .apply(command, ifRevision: nil, trace: nil)), changes: changes,
            answerTimeout: .seconds(2), until: begin + .seconds(15), doubt: doubt)
    }

    private func owner(_ address: String, _ recognises: Bool = true) -> Delivery.Owner {
        Delivery.Owner(address: address, recognises: recognises)
    }

    private func after(_ seconds: Double) -> ContinuousClock.Instant { begin + .seconds(seconds) }

    private let silence = "the owner of partition 3 does not answer"
    private func unknown(_ reason: String, _ id: EventID? = "e1") -> Delivery.Step {
        .fail(.outcomeUnknown(reason: reason, eventID: id))
    }

    private func isAgain(_ answered: Delivery.Answered) -> Bool { if case .again = answered { true } else { false } }
    private func failure(_ answered: Delivery.Answered) -> RuntimeError? {
        if case .failed(let error) = answered { error } else { nil }
    }

    /// No owner was known, so the request was never sent: nothing was done.
    @Test func withoutAnOwnerNothingWasDone() {
        var delivery = delivery()
        #expect(delivery.next(nil, at: begin) == .wait)
        #expect(delivery.next(nil, at: after(14.999)) == .wait)
        #expect(delivery.next(nil, at: after(15)) == .fail(.storeUnavailable(reason: "partition 3 has no owner")))
    }

    /// Nodes that refuse the request, or do not exist, have done nothing, however often it is repeated.
    @Test func whoAnswersThatItDidNothingHasDoneNothing() {
        var delivery = delivery()
        for number in 0..<13 {
            let address = "\(number)"
            #expect(delivery.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            switch number % 4 {
            case 3: #expect(isAgain(delivery.took(.notSent(reason: "not connected"), from: address)))
            case 0: #expect(isAgain(delivery.took(.notOwner, from: address)))
            case 1: #expect(isAgain(delivery.took(.nobody, from: address)))
            default:
                #expect(isAgain(delivery.took(.failure(.storeUnavailable(reason: "full")), from: address)))
                #expect(delivery.next(nil, at: after(15)) == .fail(.storeUnavailable(reason: "full")))
            }
        }
        #expect(
            delivery.next(owner("x"), at: after(15)) == .fail(.storeUnavailable(reason: "partition 3 changes its owner")))
        #expect(delivery.doubt == nil && !delivery.isHeldBack)
    }

    /// A request that was sent and not answered may have been carried out. A later "nothing was done here" does not change
    /// that.
    @Test func whatWasNotAnsweredIsUnknown() {
        var delivery = delivery()
        #expect(delivery.next(owner("a"), at: begin) == .ask("a", within: .seconds(2)))
        #expect(isAgain(delivery.took(.silence, from: "a")))
        #expect(delivery.next(owner("a"), at: after(14)) == .ask("a", within: .seconds(1)))
        #expect(isAgain(delivery.took(.failure(.storeUnavailable(reason: "full")), from: "a")))
        #expect(delivery.next(owner("a"), at: after(15)) == unknown(silence))
        #expect(!delivery.isHeldBack)
    }

    /// The log has no majority: the owner has applied the request and cannot tell whether it is durable.
    @Test func whatIsNotDurableIsUnknown() {
        var delivery = delivery()
        #expect(isAgain(delivery.took(.failure(.notDurable(reason: "no majority")), from: "a")))
        #expect(delivery.next(owner("a"), at: after(1)) == .ask("a", within: .seconds(2)))
        #expect(isAgain(delivery.took(.failure(.storeUnavailable(reason: "no majority")), from: "a")))
        #expect(delivery.next(owner("a"), at: after(15)) == unknown("no majority"))
        // The same holds for a request that was first applied by this node's own runtime.
        var local = self.delivery(doubt: "no majority")
        #expect(local.next(nil, at: after(15)) == unknown("no majority"))
    }

    /// An answer settles the doubt, however late.
    @Test func anAnswerSettlesIt() {
        var delivery = delivery()
        #expect(isAgain(delivery.took(.silence, from: "a")))
        guard case .answer = delivery.took(.outcome(.applied), from: "b") else { return #expect(Bool(false)) }
        let refusal = RuntimeError.engine(.unknownActivity(ActivityID(rawValue: 7)))
        #expect(failure(delivery.took(.failure(refusal), from: "b")) == refusal)
    }

    /// An answer settles the commands whose outcomes it contains. For the others, the doubt of an earlier attempt remains.
    @Test func anAnswerLeavesTheDoubtOfAnEarlierAttempt() {
        var delivery = delivery(doubt: "of another request")
        #expect(delivery.ownDoubt == nil)
        #expect(isAgain(delivery.took(.nobody, from: "a")))
        #expect(delivery.ownDoubt == nil)
        #expect(isAgain(delivery.took(.silence, from: "a")))
        guard case .answer = delivery.took(.outcome(.applied), from: "a") else { return #expect(Bool(false)) }
        #expect(delivery.ownDoubt == silence)
    }

    @Test func anUnreadableAnswerIsUnknown() {
        var delivery = delivery()
        let error = failure(delivery.took(.answer(Array("?".utf8)), from: "a"))
        #expect(
            error == .outcomeUnknown(reason: "the owner of partition 3 sent an unreadable answer", eventID: "e1"))
    }

    /// A request that crashes the process of each owner is not sent to a third one after two were lost.
    @Test func itIsNotGivenToAThirdOwnerAfterTwoWereLost() {
        var delivery = delivery()
        for address in ["a", "b"] {
            #expect(delivery.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            #expect(isAgain(delivery.took(.silence, from: address)))
            // The process has ended meanwhile.
            #expect(isAgain(delivery.took(.nobody, from: address)))
        }
        // Both owners may come back.
        #expect(delivery.next(owner("b"), at: after(5)) == .ask("b", within: .seconds(2)))
        #expect(!delivery.isHeldBack)
        #expect(
            delivery.next(owner("c"), at: after(5))
                == unknown("2 owners of partition 3 received it without answering, so no other one is tried"))
        #expect(delivery.isHeldBack)
    }

    /// An owner that answers was not lost, whatever the answer.
    @Test func anOwnerThatAnswersLateIsNotLost() {
        var delivery = delivery()
        for address in ["a", "b", "c", "d"] {
            #expect(delivery.next(owner(address), at: begin) == .ask(address, within: .seconds(2)))
            #expect(isAgain(delivery.took(.silence, from: address)))
            #expect(isAgain(delivery.took(.notOwner, from: address)))
        }
        #expect(!delivery.isHeldBack)
    }

    /// A query has no effect, so it is never in doubt; it is not sent to a third owner either.
    @Test func aQueryIsNeverUnknown() {
        var delivery = delivery(.state(ActivityID(rawValue: 7)), changes: false)
        for address in ["a", "b"] { #expect(isAgain(delivery.took(.silence, from: address))) }
        #expect(delivery.next(owner("b"), at: after(15)) == .fail(.storeUnavailable(reason: silence)))
        let lost = "2 owners of partition 3 received it without answering, so no other one is tried"
        #expect(delivery.next(owner("c"), at: after(5)) == .fail(.storeUnavailable(reason: lost)))
    }

    /// An owner of an earlier version would apply an action twice: it is sent once, and its answer awaited until the deadline.
    @Test func anOwnerThatWouldNotRecogniseItIsGivenItOnce() {
        let tap = ClusterRequest.Body.apply(.perform("tap", on: activity, surface: .lockScreen), ifRevision: nil, trace: nil)
        var delivery = delivery(tap)
        #expect(delivery.next(owner("a", false), at: begin) == .ask("a", within: .seconds(15)))
        #expect(isAgain(delivery.took(.storeUnavailable(reason: "full"), from: "a")))
        #expect(delivery.next(owner("a", false), at: after(1)) == .ask("a", within: .seconds(14)))
        #expect(isAgain(delivery.took(.silence, from: "a")))
        #expect(delivery.next(owner("a", false), at: after(2)) == unknown(silence, nil))
        // An owner that recognises repetitions is sent the request again.
        #expect(delivery.next(owner("b"), at: after(2)) == .ask("b", within: .seconds(2)))
    }
}

extension Delivery {
    fileprivate mutating func took(_ error: RuntimeError, from address: String) -> Answered {
        took(.failure(error), from: address)
    }
}
