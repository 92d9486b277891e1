import LiveActivities
import LiveActivityCore

/// Carries out commands from lines of JSON, and writes the changes as lines of JSON.
///
/// It connects a host with two descriptors. It has no rules about activities, and the time is a parameter of each call.
final class CommandSession {
    /// The source of a command's time.
    enum Clock {
        /// The command's own time; without one, the time of the previous command.
        case virtual
        /// The computer's clock.
        case wall(now: () -> Date)
    }

    private let host: any CommandHost
    private let preparedEventHost: (any PreparedEventHost)?
    private let clock: Clock
    /// The kinds, for messages.
    private let kinds: [ActivityKind]
    private let output: LineWriter
    /// Called with every line that was not carried out.
    private let report: (LineProblem) -> Void
    /// Called with every member that the kind of a line does not have, once for each member.
    private let notify: (LineNotice) -> Void
    private var notified = UnknownMemberMemory()

    /// The number of lines that were not carried out.
    private(set) var problemCount = 0
    /// Whether a command had its own time, which the wall clock overrides.
    private(set) var ignoredTime = false

    init(
        _ host: any CommandHost, kinds: [ActivityKind], clock: Clock, output: LineWriter,
        report: @escaping (LineProblem) -> Void, notify: @escaping (LineNotice) -> Void = { _ in }
    ) {
        self.host = host
        preparedEventHost = host as? any PreparedEventHost
        self.kinds = kinds
        (self.clock, self.output, self.report, self.notify) = (clock, output, report, notify)
    }

    /// When ``advance(to:)`` must be called next; `nil` while nothing is scheduled.
    var nextDeadline: Date? { host.nextDeadline }

    /// Carries out one line, and appends the changes to the output.
    ///
    /// A line that cannot be carried out is reported and changes nothing.
    ///
    /// - Throws: ``SystemError`` if the output cannot be written.
    func take(_ line: LineParser.Parsed, file: String, number: Int) throws(SystemError) {
        let at: Date?
        let unknown: [UnknownMember]
        switch line {
        case .command(let command, let members): (at, unknown) = (command.at, members)
        case .event(_, _, let date, let members): (at, unknown) = (date, members)
        case .problem(let problem): return fail(problem)
        }
        guard let now = time(of: at) else { return fail(.noTime(file: file, line: number)) }
        do throws(RuntimeError) {
            switch line {
            case .command(let command, _): try host.apply(command.command, at: now)
            case .event(let event, let activity, _, _):
                guard let preparedEventHost else {
                    preconditionFailure("line \(number): the parser prepared an event for a host that takes none")
                }
                try preparedEventHost.send(event, to: activity, at: now)
            case .problem: break
            }
            for member in unknown where notified.admit(member) { notify(LineNotice(file: file, line: number, member)) }
        } catch {
            fail(LineProblem(file: file, line: number, error, among: kinds))
        }
        // Also after a refusal, because a change may report it, and deadlines that were due may have caused changes.
        try drain()
    }

    /// Advances the time to `date`.
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

    /// Writes the changes that were not written yet. Opening a store may cause some before the first command.
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
