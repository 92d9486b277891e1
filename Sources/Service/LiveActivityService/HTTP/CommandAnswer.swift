#if Service
import HTTPTypes
import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// The result of a command, as a response or as one entry in the response to a batch.
struct CommandAnswer: Encodable {
    var outcome: String?
    /// The reason why an event or update was ignored.
    var reason: String?
    /// The number of followers that a published event reached, and their outcomes.
    var reached: Int?
    var applied: Int?
    var unchanged: Int?
    var refused: Int?
    /// The activity's id and state after the command, if it was read.
    var activity: ActivityID?
    var state: ActivityState?
    var revision: UInt32?
    /// The problem (``Problem``) with which an event of a batch was refused.
    var error: String?
    var status: Int?
    var detail: String?
    var eventId: EventID?
    /// Members of the request that the kind does not have; `nil` for none.
    var notices: [UnknownMember]?

    init(_ outcome: Outcome, notices: [UnknownMember] = []) {
        self.notices = notices.isEmpty ? nil : notices
        self.outcome = outcome.name
        if case .ignored(let ignored) = outcome { reason = ignored.rawValue }
        if case .published(let report) = outcome {
            (reached, applied, unchanged, refused) = (report.reached, report.applied, report.unchanged, report.refused)
        }
    }

    /// - Parameter current: The activity after the command; `nil` if it was dismissed.
    init(
        _ outcome: Outcome, of id: ActivityID, _ current: (state: ActivityState, revision: UInt32)?,
        _ notices: [UnknownMember]
    ) {
        self.init(outcome, notices: notices)
        (activity, state, revision) = (id, current?.state ?? .dismissed, current?.revision)
    }

    init(_ problem: Problem) {
        (error, status, detail, eventId) = (problem.code, problem.status.code, problem.detail, problem.eventID)
    }
}

// Nearly every response to a command is one of these, and `Codable` took a third of the time that its command did.
extension CommandAnswer: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.member("outcome", outcome)
        json.member("reason", reason)
        json.member("reached", reached)
        json.member("applied", applied)
        json.member("unchanged", unchanged)
        json.member("refused", refused)
        json.member("activity", activity?.description)
        json.member("state", state?.rawValue)
        json.member("revision", revision)
        json.member("error", error)
        json.member("status", status)
        json.member("detail", detail)
        json.member("eventId", eventId?.rawValue)
        if notices != nil { json.giveUp() }
    }
}

extension CommandAnswer {
    /// The JSON of an event's outcome. The two most frequent outcomes are encoded once and reused.
    static func text(_ outcome: Outcome, _ notices: [UnknownMember]) throws -> JSONText {
        switch outcome {
        case .applied where notices.isEmpty: return applied
        case .unchanged where notices.isEmpty: return unchanged
        default: return JSONText(trusted: try WireEncoder().encode(Self(outcome, notices: notices)))
        }
    }

    private static let applied = JSONText(["outcome": "applied"])
    private static let unchanged = JSONText(["outcome": "unchanged"])
}
#endif
