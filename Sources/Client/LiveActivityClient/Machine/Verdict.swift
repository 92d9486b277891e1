/// What a response means.
enum Verdict {
    case accepted
    /// The service will never accept this.
    case dropped(ClientProblem?)
    case later(after: Double?, ClientProblem?)
    /// The access token is missing, unknown, expired, or that of another owner.
    case refused(ClientProblem)
    case unproven

    /// - Parameter what: `nil` for a list or an action, which the client does not keep.
    init(_ answer: Answer, to what: Registration?) {
        let (status, code, detail, retryAfter): (Int, String?, String?, Double?)
        switch answer {
        case .failed(let reason):
            self = .later(after: nil, .unreachable(reason: reason))
            return
        case .foreign(let status, let reason, let seconds):
            self = .later(after: seconds, .unavailable(status: status, reason: reason))
            return
        case .response(let given, let name, let text, let seconds):
            (status, code, detail, retryAfter) = (given, name, text, seconds)
        }
        let reason = [code, detail].compactMap { $0 }.joined(separator: ": ")
        switch (status, code) {
        // Applied, but lost if the service ends before its store works again. What the client keeps is repeated.
        case (202, "notDurable") where what != nil:
            self = .later(after: retryAfter, .unavailable(status: status, reason: reason))
        case (200..<300, _): self = .accepted
        case (403, "installationUnproven"): self = .unproven
        case (401, _), (403, _): self = .refused(.accessRefused(status: status, reason: reason))
        case (404, "pushNotConfigured"): self = .later(after: retryAfter, .unavailable(status: status, reason: reason))
        case (404, _), (409, _):
            // The service has removed the activity before.
            let isRemoved = if case .dismissal = what { true } else { false }
            self = .dropped(isRemoved ? nil : .invalid(status: status, reason: reason))
        case (408, _), (429, _): self = .later(after: retryAfter, nil)
        case (400..<500, _): self = .dropped(.invalid(status: status, reason: reason))
        default: self = .later(after: retryAfter, .unavailable(status: status, reason: reason))
        }
    }

    /// For a request that is not repeated.
    var problem: ClientProblem {
        switch self {
        case .dropped(let problem?), .later(_, let problem?), .refused(let problem): problem
        case .later(_, nil): .unavailable(status: 429, reason: "too many requests")
        case .accepted, .dropped(nil), .unproven: .invalid(status: 0, reason: "unexpected response")
        }
    }
}
