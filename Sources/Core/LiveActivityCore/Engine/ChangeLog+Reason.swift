// Converts the public reasons to the codes in a record and back. Each switch lists every case, so that a new reason does not
// compile without its code.
extension Change.EndReason {
    var code: ChangeLog.Reason {
        switch self {
        case .host: .host
        case .provider: .provider
        case .endDate: .endDate
        case .timeLimit: .timeLimit
        case .lease: .lease
        case .person: .person
        case .permission: .permission
        case .replaced: .replaced
        case .renewed: .renewed
        }
    }

    /// - Parameter successor: The activity that continues a renewed one.
    init(_ code: ChangeLog.Reason, successor: ActivityID?) {
        switch code {
        case .host: self = .host
        case .provider: self = .provider
        case .endDate: self = .endDate
        case .timeLimit: self = .timeLimit
        case .lease: self = .lease
        case .person: self = .person
        case .permission: self = .permission
        case .replaced: self = .replaced
        case .renewed:
            guard let successor else { preconditionFailure("a renewal is recorded with its successor") }
            self = .renewed(successor)
        case .none, .byPolicy, .byPerson, .gone, .olderTimestamp, .repeatedEvent:
            preconditionFailure("an end was recorded with the reason \(code)")
        }
    }
}

extension Change.DismissalReason {
    var code: ChangeLog.Reason {
        switch self {
        case .policy: .byPolicy
        case .person: .byPerson
        case .gone: .gone
        }
    }

    init(_ code: ChangeLog.Reason) {
        switch code {
        case .byPolicy: self = .policy
        case .byPerson: self = .person
        case .gone: self = .gone
        case .none, .host, .provider, .endDate, .timeLimit, .lease, .person, .permission, .replaced, .renewed, .olderTimestamp,
            .repeatedEvent:
            preconditionFailure("a dismissal was recorded with the reason \(code)")
        }
    }
}
