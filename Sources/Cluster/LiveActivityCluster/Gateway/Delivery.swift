import LiveActivities
import LiveActivityCore

/// Decides which owner a request is given to, how often, and what its sender is told in the end.
///
/// **Problem.** A request that was sent and not answered may have been carried out, may still be, or may never be: its owner is
/// paused, its log has no majority, it has ended, or only the answer was lost. To say "nothing was done" is then as wrong as to
/// say "it is applied". And one request that ends the process of its owner must not be passed on until no node is left.
///
/// **Intuition.** What is known of a request only ever comes from an answer. Once it was sent without one, it is *in doubt*,
/// until an owner that would recognise it says what became of it. A request in doubt is given again only where that cannot
/// carry it out twice.
///
/// | case | what follows |
/// | --- | --- |
/// | nobody owns the partition, or its owner was not there to take the request | nothing was done; it waits for an owner |
/// | it could not be sent | nothing was done by this attempt; it is given again |
/// | an owner says that it is none, or that its log fails | nothing was done there; it is given again |
/// | no answer came in time, or the owner says that it is not durable | in doubt; it is given again if the owner recognises it (``RequestMemory``), or it has the same effect twice |
/// | in doubt, and the owner would not recognise it | `outcomeUnknown` |
/// | two owners were given it and have not answered, and there is a third one | it is not given to that one: `outcomeUnknown`, and counted |
/// | the time is over | `outcomeUnknown` where it is in doubt, else `storeUnavailable`: nothing was done |
/// | a query, with any of these | `storeUnavailable`: there is nothing that it could have done |
///
/// Rejected: to ask the owners later what became of it, before the sender is answered (the owner may be the very node that does
/// not answer); to limit how often a request is given (a command that waits for a takeover is refused a hundred times, and
/// harmless).
struct Delivery {
    /// Who owns the partition, as far as this node knows.
    struct Owner: Equatable {
        var address: String
        /// Whether it recognises a request that it is given again.
        var recognises: Bool
    }

    enum Step: Equatable {
        /// Give it to this owner, and wait so long for the answer.
        case ask(String, within: Duration)
        /// Look again soon who owns the partition.
        case wait
        case fail(RuntimeError)
    }

    enum Answered {
        case answer(ClusterAnswer)
        case failed(RuntimeError)
        /// Take the next step.
        case again
    }

    /// How many owners may be lost with a request.
    static let ownersMax = 2

    let request: ClusterRequest
    /// Whether the request changes anything.
    private let changes: Bool
    private let answerTimeout: Duration
    private let end: ContinuousClock.Instant
    /// Why the last attempt failed.
    private var reason: String
    /// Why it may have been carried out; `nil` while it certainly was not.
    private(set) var doubt: String?
    /// The owners that were given it and have not answered.
    private var silent: [String] = []
    /// Whether it was not given to a further owner, because too many were lost with it.
    private(set) var isHeldBack = false

    /// - Parameters:
    ///   - answerTimeout: The timeout of an answer to a request that can be sent again.
    ///   - doubt: Why it may have been carried out already.
    init(
        _ request: ClusterRequest, changes: Bool, answerTimeout: Duration, until end: ContinuousClock.Instant,
        doubt: String? = nil
    ) {
        (self.request, self.changes, self.answerTimeout, self.end, self.doubt) = (request, changes, answerTimeout, end, doubt)
        reason = "nobody owns partition \(request.partition)"
    }

    /// What is to be done now.
    mutating func next(_ owner: Owner?, at now: ContinuousClock.Instant) -> Step {
        guard now < end else { return .fail(error) }
        guard let owner else { return .wait }
        let canRepeat = owner.recognises || request.isRepeatable
        if doubt != nil, !canRepeat { return .fail(error) }
        if !silent.contains(owner.address), silent.count >= Self.ownersMax {
            isHeldBack = true
            let lost =
                "\(silent.count) owners of partition \(request.partition) were given it and do not answer; no other one is asked"
            (reason, doubt) = (lost, lost)
            return .fail(error)
        }
        return .ask(owner.address, within: canRepeat ? min(end - now, answerTimeout) : end - now)
    }

    /// Takes what came of a request to another node.
    mutating func took(_ answer: TransportAnswer, from address: String) -> Answered {
        switch answer {
        case .answer(let bytes):
            guard let answer = ClusterAnswer(encoded: bytes) else {
                note(doubt: "the owner of partition \(request.partition) has answered something unreadable")
                return .failed(error)
            }
            return took(answer, from: address)
        case .nobody:
            // One that was given it before has ended since.
            if !silent.contains(address) { reason = "the owner of partition \(request.partition) is gone" }
        case .notSent(let why): reason = "the owner of partition \(request.partition) was not asked: \(why)"
        case .silence:
            if !silent.contains(address) { silent.append(address) }
            note(doubt: "the owner of partition \(request.partition) does not answer")
        }
        return .again
    }

    /// Takes what an owner has answered.
    mutating func took(_ answer: ClusterAnswer, from address: String) -> Answered {
        silent.removeAll { $0 == address }
        if answer.isNotOwner == true {
            reason = "partition \(request.partition) changes its owner"
            return .again
        }
        switch answer.error {
        case nil: return .answer(answer)
        case .storeUnavailable(let its): reason = its
        case .notDurable(let its), .outcomeUnknown(let its, _): note(doubt: its)
        case let error?: return .failed(error)
        }
        return .again
    }

    private mutating func note(doubt: String) {
        reason = doubt
        if changes { self.doubt = doubt }
    }

    /// What the sender is told where no answer came.
    private var error: RuntimeError {
        guard changes, let doubt else { return .storeUnavailable(reason: reason) }
        return .outcomeUnknown(reason: doubt, eventID: request.eventID)
    }
}
