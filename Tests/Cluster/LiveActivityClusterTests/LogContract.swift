import LiveActivityCluster
import Testing

/// What every log promises, tried on one that is empty.
struct LogContract {
    let log: any PartitionLog

    func check() throws {
        #expect(try log.bounds() == LogBounds(first: 1, last: 0))
        #expect(try log.read(after: 0, bytes: 1_000) == [])
        try checkAppending()
        try checkRepeating()
        try checkReading()
        try checkTrimming()
    }

    private func message(_ text: String) -> LogMessage { LogMessage(id: "id-\(text)", bytes: Array(text.utf8)) }

    private func checkAppending() throws {
        #expect(throws: LogError.wrongPosition) { try log.append(message("early"), after: 1) }
        #expect(try log.append(message("one"), after: 0) == 1)
        #expect(throws: LogError.wrongPosition) { try log.append(message("late"), after: 0) }
        #expect(throws: LogError.wrongPosition) { try log.append(message("early"), after: 2) }
        #expect(try log.append(message("two"), after: 1) == 2)
        #expect(try log.bounds() == LogBounds(first: 1, last: 2))
    }

    /// A message that is appended again is not stored again. nats-server 2.9 looks for the id first and gives the position, 2.14 looks for
    /// the position first.
    private func checkRepeating() throws {
        for (text, expected) in [("one", 0), ("two", 1)] as [(String, LogPosition)] {
            do throws(LogError) {
                let position = try log.append(message(text), after: expected)
                #expect(position == expected + 1)
            } catch {
                #expect(error == .wrongPosition)
            }
        }
        #expect(try log.bounds().last == 2)
        #expect(try log.read(after: 0, bytes: 1).map(\.message.id) == ["id-one"])
    }

    private func checkReading() throws {
        let bytes = (0..<LogMessage.bytesMax).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try log.append(LogMessage(id: "large", bytes: bytes), after: 2) == 3)
        let all = [
            LogEntry(position: 1, message: message("one")), LogEntry(position: 2, message: message("two")),
            LogEntry(position: 3, message: LogMessage(id: "large", bytes: bytes)),
        ]
        #expect(try log.read(after: 0, bytes: 10_000_000) == all)
        #expect(try log.read(after: 0, bytes: 1) == [all[0]])
        #expect(try log.read(after: 1, bytes: 10_000_000) == Array(all[1...]))
        #expect(try log.read(after: 2, bytes: 1) == [all[2]])
        #expect(try log.read(after: 3, bytes: 1) == [])
        let error = #expect(throws: LogError.self) { try log.append(LogMessage(id: "larger", bytes: bytes + [0]), after: 3) }
        #expect(error == .tooLarge(bytes: LogMessage.bytesMax + 1, limit: LogMessage.bytesMax))
    }

    private func checkTrimming() throws {
        try log.trim(through: 2)
        #expect(try log.bounds() == LogBounds(first: 3, last: 3))
        #expect(throws: LogError.trimmed(first: 3)) { try log.read(after: 1, bytes: 1) }
        #expect(try log.read(after: 2, bytes: 1).map(\.position) == [3])
        try log.trim(through: 1)
        try log.trim(through: 3)
        // Positions go on, also where nothing is left.
        #expect(try log.bounds() == LogBounds(first: 4, last: 3))
        #expect(throws: LogError.wrongPosition) { try log.append(message("again"), after: 0) }
        #expect(try log.append(message("four"), after: 3) == 4)
        #expect(try log.read(after: 3, bytes: 1).map(\.message) == [message("four")])
    }
}

@Suite struct MemoryPartitionLogTests {
    @Test func keepsTheContract() throws { try LogContract(log: MemoryPartitionLog()).check() }

    @Test func isFullAtItsSize() throws {
        let log = MemoryPartitionLog(bytesMax: 4)
        #expect(try log.append(LogMessage(id: "a", bytes: [1, 2, 3]), after: 0) == 1)
        #expect(throws: LogError.full(reason: "it has 3 bytes of 4")) {
            try log.append(LogMessage(id: "b", bytes: [1, 2]), after: 1)
        }
        #expect(try log.append(LogMessage(id: "b", bytes: [1]), after: 1) == 2)
    }

    @Test func forgetsOldIds() throws {
        let log = MemoryPartitionLog(remembered: 1)
        #expect(try log.append(LogMessage(id: "a", bytes: []), after: 0) == 1)
        #expect(try log.append(LogMessage(id: "a", bytes: []), after: 0) == 1)
        #expect(try log.append(LogMessage(id: "b", bytes: []), after: 1) == 2)
        #expect(throws: LogError.wrongPosition) { try log.append(LogMessage(id: "a", bytes: []), after: 0) }
    }
}
