import LiveActivities
import LiveActivityCore

/// Carries out commands that come as lines of JSON, and writes the changes as lines of JSON.
///
/// It connects a host with two descriptors. It has no rule about activities, and the time is a parameter of each call.
final class CommandSession {
    /// Where the time of a command comes from.
    enum Clock {
        /// From the command itself, or from the one before it.
        case virtual
        /// From the computer's clock.
        case wall(now: () -> Date)
    }

    private let host: any CommandHost
    private let preparedEventHost: (any PreparedEventHost)?
    private let clock: Clock
    /// The names of the kinds, for messages.
    private let kinds: [String]
    private let output: LineWriter
    /// Called with every line that was not carried out.
    private let report: (LineProblem) -> Void

    /// How many lines were not carried out.
    private(set) var problemCount = 0
    /// Whether a command came with a time of its own, which the wall clock overrides.
    private(set) var ignoredTime = false

    init(
        _ host: any CommandHost, kinds: [ActivityKind], clock: Clock, output: LineWriter,
        report: @escaping (LineProblem) -> Void
    ) {
        self.host = host
        preparedEventHost = host as? any PreparedEventHost
        self.kinds = kinds.map(\.rawValue)
        (self.clock, self.output, self.report) = (clock, output, report)
    }

    /// When ``advance(to:)`` must be called next; `nil` while nothing is scheduled.
    var nextDeadline: Date? { host.nextDeadline }

    /// Carries out one line, and puts the changes into the output.
    ///
    /// A line that cannot be carried out is reported and changes nothing.
    ///
    /// - Throws: ``SystemError`` when the output cannot be written.
    func take(_ line: LineParser.Parsed, file: String, number: Int) throws(SystemError) {
        let at: Date?
        switch line {
        case .command(let command): at = command.at
        case .event(_, _, let date): at = date
        case .problem(let problem): return fail(problem)
        }
        guard let now = time(of: at) else { return fail(.noTime(file: file, line: number)) }
        do throws(RuntimeError) {
            switch line {
            case .command(let command): try host.apply(command.command, at: now)
            case .event(let event, let activity, _):
                guard let preparedEventHost else {
                    preconditionFailure("line \(number): the parser prepared an event for a host that takes none")
                }
                try preparedEventHost.send(event, to: activity, at: now)
            case .problem: break
            }
        } catch {
            fail(LineProblem(file: file, line: number, error, among: kinds))
        }
        // Also after a refusal: there may be a change that reports it, and changes by deadlines that were due before it.
        try drain()
    }

    /// Lets time pass up to `date`.
    func advance(to date: Date) throws(SystemError) {
        host.advance(to: date)
        try drain()
    }

    private func time(of at: Date?) -> Date? {
        switch clock {
        case .virtual: return at ?? host.now
        case .wall(let now):
            if at != nil { ignoredTime = true }
            return now()
        }
    }

    /// Writes the changes that were not written yet. Opening a store may give some before the first command.
    func drain() throws(SystemError) {
        if let unencodable = try host.drain(into: output) {
            fail(LineProblem(file: "", line: 0, .engine(unencodable), among: kinds))
        }
    }

    private func fail(_ problem: LineProblem) {
        problemCount += 1
        report(problem)
    }
}
