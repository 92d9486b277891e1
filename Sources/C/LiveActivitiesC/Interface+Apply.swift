public import CLiveActivities
import LiveActivityCore

// Commands as JSON text, in the vocabulary that every interface of the package shares.

/// The outcome of a command, or its error, as JSON.
private struct OutcomeReport: Encodable {
    var outcome: String?
    var activity: ActivityID?
    var report: PublishReport?
    var error: String?
    var reason: String?

    init(_ outcome: Outcome) {
        activity = outcome.activity
        switch outcome {
        case .started: self.outcome = "started"
        case .joined: self.outcome = "joined"
        case .applied: self.outcome = "applied"
        case .unchanged: self.outcome = "unchanged"
        case .ignored(let why):
            self.outcome = "ignored"
            reason = why.rawValue
        case .published(let counts):
            self.outcome = "published"
            report = counts
        }
    }

    init(_ failure: Failure, code: String) {
        error = code
        reason = failure.reason
    }
}

@c @implementation
public func la_apply_text(
    _ runtime: OpaquePointer!, _ command: UnsafePointer<CChar>!, _ command_bytes: Int, _ now_ms: Int64,
    _ outcome: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ outcome_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let text = try bytes(command, command_bytes, "command")
        let now = try runtime.time(now_ms)
        func report(_ report: OutcomeReport) throws(Failure) {
            if let outcome { try returnText(runtime.jsonText(report), outcome, outcome_bytes) }
        }
        let timed: TimedCommand
        do {
            timed = try runtime.decoder.decode(TimedCommand.self, from: text)
        } catch {
            let failure = Failure(reading: error)
            try report(OutcomeReport(failure, code: "undecodable"))
            throw failure
        }
        let result: Outcome
        do throws(Failure) {
            result = try runtime.perform(timed.command, at: timed.at ?? now)
        } catch {
            try report(OutcomeReport(error, code: error.code))
            throw error
        }
        try report(OutcomeReport(result))
    }
}

extension Failure {
    /// For a command that could not be read.
    fileprivate init(reading error: any Error) {
        guard let error = error as? DecodingError else {
            self.init(LA_ERROR_UNDECODABLE, String(describing: error))
            return
        }
        if case .dataCorrupted(let context) = error, context.underlyingError is JSONParseError {
            self.init(LA_ERROR_NOT_JSON, error.reason)
        } else {
            self.init(LA_ERROR_UNDECODABLE, error.reason)
        }
    }
}
