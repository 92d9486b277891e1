import LiveActivities

/// Appends one message after the other to a partition's log, each where the one before was stored.
///
/// **A message without an answer** may be in the log or not. The same message is sent again, until the log answers that it is
/// stored or that another message is at its position. Nothing else is appended before that is settled: the next message waits,
/// even if the caller has received an error. So every message is stored at most once, and the order is the order of the calls.
struct LogWriter: Sendable {
    let log: any PartitionLog
    /// Where the last message was stored that is known to be.
    private(set) var position: LogPosition
    /// Part of the ids of all messages. Two writers must not have the same, not even two that claim the same epoch at the same
    /// time: the log would answer the second one that its message is stored.
    private let writer: UInt64
    private let attempts: Int
    private var sent: UInt64 = 0
    /// The message of which it is not known whether it is stored.
    private var doubtful: LogMessage?
    /// Whether that message was sent and not answered. A message that was refused each time is not stored.
    private var isUnanswered = false
    /// Another writer has appended: this one never will again.
    private(set) var isFenced = false

    init(_ log: any PartitionLog, after position: LogPosition, writer: UInt64, attempts: Int) {
        self.log = log
        self.position = position
        self.writer = writer
        self.attempts = max(attempts, 1)
    }

    /// - Throws: ``StoreError/fenced(reason:)`` where another writer has appended, then and for all later messages.
    ///   ``StoreError/unavailable(reason:)``; then the message is stored, or not, or will be.
    mutating func append(_ record: LogRecord) throws(StoreError) {
        try settle()
        sent += 1
        doubtful = LogMessage(id: "\(String(writer, radix: 16))-\(sent)", bytes: try record.encoded())
        try settle()
    }

    /// Finds out whether the doubtful message is stored, by sending it.
    mutating func settle() throws(StoreError) {
        if isFenced { throw Self.fenced }
        guard let message = doubtful else { return }
        for attempt in 1...attempts {
            do throws(LogError) {
                position = try log.append(message, after: position)
                (doubtful, isUnanswered) = (nil, false)
                return
            } catch .wrongPosition {
                return try settle(message)
            } catch .unanswered(let reason) {
                isUnanswered = true
                if attempt == attempts { throw StoreError(.unanswered(reason: reason)) }
            } catch {
                // It was refused. If it was sent before, that one may be stored all the same.
                if !isUnanswered { doubtful = nil }
                throw StoreError(error)
            }
        }
    }

    /// Another message is at the place of this one, or it is there itself and the log no longer knows its id.
    private mutating func settle(_ message: LogMessage) throws(StoreError) {
        if isUnanswered {
            var entry: LogEntry?
            do throws(LogError) {
                entry = try log.read(after: position, bytes: 1).first
                // A reader may learn of it later than a writer.
                if entry == nil { throw .unavailable(reason: "it does not show yet what is at position \(position + 1)") }
            } catch .trimmed {
                // Only another owner can have trimmed it, so it can no longer be found out which message it was.
                (doubtful, isFenced) = (nil, true)
                throw .unavailable(reason: "it was claimed by another node, and what is at position \(position + 1) is deleted")
            } catch {
                throw StoreError(error)
            }
            if let entry, entry.message.id == message.id {
                (position, doubtful, isUnanswered) = (entry.position, nil, false)
                return
            }
        }
        (doubtful, isFenced) = (nil, true)
        throw Self.fenced
    }

    private static var fenced: StoreError { .fenced(reason: "another node has claimed the partition") }
}
