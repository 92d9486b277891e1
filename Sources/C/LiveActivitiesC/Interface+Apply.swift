public import CLiveActivities
import LiveActivityCore

// Commands as JSON text, in the format that all interfaces of the package share.

/// The error of a command as JSON. An outcome has its own JSON format.
private struct FailureReport: Encodable {
    let error: String
    let reason: String
}

@c @implementation
public func la_apply_text(
    _ runtime: OpaquePointer!, _ command: UnsafePointer<CChar>!, _ command_bytes: Int, _ now_ms: Int64,
    _ outcome: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ outcome_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let text = try bytes(command, command_bytes, "command")
        let now = try runtime.time(now_ms)
        func report(_ report: some Encodable) throws(Failure) {
            if let outcome { try returnText(runtime.jsonText(report), outcome, outcome_bytes) }
        }
        let timed: TimedCommand
        do {
            timed = try runtime.decoder.decode(TimedCommand.self, from: text)
        } catch {
            let failure = Failure(reading: error)
            try report(FailureReport(error: "undecodable", reason: failure.reason))
            throw failure
        }
        let result: Outcome
        do throws(Failure) {
            result = try runtime.perform(timed.command, at: timed.at ?? now)
        } catch {
            try report(FailureReport(error: error.code, reason: error.reason))
            throw error
        }
        try report(result)
    }
}

extension Failure {
    /// Creates the report for a command that could not be parsed.
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
