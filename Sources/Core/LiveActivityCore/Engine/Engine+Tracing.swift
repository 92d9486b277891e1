// Traces of commands, which are kept with the changes that the commands cause.
extension Engine {
    /// Runs a command that belongs to a trace: each change that it causes has it as ``Change/trace``.
    ///
    /// Deadlines that are due before the command run first, and their changes have no trace. Costs nothing for `nil`.
    ///
    /// - Parameters:
    ///   - trace: The trace; `nil` for none.
    ///   - now: The command's time.
    ///   - body: Calls the engine with one command.
    @discardableResult
    public mutating func tracing<Result, Failure: Error>(
        _ trace: TraceContext?, at now: Date, _ body: (inout Engine) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let trace else { return try body(&self) }
        // A date for which the command will be refused must not become the engine's time.
        if (try? checkTime(now)) != nil { advance(to: now) }
        log.begin(trace)
        defer { log.begin(nil) }
        return try body(&self)
    }

    /// Applies a command, with its trace.
    ///
    /// - Parameter now: The command's time if ``TimedCommand/at`` is missing.
    /// - Throws: ``EngineError``; no activity has then changed.
    @discardableResult
    public mutating func apply(_ command: TimedCommand, at now: Date) throws(EngineError) -> Outcome {
        let now = command.at ?? now
        return try tracing(command.trace, at: now) { (engine) throws(EngineError) in try engine.apply(command.command, at: now)
        }
    }
}
