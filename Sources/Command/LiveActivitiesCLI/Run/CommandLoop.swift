import ArgumentParser
#if SQLite
import LiveActivities
#endif
import LiveActivityCore

/// Drives one session: reads lines, waits for input and for deadlines, and ends as the options say.
struct CommandLoop {
    private let options: RunOptions
    private let writer: LineWriter
    private let host: any CommandHost
    private let session: CommandSession

    /// Runs until the input has ended and everything that the options ask for after it is done.
    ///
    /// - Parameter report: Called with each line that was not carried out.
    /// - Throws: ``SystemError`` when the input cannot be read, the output cannot be written, or the store fails.
    /// - Returns: The exit status of the process.
    static func run(
        _ options: RunOptions, _ registry: Registry, output: Descriptor, report: @escaping (LineProblem) -> Void
    ) throws -> ExitCode {
        let input = options.isStandardInput ? .standardInput : try Descriptor.open(reading: options.file)
        defer { if !options.isStandardInput { input.close() } }
        let loop = try CommandLoop(options, registry, output, report)
        try loop.run(input, registry)
        return loop.status
    }

    private init(
        _ options: RunOptions, _ registry: Registry, _ output: Descriptor, _ report: @escaping (LineProblem) -> Void
    ) throws {
        self.options = options
        writer = LineWriter(output)
        host = try Self.host(options, registry, writer)
        session = CommandSession(
            host, clock: options.usesVirtualTime ? .virtual : .wall(now: { Date() }), output: writer, report: report)
    }

    private static func host(_ options: RunOptions, _ registry: Registry, _ writer: LineWriter) throws -> any CommandHost {
        #if SQLite
        if let path = options.store {
            let host = try StoreHost(
                path, registry, options.configuration, journal: options.keepsJournal ? JournalLimits() : nil,
                opensAt: options.usesVirtualTime ? nil : Date())
            writer.beforeWriting = { () throws(SystemError) in try host.flush() }
            return host
        }
        #endif
        return try EngineHost(registry, options.configuration)
    }

    private func run(_ input: Descriptor, _ registry: Registry) throws(SystemError) {
        // What fell due while the store was closed comes before the first line.
        try session.drain()
        let parser = { @Sendable [file = options.file, preparesEvents = host is any PreparedEventHost] in
            LineParser(registry, file: file, preparesEvents: preparesEvents)
        }
        if options.usesVirtualTime {
            try carryOut(ParsedLineQueue.start(input, name: options.inputName, parser: parser))
        } else {
            var reader = LineReader(input, name: options.inputName)
            try readAll(&reader, parser())
        }
        if Interruption.signal == nil { try finish() }
        try writer.flush()
        try host.close()
        if session.ignoredTime {
            StandardError.report(#""at" was ignored; only with --virtual-time does the input set the time"#)
        }
    }

    private var status: ExitCode {
        if let signal = Interruption.signal { return Status.interrupted(by: signal) }
        return session.problemCount == 0 ? .success : Status.someLinesFailed
    }

    /// With virtual time there is nothing to wait for except lines, which another thread reads and parses.
    private func carryOut(_ lines: ParsedLineQueue) throws(SystemError) {
        while Interruption.signal == nil {
            var next = lines.poll()
            if next == nil {
                // The input makes us wait, so the reader of the output gets everything that there is.
                try writer.flush()
                next = lines.next()
            }
            guard let batch = next else { return }
            for line in batch.lines { try session.take(line.parsed, file: options.file, number: line.number) }
            if let error = batch.error { throw error }
            if batch.isLast { return }
        }
    }

    /// With the wall clock one thread waits for lines and for deadlines.
    private func readAll(_ reader: inout LineReader, _ parser: LineParser) throws(SystemError) {
        while Interruption.signal == nil {
            while let line = reader.next() {
                guard let parsed = parser.parse(line, number: reader.number) else { continue }
                try session.take(parsed, file: options.file, number: reader.number)
            }
            if reader.isAtEnd { return }
            if reader.descriptor.awaitInput(seconds: 0) {
                try reader.fill()
            } else {
                // The input makes us wait, so the reader of the output gets everything that there is.
                try writer.flush()
                try wait(for: reader.descriptor)
            }
        }
    }

    /// Waits for input, a signal, or a deadline. A deadline is carried out.
    private func wait(for input: Descriptor) throws(SystemError) {
        guard let deadline = session.nextDeadline else {
            _ = input.awaitInput(or: Interruption.descriptor, seconds: nil)
            return
        }
        let isInput = input.awaitInput(or: Interruption.descriptor, seconds: deadline.timeIntervalSinceNow)
        if !isInput, Interruption.signal == nil { try session.advance(to: Date()) }
    }

    /// What `--drain` and `--until` ask for after the last line.
    private func finish() throws(SystemError) {
        guard options.drains || options.until != nil else { return }
        while Interruption.signal == nil, let deadline = session.nextDeadline, deadline <= options.until ?? .distantFuture {
            if options.usesVirtualTime {
                try session.advance(to: deadline)
                continue
            }
            try writer.flush()
            Self.sleep(until: deadline)
            if Interruption.signal == nil { try session.advance(to: Date()) }
        }
        guard let until = options.until, Interruption.signal == nil else { return }
        if options.usesVirtualTime {
            try session.advance(to: until)
        } else {
            try writer.flush()
            Self.sleep(until: until)
        }
    }

    /// Returns at `date`, or when a signal comes.
    private static func sleep(until date: Date) {
        while Interruption.signal == nil, date.timeIntervalSinceNow > 0 {
            guard let signals = Interruption.descriptor else { return }
            _ = signals.awaitInput(seconds: date.timeIntervalSinceNow)
        }
    }
}
