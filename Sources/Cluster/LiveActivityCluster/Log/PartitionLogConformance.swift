import Dispatch
import Synchronization

/// Checks whether a log keeps the guarantees of ``PartitionLog``, for implementations on other systems.
///
/// ```swift
/// let violations = PartitionLogConformance(log: emptyLog).violations()
/// #expect(violations == [])
/// ```
///
/// It cannot check the behaviour when servers fail: test in the log's own tests that acknowledged messages survive that.
public struct PartitionLogConformance {
    private let log: any PartitionLog
    private var found: [String] = []

    /// - Parameter log: An empty log that never had a message. The check leaves 10 messages in it, most of them trimmed.
    public init(log: any PartitionLog) { self.log = log }

    /// Appends, reads and trims, from one and from several threads.
    ///
    /// - Returns: The violated guarantees, a sentence each; empty for a correct log.
    public func violations() -> [String] {
        var check = self
        check.run()
        return check.found
    }

    private mutating func run() {
        expect("the bounds of an empty log", LogBounds(first: 1, last: 0)) { log throws(LogError) in try log.bounds() }
        expect("reading an empty log", []) { log throws(LogError) in try log.read(after: 0, bytes: 1_000) }
        checkAppending()
        checkRepeating()
        checkReading()
        checkTrimming()
        checkRace()
    }

    private func message(_ text: String) -> LogMessage { LogMessage(id: "id-\(text)", bytes: Array(text.utf8)) }

    private mutating func checkAppending() {
        refuse("an append after a position that is not there yet", .wrongPosition, message("early"), after: 1)
        accept("the first append", message("one"), after: 0)
        refuse("an append after an old position", .wrongPosition, message("late"), after: 0)
        refuse("an append after a position that is not there yet", .wrongPosition, message("early"), after: 2)
        accept("the second append", message("two"), after: 1)
        expect("the bounds after two appends", LogBounds(first: 1, last: 2)) { log throws(LogError) in try log.bounds() }
    }

    /// A message that is appended again is not stored twice: the log returns its position or reports a wrong expected position.
    private mutating func checkRepeating() {
        for (text, expected) in [("one", 0), ("two", 1)] as [(String, LogPosition)] {
            do throws(LogError) {
                let position = try log.append(message(text), after: expected)
                if position != expected + 1 {
                    note("a repeated append has position \(position), and the message \(expected + 1)")
                }
            } catch {
                if error != .wrongPosition { note("a repeated append throws '\(error)'") }
            }
        }
        expect("the bounds after repeated appends", LogBounds(first: 1, last: 2)) { log throws(LogError) in try log.bounds() }
        expect("the first message alone", ["id-one"]) { log throws(LogError) in
            try log.read(after: 0, bytes: 1).map(\.message.id)
        }
    }

    private mutating func checkReading() {
        let limit = log.messageBytesMax
        let bytes = (0..<limit).map { UInt8(truncatingIfNeeded: $0) }
        let large = LogMessage(id: "large", bytes: bytes)
        accept("an append of the largest message", large, after: 2)
        let all = [
            LogEntry(position: 1, message: message("one")), LogEntry(position: 2, message: message("two")),
            LogEntry(position: 3, message: large),
        ]
        func reading(_ what: String, after position: LogPosition, _ bytes: Int, _ entries: [LogEntry]) {
            expect(what, entries.map(\.position)) { log throws(LogError) in
                let read = try log.read(after: position, bytes: bytes)
                if read != entries { throw .unavailable(reason: "the messages are not those that were appended") }
                return read.map(\.position)
            }
        }
        reading("all messages", after: 0, 10_000_000, all)
        reading("one message at the beginning", after: 0, 1, [all[0]])
        reading("all messages but the first", after: 1, 10_000_000, Array(all[1...]))
        reading("the last message, larger than asked for", after: 2, 1, [all[2]])
        reading("behind the last message", after: 3, 1, [])
        refuse(
            "an append of too large a message", .tooLarge(bytes: limit + 1, limit: limit),
            LogMessage(id: "larger", bytes: bytes + [0]), after: 3)
        accept("an append of an empty message", LogMessage(id: "empty", bytes: []), after: 3)
        reading("an empty message", after: 3, 1, [LogEntry(position: 4, message: LogMessage(id: "empty", bytes: []))])
    }

    private mutating func checkTrimming() {
        func trim(_ position: LogPosition, _ bounds: LogBounds) {
            expect("the bounds after trimming through \(position)", bounds) { log throws(LogError) in
                try log.trim(through: position)
                return try log.bounds()
            }
        }
        trim(2, LogBounds(first: 3, last: 4))
        expect("reading what was trimmed", true) { log throws(LogError) in
            do throws(LogError) { _ = try log.read(after: 1, bytes: 1) } catch .trimmed(first: 3) { return true }
            return false
        }
        expect("reading behind what was trimmed", [3]) { log throws(LogError) in
            try log.read(after: 2, bytes: 1).map(\.position)
        }
        trim(1, LogBounds(first: 3, last: 4))
        // Positions continue even if no message is left.
        trim(4, LogBounds(first: 5, last: 4))
        refuse("an append after 0 to a trimmed log", .wrongPosition, message("again"), after: 0)
        accept("an append to a log of which everything was trimmed", message("five"), after: 4)
        expect("reading it", [message("five")]) { log throws(LogError) in try log.read(after: 4, bytes: 1).map(\.message) }
    }

    /// Of several concurrent appends after the same position, exactly one is accepted.
    private mutating func checkRace() {
        let log = log
        for last in LogPosition(5)..<10 {
            let accepted = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { writer in
                let message = LogMessage(id: "race-\(last)-\(writer)", bytes: [UInt8(writer)])
                if (try? log.append(message, after: last)) == last + 1 { accepted.withLock { $0.append(message.id) } }
            }
            let ids = accepted.withLock(\.self)
            if ids.count != 1 { note("\(ids.count) of 4 writers may append after \(last)") }
            expect("the message that is stored", ids) { log throws(LogError) in
                try log.read(after: last, bytes: 1).map(\.message.id)
            }
        }
    }

    // MARK: - Comparing

    private mutating func note(_ violation: String) { found.append(violation) }

    private mutating func expect<Value: Equatable>(
        _ what: String, _ expected: Value, _ body: (any PartitionLog) throws(LogError) -> Value
    ) {
        do throws(LogError) {
            let value = try body(log)
            if value != expected { note("\(what): \(value) instead of \(expected)") }
        } catch { note("\(what): throws '\(error)' instead of giving \(expected)") }
    }

    private mutating func accept(_ what: String, _ message: LogMessage, after expected: LogPosition) {
        expect("\(what): its position", expected + 1) { log throws(LogError) in try log.append(message, after: expected) }
    }

    private mutating func refuse(_ what: String, _ expected: LogError, _ message: LogMessage, after position: LogPosition) {
        do throws(LogError) { note("\(what) is accepted at position \(try log.append(message, after: position))") } catch {
            if error != expected { note("\(what) throws '\(error)' instead of '\(expected)'") }
        }
    }
}
