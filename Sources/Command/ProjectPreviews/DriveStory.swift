#if Preview
import Foundation
import LiveActivities
import Synchronization

/// The changes of a manager's activities since the last call, as lines. May be written from any thread.
final class DriveStory: Sendable {
    private struct State {
        var lines: [String] = []
        var count = 0
        var starts = 0
    }

    private let state = Mutex(State())

    /// The total number of lines.
    var count: Int { state.withLock { $0.count } }

    /// The total number of started activities.
    var starts: Int { state.withLock { $0.starts } }

    func add(_ change: Change) {
        if change.start != nil { state.withLock { $0.starts += 1 } }
        add(Self.line(change))
    }

    func add(_ line: String) {
        state.withLock { state in
            state.lines.append(line)
            state.count += 1
        }
    }

    /// The lines since the last call.
    func take() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// The line for a change, such as `updated      {"step":"Delivered"}`.
    static func line(_ change: Change) -> String {
        var parts: [String] = []
        if let start = change.start { parts.append("\(change.kind) \(start.attributes)") }
        if let content = change.content { parts.append("\(content.state)") }
        switch change.what {
        case .scheduled(let date): parts.append("for \(date.ISO8601Format())")
        case .alerted(let alert), .alertSuppressed(let alert): parts.append("\(alert.title): \(alert.body)")
        case .ended(_, let dismissal):
            parts.append(dismissal > change.at ? "on show until \(dismissal.ISO8601Format())" : "removed at once")
        case .refused(let reason), .faulted(let reason): parts.append(reason)
        default: break
        }
        guard !parts.isEmpty else { return change.what.name }
        return change.what.name.padding(toLength: 12, withPad: " ", startingAt: 0) + parts.joined(separator: "  ")
    }
}
#endif
