import LiveActivities
import LiveActivityCore

/// Decides which owner a request is sent to, how often, and which result its sender gets.
///
/// **Problem.** A request that was sent and not answered may have been carried out, may still be, or may never be: its owner is
/// paused, its log has no majority, its process has ended, or only the answer was lost. To report "nothing was done" is then as
/// wrong as to report "applied". And a request that crashes its owner must not be forwarded until no node is left.
///
/// **Intuition.** Only an answer gives certainty about a request. Once it was sent without one, it is *in doubt*, until an
/// owner that would recognise it reports its outcome. A request in doubt is repeated only if that cannot apply it twice.
///
/// | case | what follows |
/// | --- | --- |
/// | the partition has no owner, or the owner's process does not exist | nothing was done; the request waits for an owner |
/// | the request could not be sent | this attempt did nothing; it is repeated |
/// | the node answers that it is not the owner, or that its log fails | nothing was done there; it is repeated |
/// | no answer came in time, the owner's process has ended, the result is not durable, or the owner was fenced | in doubt |
/// | in doubt, and the owner recognises it (``RequestMemory``) or a repetition has no further effect | it is repeated |
/// | in doubt, and the owner would not recognise it | `outcomeUnknown` |
/// | a batch is in doubt, and a later answer refuses some of its events | these events stay in doubt |
/// | two owners received it without answering, and a third one owns the partition now | `outcomeUnknown`, and counted |
/// | the deadline has passed | `outcomeUnknown` if in doubt, otherwise `storeUnavailable`: nothing was done |
/// | a query, in any of these cases | `storeUnavailable`: a query has no effect |
///
/// Rejected: querying the owners later about the outcome, before answering the sender (the owner may be the very node that does
/// not answer); limiting the number of attempts (a command that waits for a takeover is refused a hundred times, harmlessly).
struct Forwarding {
    /// The owner of the partition, as far as this node knows.
    struct Owner: Equatable {
        var address: String
        /// Whether the owner recognises repeated requests.
        var recognises: Bool
    }

    enum Step: Equatable {
        /// Send the request to this owner, and wait this long for the answer.
        case ask(String, within: Duration)
        /// Wait briefly, then look up the partition's owner again.
        case wait
        case fail(RuntimeError)
    }

    enum Answered {
        case answer(ClusterAnswer)
        case failed(RuntimeError)
        /// Call ``next(_:at:)`` again.
        case again
    }

    /// The maximum number of owners that may receive a request without answering.
    static let ownersMax = 2

    private let partition: Int
    private let eventID: EventID?
    private let isRepeatable: Bool
    /// Whether the request changes anything.
    let changes: Bool
    private let answerTimeout: Duration
    let end: ClusterClock.Instant
    /// The reason why the last attempt failed; `nil` while the partition has had no owner.
    private var reason: String?
    /// The reason why the request may have been carried out; `nil` while it certainly was not.
    private(set) var doubt: String?
    /// The reason why an attempt of this request may have carried the request out. An answer to a later attempt settles only
    /// those events of a batch for which it has an outcome.
    private(set) var ownDoubt: String?
    /// The owners that received the request and have not answered.
    private var silent: [String] = []
    /// Whether the request was withheld from a further owner, because too many did not answer it.
    private(set) var isHeldBack = false

    /// - Parameters:
    ///   - answerTimeout: The timeout for an answer to a request that can be repeated.
    ///   - doubt: The reason why the request may already have been carried out; `nil` if it certainly was not.
    init(
        _ request: ClusterRequest, changes: Bool, answerTimeout: Duration, until end: ClusterClock.Instant,
        doubt: String? = nil
    ) {
        (partition, eventID, isRepeatable) = (request.partition, request.eventID, request.isRepeatable)
        (self.changes, self.answerTimeout, self.end, self.doubt) = (changes, answerTimeout, end, doubt)
    }

    /// The next step, given the partition's current owner.
    mutating func next(_ owner: Owner?, at now: ClusterClock.Instant) -> Step {
        guard now < end else { return .fail(error) }
        guard let owner else { return .wait }
        let canRepeat = owner.recognises || isRepeatable
        if doubt != nil, !canRepeat { return .fail(error) }
        if !silent.contains(owner.address), silent.count >= Self.ownersMax {
            isHeldBack = true
            let lost =
                "\(silent.count) owners of partition \(partition) received it without answering, so no other one is tried"
            (reason, doubt) = (lost, lost)
            return .fail(error)
        }
        return .ask(owner.address, within: canRepeat ? min(end - now, answerTimeout) : end - now)
    }

    /// Processes the transport's result of a request to another node.
    mutating func took(_ answer: TransportAnswer, from address: String) -> Answered {
        switch answer {
        case .answer(let bytes):
            guard let answer = ClusterAnswer(encoded: bytes) else {
                note(doubt: "the owner of partition \(partition) sent an unreadable answer")
                return .failed(error)
            }
            return took(answer, from: address)
        case .nobody:
            // An owner that received the request earlier may have ended since, so the doubt remains.
            if !silent.contains(address) { reason = "the owner of partition \(partition) is gone" }
        case .notSent(let why): reason = "nothing was sent to the owner of partition \(partition): \(why)"
        case .silence:
            if !silent.contains(address) { silent.append(address) }
            note(doubt: "the owner of partition \(partition) does not answer")
        }
        return .again
    }

    /// Processes an owner's answer.
    mutating func took(_ answer: ClusterAnswer, from address: String) -> Answered {
        silent.removeAll { $0 == address }
        switch answer {
        case .notOwner: reason = "partition \(partition) changes its owner"
        case .failure(.storeUnavailable(let why)): reason = why
        case .failure(.notDurable(let why)), .failure(.outcomeUnknown(let why, _)): note(doubt: why)
        case .failure(let error): return .failed(error)
        case .outcome, .outcomes, .values: return .answer(answer)
        }
        return .again
    }

    private mutating func note(doubt: String) {
        reason = doubt
        if changes { (self.doubt, ownDoubt) = (doubt, doubt) }
    }

    /// The error for the sender if no answer came.
    private var error: RuntimeError {
        guard changes, let doubt else {
            return .storeUnavailable(reason: reason ?? "partition \(partition) has no owner")
        }
        return .outcomeUnknown(reason: doubt, eventID: eventID)
    }
}
