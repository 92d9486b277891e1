import AgentActivity
import Foundation
import LiveActivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Passes a command's output through, and reports its progress to a session.
struct Follower {
    let child: ChildProcess
    let reports: ReportPipe
    var output: AppendedFile?

    /// Returns when the command has ended and its output has been passed on. A signal after its end discards the rest.
    ///
    /// - Returns: The exit status.
    mutating func follow(_ session: inout AgentSession) -> Int32 {
        var streams = child.outputs.map { Stream(from: $0.from, to: $0.to) }
        var hooks = LineBuffer()
        var ended: Int32?
        while true {
            session.advance(to: Date())
            output?.append(session.takeLines())
            // After its end, other processes may have the command's pipes open: they are read until they are empty.
            let mustRead = ended != nil && streams.contains { $0.isWritten && !$0.isEmpty }
            wait(for: streams, until: mustRead ? Date() : session.nextDate)
            let signals = Signals.take()
            if ended == nil {
                for number in signals { kill(child.id, number) }
                // Read before the pipes, so that they then contain everything that the command wrote before its end.
                ended = child.exitStatus()
            } else if !signals.isEmpty {
                streams.removeAll()
            }
            for index in streams.indices {
                for sign in streams[index].pass() { session.note(sign) }
            }
            for line in hooks.lines(from: reports.descriptor) {
                guard let event = try? WireDecoder().decode(AgentEvent.self, from: line), event.mayComeFromHook else {
                    continue
                }
                session.send(event, at: Date())
            }
            guard let ended, streams.allSatisfy(\.isEmpty) else { continue }
            session.finish(status: Int(ended), at: Date())
            output?.append(session.takeLines())
            output?.finish()
            return ended
        }
    }

    /// Waits for output, for space to write it, for a report, a signal or the next date.
    private func wait(for streams: [Stream], until date: Date?) {
        var polls = streams.compactMap(\.awaited) + (output?.awaited.map { [$0] } ?? [])
        polls += [reports.descriptor, Signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let date = [date, output?.nextTry].compactMap { $0 }.min()
        let milliseconds = date.map { Int32(min(max($0.timeIntervalSinceNow * 1_000, 0).rounded(.up), 3_600_000)) } ?? -1
        _ = poll(&polls, nfds_t(polls.count), milliseconds)
    }
}

extension AgentEvent {
    /// Only the wrapping process knows the end and its estimate.
    var mayComeFromHook: Bool {
        switch self {
        case .asked, .answered, .stepBegan, .progressed: true
        case .estimated, .finished: false
        }
    }
}

/// One output of the command.
private struct Stream {
    let from: Int32
    let to: Int32
    private var isAtEnd = false
    private var reader = ProgressReader()
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The part of the buffer that was not written yet.
    private var unwritten = 0..<0
    /// Whether everything that the command has written so far was passed on.
    private(set) var isEmpty = false

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    var isWritten: Bool { unwritten.isEmpty }

    /// The event before the next ``pass()``; `nil` at the end.
    var awaited: pollfd? {
        if isAtEnd { return nil }
        return isWritten
            ? pollfd(fd: from, events: Int16(POLLIN), revents: 0) : pollfd(fd: to, events: Int16(POLLOUT), revents: 0)
    }

    /// Passes at most one block of output through, and returns the progress in it. It does not wait: signals are passed on
    /// between two blocks, also while no process reads the output.
    mutating func pass() -> [ProgressReader.Sign] {
        if isAtEnd { return [] }
        var signs: [ProgressReader.Sign] = []
        if isWritten {
            let count = buffer.withUnsafeMutableBytes { read(from, $0.baseAddress, $0.count) }
            isEmpty = count < 0 && errno == EAGAIN
            if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { end() }
            guard count > 0 else { return [] }
            unwritten = 0..<count
            signs = reader.read(buffer[..<count])
        }
        while !isWritten, canWrite(to) {
            // The descriptor is shared with other processes, so it stays blocking: this many bytes have space in a pipe.
            let bytes = buffer[unwritten].prefix(Int(PIPE_BUF))
            let count = bytes.withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
            if count > 0 {
                unwritten.removeFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                // If no process reads any more, the pipe is closed, so that the command notices as it would without this
                // process.
                end()
                return signs
            }
        }
        return signs
    }

    private mutating func end() {
        (isAtEnd, isEmpty) = (true, true)
        close(from)
    }
}

/// Splits the bytes from a pipe into lines.
private struct LineBuffer {
    /// A longer line is not a report.
    private static let bytesMax = 65_536
    private var bytes: [UInt8] = []

    mutating func lines(from descriptor: Int32) -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<16 {
            let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        var lines: [[UInt8]] = []
        while let end = bytes.firstIndex(of: 0x0A) {
            lines.append(Array(bytes[..<end]))
            bytes.removeSubrange(...end)
        }
        if bytes.count > Self.bytesMax { bytes = [] }
        return lines
    }
}
