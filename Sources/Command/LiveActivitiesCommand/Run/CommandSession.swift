import LiveActivities
import LiveActivityCore

/// Carries out commands that come as lines of JSON, and writes what changed as lines of JSON.
///
/// Between a host and two descriptors; it holds no rule about activities, and the time is handed to it.
final class CommandSession {
    /// Where the time of a command comes from.
    enum Clock {
        /// From the command itself, or from the one before it.
        case virtual
        /// From the computer's clock.
        case wall(now: () -> Date)
    }

    private let host: any CommandHost
    private let clock: Clock
    private let output: LineWriter
    /// Told of every line that was not carried out.
    private let report: (LineProblem) -> Void

    /// How many lines were not carried out.
    private(set) var problemCount = 0
    /// Whether a command said when it is to happen, which the wall clock does not let it.
    private(set) var ignoredTime = false

    init(_ host: any CommandHost, clock: Clock, output: LineWriter, report: @escaping (LineProblem) -> Void) {
        self.host = host
        self.clock = clock
        self.output = output
        self.report = report
    }

    /// When the host must be told that time has passed; `nil` while nothing is scheduled.
    var nextDeadline: Date? { host.nextDeadline }

    /// Carries out one line, and leaves what changed by it in the output.
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
            case .event(let event, let activity, _): try host.send(event, to: activity, at: now)
            case .problem: break
            }
        } catch {
            fail(LineProblem(file: file, line: number, error))
        }
        // What was refused is reported by changes too, and so are the deadlines that came before it.
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

    /// Writes what has changed: by the commands, or before the first of them.
    func drain() throws(SystemError) {
        if let unencodable = try host.drain(into: output) { fail(LineProblem(file: "", line: 0, .engine(unencodable))) }
    }

    private func fail(_ problem: LineProblem) {
        problemCount += 1
        report(problem)
    }
}
