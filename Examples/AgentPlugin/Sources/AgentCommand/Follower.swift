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
    let output: AppendedFile?

    /// Returns when the command has ended and its output has been passed on.
    ///
    /// - Returns: The exit status.
    func follow(_ session: inout AgentSession) -> Int32 {
        var streams = child.outputs.map { Stream(from: $0.from, to: $0.to) }
        var hooks = LineBuffer()
        while true {
            session.advance(to: Date())
            output?.append(session.takeLines())
            wait(for: streams, until: session.nextDate)
            for number in Signals.take() { kill(child.id, number) }
            // Read before the pipes, so that they then contain everything that the command wrote before its end.
            let status = child.exitStatus()
            for index in streams.indices {
                for sign in streams[index].pass() { session.note(sign) }
            }
            for line in hooks.lines(from: reports.descriptor) {
                guard let event = try? WireDecoder().decode(AgentEvent.self, from: line), event.mayComeFromHook else {
                    continue
                }
                session.send(event, at: Date())
            }
            guard let status else { continue }
            session.finish(status: Int(status), at: Date())
            output?.append(session.takeLines())
            return status
        }
    }

    /// Waits for output, a report, a signal or the next date.
    private func wait(for streams: [Stream], until date: Date?) {
        let open = streams.filter { !$0.isAtEnd }.map(\.from) + [reports.descriptor, Signals.descriptor]
        var polls = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
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
    private(set) var isAtEnd = false
    private var reader = ProgressReader()
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    /// Passes the available output through, and returns the progress in it.
    mutating func pass() -> [ProgressReader.Sign] {
        var signs: [ProgressReader.Sign] = []
        while !isAtEnd {
            let count = buffer.withUnsafeMutableBytes { read(from, $0.baseAddress, $0.count) }
            if count > 0 {
                signs += reader.read(buffer[..<count])
                // If no process reads any more, the pipe is closed, so that the command notices as it would without this
                // process.
                guard writeAll(buffer[..<count], to: to) else { return end(signs) }
            } else if count == 0 {
                return end(signs)
            } else if errno != EINTR {
                if errno != EAGAIN { return end(signs) }
                break
            }
        }
        return signs
    }

    private mutating func end(_ signs: [ProgressReader.Sign]) -> [ProgressReader.Sign] {
        isAtEnd = true
        close(from)
        return signs
    }
}

/// Splits the bytes from a pipe into lines.
private struct LineBuffer {
    /// A longer line is not a report.
    private static let bytesMax = 65_536
    private var bytes: [UInt8] = []

    mutating func lines(from descriptor: Int32) -> [[UInt8]] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
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
