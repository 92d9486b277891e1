import LiveActivities

/// Appends messages to a partition's log, one at a time, each at the position after the one before.
///
/// **A message without an answer** may or may not be in the log. The same message is sent again, until the log answers that it
/// is stored, or another message is read at its position. Nothing else is appended before that is settled: the next message
/// waits, even if the caller has received an error. So every message is stored at most once, and in the order of the calls.
struct LogWriter: Sendable {
    let log: any PartitionLog
    /// The position of the last message that is known to be stored.
    private(set) var position: LogPosition
    /// A random part of all message ids. It must differ between writers, even if they claim the same epoch at the same time:
    /// otherwise the log would report the second one's message as stored.
    private let writer: UInt64
    private let attempts: Int
    private var sent: UInt64 = 0
    /// A message for which it is unknown whether it is stored; `nil` if there is none.
    private var doubtful: LogMessage?
    /// Whether that message was sent without an answer. A message that was refused each time is not stored.
    private var isUnanswered = false
    /// Whether another writer has appended. This writer can then never append again.
    private(set) var isFenced = false

    init(_ log: any PartitionLog, after position: LogPosition, writer: UInt64, attempts: Int) {
        self.log = log
        self.position = position
        self.writer = writer
        self.attempts = max(attempts, 1)
    }

    mutating func append(_ record: LogRecord) throws(StoreError) { try append(encoded: try record.encoded()) }

    /// - Parameter bytes: The encoded record.
    /// - Throws: ``StoreError/fenced(reason:)`` if another writer has appended, also for all later messages. After
    ///   ``StoreError/unavailable(reason:)`` the message may be in the log, now or later.
    mutating func append(encoded bytes: [UInt8]) throws(StoreError) {
        try settle()
        sent += 1
        doubtful = LogMessage(id: "\(String(writer, radix: 16))-\(sent)", bytes: bytes)
        try settle()
    }

    /// Settles whether the doubtful message is stored, by sending it again.
    mutating func settle() throws(StoreError) {
        if isFenced { throw Self.fenced }
        guard let message = doubtful else { return }
        for attempt in 1...attempts {
            do throws(LogError) {
                position = try log.append(message, after: position)
                (doubtful, isUnanswered) = (nil, false)
                return
            } catch .wrongPosition {
                return try read(message)
            } catch .unanswered(let reason) {
                isUnanswered = true
                if attempt == attempts { throw StoreError(.unanswered(reason: reason)) }
            } catch {
                // Refused. If the message was sent before without an answer, that attempt may still have stored it.
                if !isUnanswered { doubtful = nil }
                throw StoreError(error)
            }
        }
    }

    /// Reads which message has taken the position of an append: another owner's, or this one.
    ///
    /// A log can refuse a message that it has stored, also at the first attempt: the network between servers delivered two
    /// copies, and the answer to the second one came first. So only another message at the position means that this writer is
    /// fenced.
    private mutating func read(_ message: LogMessage) throws(StoreError) {
        isUnanswered = true
        let entry: LogEntry?
        do throws(LogError) {
            entry = try log.read(after: position, bytes: 1).first
        } catch .trimmed {
            // Only another owner can have trimmed the log, so which message it was can no longer be determined.
            (doubtful, isFenced) = (nil, true)
            throw .unavailable(reason: "it was claimed by another node, and what is at position \(position + 1) is deleted")
        } catch {
            throw StoreError(error)
        }
        // A reader may see the message later than a writer.
        guard let entry else {
            throw .unavailable(reason: "the log does not show yet what is at position \(position + 1)")
        }
        guard entry.message.id == message.id else {
            (doubtful, isFenced) = (nil, true)
            throw Self.fenced
        }
        (position, doubtful, isUnanswered) = (entry.position, nil, false)
    }

    private static var fenced: StoreError { .fenced(reason: "another node has claimed the partition") }
}
