import AgentActivity
import Foundation
import LiveActivityCore

/// One activity in its own engine. The time is a parameter of each call.
struct AgentSession: ~Copyable {
    /// Progress is reported at most so often, in seconds.
    static let pace: TimeInterval = 0.5

    private var engine: Engine
    private let activity: ActivityID
    /// The newest progress and step that were not reported yet.
    private var waiting: [AgentEvent] = []
    private var lastReport = Date.distantPast

    /// - Parameter usual: The duration of earlier runs, in seconds; `nil` for the first.
    init(title: String, host: String, owner: OwnerID, usual: TimeInterval?, at now: Date) throws {
        engine = Engine(configuration: EngineConfiguration(seed: UInt64(now.timeIntervalSince1970 * 1_000)))
        try engine.register(AnyProvider(AgentProvider()))
        let attributes = AgentAttributes(title: title.shortened(to: 80) ?? "command", host: host.shortened(to: 64) ?? "host")
        activity = try engine.start(attributes, owner: owner, at: now)
        if let usual, usual >= 1 { send(.estimated(end: now + usual), at: now) }
    }

    /// Reports an event. An event that the provider refuses is ignored: it came from a hook, and must not stop the work.
    mutating func send(_ event: AgentEvent, at now: Date) {
        _ = try? engine.send(event, to: activity, at: now)
    }

    /// Stores the progress in a line of output, to report it when the interval has passed.
    mutating func note(_ sign: ProgressReader.Sign) {
        if let progress = sign.progress {
            waiting.removeAll { if case .progressed = $0 { true } else { false } }
            waiting.append(.progressed(done: progress.done, total: progress.total))
        }
        if let step = sign.step {
            waiting.removeAll { if case .stepBegan = $0 { true } else { false } }
            waiting.append(.stepBegan(name: step))
        }
    }

    /// Reports the stored progress if the interval has passed, and runs due deadlines.
    mutating func advance(to now: Date) {
        engine.advance(to: now)
        if !waiting.isEmpty, now.timeIntervalSince(lastReport) >= Self.pace { reportWaiting(at: now) }
    }

    /// When ``advance(to:)`` has something to do; `nil` if nothing is planned.
    var nextDate: Date? {
        mutating get {
            let report = waiting.isEmpty ? nil : lastReport + Self.pace
            return [engine.nextDeadline, report].compactMap { $0 }.min()
        }
    }

    mutating func finish(status: Int, at now: Date) {
        reportWaiting(at: now)
        send(.finished(status: status), at: now)
    }

    private mutating func reportWaiting(at now: Date) {
        for event in waiting { send(event, at: now) }
        waiting = []
        lastReport = now
    }

    /// The changes since the last call, one a line.
    mutating func takeLines() -> [UInt8] {
        guard engine.hasChanges, let changes = try? engine.takeChanges() else { return [] }
        let encoder = WireEncoder()
        return changes.flatMap { ((try? encoder.encode($0)) ?? []) + [0x0A] }
    }

    /// The result in one line.
    func summary(status: Int, seconds: TimeInterval, usual: TimeInterval?) -> String {
        let result = status == 0 ? "succeeded" : "failed with exit status \(status)"
        return "\(result) after \(seconds.words)" + (usual.map { ", usually \($0.words)" } ?? "")
    }
}

extension TimeInterval {
    /// `2 min 3 s`.
    var words: String {
        let seconds = Int(rounded())
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}

extension String {
    /// The string without control characters, truncated to a number of bytes of UTF-8; `nil` if it is then empty.
    func shortened(to bytes: Int) -> String? {
        let plain = String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
            .trimmingCharacters(in: .whitespaces)
        var text = ""
        var count = 0
        for character in plain {
            count += character.utf8.count
            if count > bytes { break }
            text.append(character)
        }
        return text.isEmpty ? nil : text
    }
}
