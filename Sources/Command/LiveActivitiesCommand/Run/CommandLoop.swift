import ArgumentParser
#if SQLite
import LiveActivities
#endif
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
        let host = try host(options, configuration, writer)
        let session = CommandSession(
            host, clock: options.virtualTime ? .virtual : .wall(now: { Date() }), output: writer, report: report)
        try session.drain()
        let name = isStandardInput ? "standard input" : "'\(options.file)'"

        let parser = { @Sendable [file = options.file, preparesEvents = host.takesPreparedEvents] in
            LineParser(file: file, preparesEvents: preparesEvents)
        }
        if options.virtualTime {
            try carryOut(.start(input, name: name, parser: parser), session, writer, options)
        } else {
            var reader = LineReader(input, name: name)
            try readAll(&reader, parser(), session, writer, options)
        }
        if Interruption.signal == nil { try finish(session, writer, options) }
        try writer.flush()
        try host.close()
        if session.ignoredTime {
            StandardError.write(#"live-activities: "at" was not heeded; --virtual-time takes the time from the input"#)
        }
        if let signal = Interruption.signal { return Status.interrupted(by: signal) }
        return session.problemCount == 0 ? .success : Status.someLinesFailed
    }

    private static func host(
        _ options: RunCommand, _ configuration: EngineConfiguration, _ writer: LineWriter
    ) throws -> any CommandHost {
        #if SQLite
        if let path = options.store {
            let host = try StoreHost(
                path, configuration, journal: options.journal ? JournalLimits() : nil,
                opensAt: options.virtualTime ? nil : Date())
            writer.beforeWriting = { () throws(SystemError) in try host.flush() }
            return host
        }
        #endif
        return try EngineHost(configuration)
    }

    /// With the input's time nothing has to be waited for but lines, which come from another thread.
    private static func carryOut(
        _ feed: LineFeed, _ session: CommandSession, _ writer: LineWriter, _ options: RunCommand
    ) throws(SystemError) {
        while Interruption.signal == nil {
            var next = feed.poll()
            if next == nil {
                // Nothing comes just now: whoever reads the output is to have all of it.
                try writer.flush()
                next = feed.next()
            }
            guard let batch = next else { return }
            for line in batch.lines { try session.take(line.parsed, file: options.file, number: line.number) }
            if let error = batch.error { throw error }
            if batch.isLast { return }
        }
    }

    /// With the wall clock: one thread, which waits for lines and for deadlines.
    private static func readAll(
        _ reader: inout LineReader, _ parser: LineParser, _ session: CommandSession, _ writer: LineWriter, _ options: RunCommand
    ) throws(SystemError) {
        while Interruption.signal == nil {
            while let line = reader.next() {
                guard let parsed = parser.parse(line, number: reader.number) else { continue }
                try session.take(parsed, file: options.file, number: reader.number)
            }
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
