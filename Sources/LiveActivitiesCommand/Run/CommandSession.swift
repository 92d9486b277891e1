import LiveActivityCore

/// Carries out commands that come as lines of JSON, and writes what changed as lines of JSON.
///
/// Between an engine and two descriptors; it holds no rule about activities, and the time is handed to it.
final class CommandSession {
    /// Where the time of a command comes from.
    enum Clock {
        /// From the command itself, or from the one before it.
        case virtual
        /// From the computer's clock.
        case wall(now: () -> Date)
    }

    private var engine: Engine
    private let clock: Clock
    private let output: LineWriter
    /// Told of every line that was not carried out.
    private let report: (LineProblem) -> Void

    /// How many lines were not carried out.
    private(set) var problemCount = 0
    /// Whether a command said when it is to happen, which the wall clock does not let it.
    private(set) var ignoredTime = false

    /// - Throws: ``EngineError`` when the providers cannot be registered together.
    init(
        configuration: EngineConfiguration, clock: Clock, output: LineWriter, report: @escaping (LineProblem) -> Void
    ) throws(EngineError) {
        engine = try Providers.engine(configuration)
        self.clock = clock
        self.output = output
        self.report = report
    }

    /// When the engine must be told that time has passed; `nil` while nothing is scheduled.
    var nextDeadline: Date? { engine.nextDeadline }

    /// Carries out one line, and leaves what changed by it in the output.
    ///
    /// A line that cannot be carried out is reported and changes nothing.
    ///
    /// - Throws: ``SystemError`` when the output cannot be written.
    func take(_ line: LineParser.Parsed, file: String, number: Int) throws(SystemError) {
        let command: TimedCommand
        switch line {
        case .command(let parsed): command = parsed
        case .problem(let problem): return fail(problem)
        }
        guard let now = time(of: command) else { return fail(.noTime(file: file, line: number)) }
        do { try engine.apply(command.command, at: now) } catch { fail(LineProblem(file: file, line: number, error)) }
        // What was refused is reported by changes too, and so are the deadlines that came before it.
        try drain()
    }

    /// Lets time pass up to `date`.
    func advance(to date: Date) throws(SystemError) {
        engine.advance(to: date)
        try drain()
    }

    private func time(of command: TimedCommand) -> Date? {
        switch clock {
        case .virtual: return command.at ?? engine.now
        case .wall(let now):
            if command.at != nil { ignoredTime = true }
            return now()
        }
    }

    private func drain() throws(SystemError) {
        let output = output
        var unencodable: EngineError?
        try engine.drainChanges { (pending) throws(SystemError) in
            do throws(EngineError) { try pending.write(into: &output.bytes) } catch {
                unencodable = error
                return
            }
            try output.endLine()
        }
        if let unencodable { fail(LineProblem(file: "", line: 0, unencodable)) }
    }

    private func fail(_ problem: LineProblem) {
        problemCount += 1
        report(problem)
    }
}
