import ArgumentParser
import LiveActivities
import LiveActivityCore

/// Runs one session: reads lines, waits for input and for deadlines, and ends according to the options.
struct CommandLoop {
    private let options: RunOptions
    private let writer: LineWriter
    private let host: any CommandHost
    private let session: CommandSession

    /// Runs until the input has ended and everything that the options require after it is done.
    ///
    /// - Parameters:
    ///   - report: Called with each line that was not carried out.
    ///   - notify: Called with each member that a line's kind does not have, once for each member.
    /// - Throws: ``SystemError`` if the input cannot be read, the output cannot be written, or the store fails.
    /// - Returns: The exit status of the process.
    static func run(
        _ options: RunOptions, _ registry: Registry, output: Descriptor, report: @escaping (LineProblem) -> Void,
        notify: @escaping (LineNotice) -> Void = { _ in }
    ) throws -> ExitCode {
        let input = options.isStandardInput ? .standardInput : try Descriptor.open(reading: options.file)
        defer { if !options.isStandardInput { input.close() } }
        let loop = try CommandLoop(options, registry, output, report, notify)
        try loop.run(input, registry)
        return loop.status
    }

    private init(
        _ options: RunOptions, _ registry: Registry, _ output: Descriptor, _ report: @escaping (LineProblem) -> Void,
        _ notify: @escaping (LineNotice) -> Void
    ) throws {
        self.options = options
        writer = LineWriter(output)
        host = try Self.host(options, registry, writer)
        session = CommandSession(
            host, kinds: registry.kinds, clock: options.usesVirtualTime ? .virtual : .wall(now: { SystemClock().now }),
            output: writer, report: report, notify: notify)
    }

    private static func host(_ options: RunOptions, _ registry: Registry, _ writer: LineWriter) throws -> any CommandHost {
        #if SQLite
        if let path = options.store {
            let host = try StoreHost(
                path, registry, options.configuration, journal: options.keepsJournal ? JournalLimits() : nil,
                opensAt: options.usesVirtualTime ? nil : SystemClock().now)
            #if PushFiles
            if let push = options.push {
                let session = try PushSession(configuration: push, host.runtime, registry.widgets)
                host.beforeClosing = { () throws(SystemError) in try session.close() }
            }
            #endif
            writer.beforeWriting = { () throws(SystemError) in try host.flush() }
            return host
        }
        #endif
        return try EngineHost(registry, options.configuration)
    }

    private func run(_ input: Descriptor, _ registry: Registry) throws(SystemError) {
        // Deadlines that fell due while the store was closed precede the first line.
        try session.drain()
        let parser = {
            @Sendable [file = options.file, preparesEvents = host is any PreparedEventHost, kinds = host.kindsByNumber] in
            LineParser(registry, file: file, preparesEvents: preparesEvents, kinds: kinds)
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

    /// With virtual time the loop waits only for lines, which another thread reads and parses.
    private func carryOut(_ lines: ParsedLineQueue) throws(SystemError) {
        while Interruption.signal == nil {
            var batch = try next(of: lines)
            // Elements are moved out: a loop would copy them, and so retain all references of their commands.
            batch.lines.reverse()
            while let line = batch.lines.popLast() { try session.take(line.parsed, file: options.file, number: line.number) }
            if let error = batch.error { throw error }
            if batch.isLast { return }
        }
    }

    private func next(of lines: ParsedLineQueue) throws(SystemError) -> ParsedLineQueue.Batch {
        if let batch = lines.poll() { return batch }
        try settle()
        return lines.next()
    }

    /// The input is idle: flush the output, then the store for commands without output.
    private func settle() throws(SystemError) {
        try writer.flush()
        try host.flush()
    }

    /// With the wall clock, one thread waits for lines and for deadlines.
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
                try settle()
                try wait(for: reader.descriptor)
            }
        }
    }

    /// Waits for input, a signal, or a deadline. A due deadline is processed.
    private func wait(for input: Descriptor) throws(SystemError) {
        guard let deadline = session.nextDeadline else {
            _ = input.awaitInput(or: Interruption.descriptor, seconds: nil)
            return
        }
        // Sleeps for at most a second at a time, because the clock may be set forward.
        while Interruption.signal == nil, let pause = SystemClock.pause(until: deadline, at: SystemClock().now) {
            if input.awaitInput(or: Interruption.descriptor, seconds: pause) { return }
        }
        if Interruption.signal == nil { try session.advance(to: SystemClock().now) }
    }

    /// Carries out `--drain` and `--until` after the last line.
    private func finish() throws(SystemError) {
        guard options.drains || options.until != nil else { return }
        var renewals = options.drains ? RenewalWatch(host) : nil
        while Interruption.signal == nil, let deadline = session.nextDeadline, deadline <= options.until ?? .distantFuture {
            if renewals?.isAllThatIsLeft(in: host) == true {
                let now = host.now.map { ", at \($0.iso8601)" } ?? ""
                StandardError.report("only activities that renew themselves remain; --drain ends here\(now)")
                return
            }
            if options.usesVirtualTime {
                try session.advance(to: deadline)
                continue
            }
            try settle()
            Self.sleep(until: deadline)
            if Interruption.signal == nil { try session.advance(to: SystemClock().now) }
        }
        guard let until = options.until, Interruption.signal == nil else { return }
        if options.usesVirtualTime {
            try session.advance(to: until)
        } else {
            try settle()
            Self.sleep(until: until)
        }
    }

    /// Detects that draining would never end: all remaining activities are renewals that started after the last line, and each
    /// will be renewed again after eight hours.
    private struct RenewalWatch {
        private let before: [UInt64]
        private var seen: (starts: [UInt64], activities: Int)

        init(_ host: any CommandHost) {
            before = host.starts
            seen = (before, host.activityCount)
        }

        /// Examines all activities, but only if one has started or was dismissed since the last call.
        mutating func isAllThatIsLeft(in host: any CommandHost) -> Bool {
            let found = (host.starts, host.activityCount)
            guard found != seen else { return false }
            seen = found
            return host.hasOnlyRenewals(since: before)
        }
    }

    /// Returns at `date`, or when a signal is received.
    private static func sleep(until date: Date) {
        while Interruption.signal == nil, let pause = SystemClock.pause(until: date, at: SystemClock().now) {
            guard let signals = Interruption.descriptor else { return }
            _ = signals.awaitInput(seconds: pause)
        }
    }
}
