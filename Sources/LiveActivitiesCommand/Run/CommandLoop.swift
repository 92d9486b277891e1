import ArgumentParser
import LiveActivityCore

/// Drives a session: reads, waits for whatever comes first, and ends as the options say.
enum CommandLoop {
    /// Runs until the input has ended and what the options ask for after it is done.
    ///
    /// - Throws: ``SystemError`` when the input cannot be read or the output not be written.
    /// - Returns: What the process should say when it ends.
    static func run(
        _ options: RunCommand, output: Descriptor, report: @escaping (LineProblem) -> Void
    ) throws -> ExitCode {
        let isStandardInput = options.file == "-"
        let input = isStandardInput ? .standardInput : try Descriptor.open(reading: options.file)
        defer { if !isStandardInput { input.close() } }

        var configuration = EngineConfiguration(seed: options.seed)
        if options.noSizeCheck { configuration.limits.payloadBytes = nil }
        let writer = LineWriter(output)
        let session = try CommandSession(
            configuration: configuration, clock: options.virtualTime ? .virtual : .wall(now: { Date() }), output: writer,
            report: report)
        var reader = LineReader(input, name: isStandardInput ? "standard input" : "'\(options.file)'")

        try readAll(&reader, session, writer, options)
        if Interruption.signal == nil { try finish(session, writer, options) }
        try writer.flush()
        if session.ignoredTime {
            StandardError.write(#"live-activities: "at" was not heeded; --virtual-time takes the time from the input"#)
        }
        if let signal = Interruption.signal { return Status.interrupted(by: signal) }
        return session.problemCount == 0 ? .success : Status.someLinesFailed
    }

    private static func readAll(
        _ reader: inout LineReader, _ session: CommandSession, _ writer: LineWriter, _ options: RunCommand
    ) throws(SystemError) {
        while Interruption.signal == nil {
            while let line = reader.next() { try session.take(line, file: options.file, number: reader.number) }
            if reader.isAtEnd { return }
            if reader.descriptor.awaitInput(seconds: 0) {
                try reader.fill()
            } else {
                // Nothing comes just now: whoever reads the output is to have all of it.
                try writer.flush()
                try wait(for: reader.descriptor, session, options)
            }
        }
    }

    /// Waits until there is input, a signal has come, or a deadline, which is then run.
    private static func wait(for input: Descriptor, _ session: CommandSession, _ options: RunCommand) throws(SystemError) {
        guard !options.virtualTime, let deadline = session.nextDeadline else {
            _ = input.awaitInput(or: Interruption.descriptor, seconds: nil)
            return
        }
        let isInput = input.awaitInput(or: Interruption.descriptor, seconds: deadline.timeIntervalSinceNow)
        if !isInput, Interruption.signal == nil { try session.advance(to: Date()) }
    }

    /// What happens after the last line.
    private static func finish(_ session: CommandSession, _ writer: LineWriter, _ options: RunCommand) throws(SystemError) {
        guard options.drain || options.until != nil else { return }
        while Interruption.signal == nil, let deadline = session.nextDeadline, deadline <= options.until ?? .distantFuture {
            if options.virtualTime {
                try session.advance(to: deadline)
                continue
            }
            try writer.flush()
            sleep(until: deadline)
            if Interruption.signal == nil { try session.advance(to: Date()) }
        }
        guard let until = options.until, Interruption.signal == nil else { return }
        if options.virtualTime {
            try session.advance(to: until)
        } else {
            try writer.flush()
            sleep(until: until)
        }
    }

    /// Until then, or until a signal.
    private static func sleep(until date: Date) {
        while Interruption.signal == nil, date.timeIntervalSinceNow > 0 {
            guard let signals = Interruption.descriptor else { return }
            _ = signals.awaitInput(seconds: date.timeIntervalSinceNow)
        }
    }
}
