/// A position in a partition's log. The first message is at 1; 0 is before all messages.
public typealias LogPosition = UInt64

/// The log of one partition: messages in one order, each stored by a majority of servers before it is acknowledged.
///
/// The log decides who owns the partition. A message is appended only at the position that its writer expects, so a writer that
/// has missed another one's message can no longer write, whatever state it is in and whatever its clock shows.
///
/// A log guarantees:
/// - **One order.** Every reader sees the same messages at the same positions, without a gap.
/// - **The expected position is checked where the order is decided**, not before: of two appends after the same position, one
///   is refused.
/// - **A message is stored once.** If one of the latest messages is appended again, after the same position, nothing is stored.
///   The result is its position, or ``LogError/wrongPosition``.
/// - **Acknowledged messages are kept.** An append that has returned is in the log until it is trimmed.
///
/// The calls block. They may come from any thread, also concurrently.
public protocol PartitionLog: Sendable {
    /// Appends a message if `expected` is the position of the last one.
    ///
    /// - Parameters:
    ///   - message: At most ``messageBytesMax`` bytes.
    ///   - expected: The position of the last message that the writer knows; 0 for an empty log that never had one.
    /// - Returns: The position of the message.
    /// - Throws: ``LogError``. After ``LogError/unanswered(reason:)`` the message may be in the log, now or later. After
    ///   ``LogError/wrongPosition`` it is in the log, or another message is at its position. After every other error this call
    ///   has stored nothing, and never will.
    func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition

    /// Returns messages in order.
    ///
    /// - Parameters:
    ///   - position: The position before the first returned message.
    ///   - bytes: The approximate number of bytes to return; at least one message, if there is one.
    /// - Returns: An empty list if there are no messages after `position` yet. A reader may see the latest messages somewhat
    ///   later than their writer.
    /// - Throws: ``LogError/trimmed(first:)`` if messages after `position` have been deleted, ``LogError/lost(_:)``,
    ///   ``LogError/unavailable(reason:)``.
    func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry]

    /// Returns the range of positions in the log.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` if the log does not answer.
    func bounds() throws(LogError) -> LogBounds

    /// Returns the size and the size limit of the log. The default implementation returns no limit.
    ///
    /// - Throws: ``LogError/unavailable(reason:)`` if the log does not answer.
    func size() throws(LogError) -> LogSize

    /// The maximum size of a message in bytes: at most ``LogMessage/bytesMax``, which is the default.
    var messageBytesMax: Int { get }

    /// Deletes the messages up to a position. It is not an error to delete them again.
    ///
    /// - Throws: ``LogError/unanswered(reason:)``, ``LogError/unavailable(reason:)``. Calling it again is harmless.
    func trim(through position: LogPosition) throws(LogError)
}

extension PartitionLog {
    public func size() throws(LogError) -> LogSize { LogSize(bytes: 0, bytesMax: nil) }
    public var messageBytesMax: Int { LogMessage.bytesMax }
}

/// A message to append to a log.
public struct LogMessage: Hashable, Sendable {
    /// The maximum size of a message in bytes. A NATS server accepts 1 MB with the headers by default; if it is configured for
    /// less, so is the log (``PartitionLog/messageBytesMax``).
    public static let bytesMax = 768 * 1_024

    /// Identifies the message among all messages of all writers.
    public var id: String
    /// The contents.
    public var bytes: [UInt8]

    /// Creates a message.
    public init(id: String, bytes: [UInt8]) {
        self.id = id
        self.bytes = bytes
    }
}

/// A message in a log.
public struct LogEntry: Hashable, Sendable {
    /// The position of the message.
    public var position: LogPosition
    /// The appended message.
    public var message: LogMessage

    /// Creates an entry.
    public init(position: LogPosition, message: LogMessage) {
        self.position = position
        self.message = message
    }
}

/// The range of positions in a log.
public struct LogBounds: Hashable, Sendable {
    /// The first position that was not trimmed; ``last`` + 1 if the log has no message.
    public var first: LogPosition
    /// The position of the last message ever appended; 0 before the first.
    public var last: LogPosition

    /// Creates bounds.
    public init(first: LogPosition, last: LogPosition) {
        self.first = first
        self.last = last
    }
}
