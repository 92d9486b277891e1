import LiveActivities
import Synchronization
import Testing

@testable import LiveActivityCluster

/// A message without an answer is stored at most once, and its writer finds out whether it was.
@Suite struct LogWriterTests {
    /// Treats the appends as scripted, one after the other.
    private final class ScriptedLog: PartitionLog {
        enum Turn { case works, answerLost, requestLost, refused, deliveredTwice, forgets(LogMessage) }

        let server = MemoryPartitionLog(remembered: 1)
        private let turns: Mutex<[Turn]>

        init(_ turns: Turn...) { self.turns = Mutex(turns.reversed()) }

        func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
            switch turns.withLock({ $0.popLast() }) ?? .works {
            case .works: return try server.append(message, after: expected)
            case .answerLost:
                _ = try server.append(message, after: expected)
                throw .unanswered(reason: "lost")
            case .requestLost: throw .unanswered(reason: "lost")
            case .refused: throw .unavailable(reason: "refused")
            case .deliveredTwice:
                // The answer to the second copy comes first.
                _ = try server.append(message, after: expected)
                throw .wrongPosition
            case .forgets(let other):
                // Another writer appends, and the log remembers only the latest id.
                _ = try server.append(message, after: expected)
                _ = try server.append(other, after: expected + 1)
                throw .unanswered(reason: "lost")
            }
        }

        func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
            try server.read(after: position, bytes: bytes)
        }
        func bounds() -> LogBounds { server.bounds() }
        func trim(through position: LogPosition) { server.trim(through: position) }
    }

    private func release(_ epoch: UInt64) -> LogRecord { LogRecord(epoch: epoch, body: .release(to: nil)) }

    private func epochs(_ log: ScriptedLog) throws -> [UInt64] {
        try log.read(after: 0, bytes: .max).map { try LogRecord($0).epoch }
    }

    @Test func aLostAnswerAndALostRequestAreSentAgain() throws {
        for log in [ScriptedLog(.answerLost), ScriptedLog(.requestLost), ScriptedLog(.answerLost, .requestLost)] {
            var writer = LogWriter(log, after: 0, writer: 1, attempts: 3)
            try writer.append(release(1))
            try writer.append(release(2))
            #expect(writer.position == 2)
            #expect(try epochs(log) == [1, 2])
        }
    }

    /// As nats-servers did while their routes were created again: the owner counted as fenced, and the commands of a stored
    /// batch as not applied.
    @Test func aMessageDeliveredTwiceFencesNobody() throws {
        let log = ScriptedLog(.works, .deliveredTwice)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 3)
        for epoch in 1...3 { try writer.append(release(UInt64(epoch))) }
        #expect(writer.position == 3 && !writer.isFenced)
        #expect(try epochs(log) == [1, 2, 3])
    }

    /// Nothing else is appended until the message's fate is known.
    @Test(arguments: [true, false]) func whatWasGivenUpIsSettledBeforeTheNext(isStored: Bool) throws {
        let log = isStored ? ScriptedLog(.answerLost, .requestLost) : ScriptedLog(.requestLost, .requestLost)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 2)
        #expect(throws: StoreError.self) { try writer.append(release(1)) }
        #expect(log.bounds().last == (isStored ? 1 : 0))
        try writer.append(release(2))
        #expect(try epochs(log) == [1, 2])
    }

    @Test func whatWasRefusedIsForgotten() throws {
        let log = ScriptedLog(.refused)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 2)
        #expect(throws: StoreError.self) { try writer.append(release(1)) }
        try writer.append(release(2))
        #expect(try epochs(log) == [2])
    }

    @Test func aRefusalSaysNothingOfWhatWasSentBefore() throws {
        let log = ScriptedLog(.answerLost, .refused)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 2)
        #expect(throws: StoreError.self) { try writer.append(release(1)) }
        try writer.append(release(2))
        #expect(try epochs(log) == [1, 2])
    }

    /// The log no longer remembers the id, but has the message.
    @Test func itsOwnMessageIsFoundWhereTheIdIsForgotten() throws {
        let other = LogMessage(id: "other", bytes: try LogRecord(epoch: 9, body: .release(to: nil)).encoded())
        let log = ScriptedLog(.forgets(other))
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 2)
        try writer.append(release(1))
        #expect(writer.position == 1)
        #expect(throws: StoreError.fenced(reason: "another node has claimed the partition")) { try writer.append(release(2)) }
        #expect(writer.isFenced)
        #expect(try epochs(log) == [1, 9])
    }

    @Test func whatNobodyCanSayIsNotSaid() throws {
        let other = LogMessage(id: "other", bytes: [])
        let log = ScriptedLog(.forgets(other), .requestLost)
        var writer = LogWriter(log, after: 0, writer: 1, attempts: 2)
        #expect(throws: StoreError.self) { try writer.append(release(1)) }
        log.trim(through: 1)
        let error = #expect(throws: StoreError.self) { try writer.settle() }
        guard case .unavailable = error else { Issue.record("\(String(describing: error))"); return }
        #expect(throws: StoreError.fenced(reason: "another node has claimed the partition")) { try writer.settle() }
    }

    @Test func twoWritersThatClaimAtTheSameTimeAreToldApart() throws {
        let log = MemoryPartitionLog()
        var one = PartitionFollower(log)
        var other = LogWriter(log, after: 0, writer: 2, attempts: 1)
        _ = try PartitionStore(claiming: &one, as: "one", writer: 1)
        let claim = PartitionClaim(epoch: 1, node: "other", address: "")
        #expect(throws: StoreError.fenced(reason: "another node has claimed the partition")) {
            try other.append(LogRecord(epoch: 1, body: .claim(claim)))
        }
    }
}
