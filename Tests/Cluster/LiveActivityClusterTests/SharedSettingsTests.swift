import Dispatch
import LiveActivities
import Synchronization
import Testing

@testable import LiveActivityCluster

struct SharedSettingsTests {
    private func texts(_ settings: SharedSettings) -> [String: String] { settings.values.mapValues(\.text) }

    @Test func aChangeAtOneNodeIsReadAtTheOthers() throws {
        let log = MemoryPartitionLog()
        let (one, two) = (try SharedSettings(log), try SharedSettings(log))
        try one.change {
            $0["a"] = "1"
            $0["b"] = "2"
        }
        #expect(texts(one) == ["a": "1", "b": "2"] && texts(two) == [:])
        try two.refresh()
        #expect(two.values == one.values)
        #expect(try two.change { $0.names } == ["a", "b"])
        try two.change {
            $0["a"] = nil
            #expect($0.names == ["b"] && $0["a"] == nil && $0["b"] == "2")
        }
        try one.refresh()
        let late = try SharedSettings(log)
        #expect(texts(one) == ["b": "2"] && texts(late) == ["b": "2"])
    }

    /// Two nodes read a counter and raise it. Of two that do so at once, one decides again.
    @Test func noChangeOverwritesAnother() throws {
        let log = MemoryPartitionLog()
        let nodes = [try SharedSettings(log), try SharedSettings(log)]
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            try? nodes[number % 2].change { $0["count"] = "\((Int($0["count"] ?? "0") ?? 0) + 1)" }
        }
        for node in nodes { try node.refresh() }
        #expect(nodes.map { texts($0) } == [["count": "40"], ["count": "40"]])
    }

    @Test func whatIsRefusedOrChangesNothingIsNotWritten() throws {
        struct Refusal: Error {}
        let log = MemoryPartitionLog()
        let settings = try SharedSettings(log)
        try settings.change { $0["a"] = "1" }
        #expect(throws: Refusal.self) {
            try settings.change {
                $0["a"] = "2"
                throw Refusal()
            }
        }
        try settings.change { $0["a"] = "1" }
        try settings.change { $0["b"] = nil }
        let limit = SharedSettings.valueBytesMax
        #expect(throws: LogError.tooLarge(bytes: limit + 1, limit: limit)) {
            try settings.change { $0["a"] = String(repeating: "x", count: limit + 1) }
        }
        #expect(log.bounds().last == 1 && texts(settings) == ["a": "1"])
        try settings.change { $0["a"] = String(repeating: "x", count: limit) }
        #expect(settings.values["a"]?.text.count == limit)
    }

    /// Values that never change again are copied, so that the log does not grow with the number of changes. A node that reads
    /// seldom has every value nevertheless, and none that was removed.
    @Test func theLogStaysShort() throws {
        let log = MemoryPartitionLog()
        let settings = try SharedSettings(log)
        for number in 0..<100 { try settings.change { $0["old \(number)"] = "\(number)" } }
        let late = try SharedSettings(log)
        for number in 0..<2_000 {
            try settings.change {
                $0["new"] = "\(number)"
                if number < 50 { $0["old \(number)"] = nil }
            }
            let count = try settings.messageCount()
            #expect(count <= 2 * 101 + 100)
        }
        #expect(settings.values.count == 51)
        try late.refresh()
        let new = try SharedSettings(log)
        #expect(late.values == settings.values && new.values == settings.values)
    }

    /// The log has stored the message and its answer was lost.
    @Test func aChangeWithoutAnAnswerIsMadeOnce() throws {
        let log = ForgetfulLog()
        let settings = try SharedSettings(log)
        let calls = Mutex(0)
        try settings.change {
            calls.withLock { $0 += 1 }
            $0["count"] = "\((Int($0["count"] ?? "0") ?? 0) + 1)"
        }
        #expect(texts(settings) == ["count": "1"] && calls.withLock { $0 } == 1 && log.log.bounds().last == 1)
    }

    @Test func aMessageOfALaterVersionIsNotIgnored() throws {
        let log = MemoryPartitionLog()
        let settings = try SharedSettings(log)
        try settings.change { $0["a"] = "1" }
        _ = try log.append(LogMessage(id: "x", bytes: Array("[]".utf8)), after: 1)
        #expect(throws: LogError.misconfigured(reason: "the settings at position 2 cannot be read")) { try settings.refresh() }
        #expect(texts(settings) == ["a": "1"])
    }
}

/// Stores each message without answering at first.
private final class ForgetfulLog: PartitionLog {
    let log = MemoryPartitionLog(remembered: 0)
    private let answered = Mutex<Set<String>>([])

    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let position = try log.append(message, after: expected)
        guard answered.withLock({ $0.insert(message.id).inserted }) else { return position }
        throw .unanswered(reason: "test")
    }
    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try log.read(after: position, bytes: bytes)
    }
    func bounds() -> LogBounds { log.bounds() }
    func trim(through position: LogPosition) { log.trim(through: position) }
}
