import LiveActivities
import Synchronization

/// A log in memory, which exists as long as it is referenced: for tests, and for several runtimes in one process.
public final class MemoryPartitionLog: PartitionLog {
    private struct Contents {
        var entries: [LogEntry] = []
        var last: LogPosition = 0
        var bytes = 0
        var bytesMax: Int
        /// The ids of the latest messages, oldest first, to detect duplicates.
        var remembered: [(id: String, position: LogPosition)] = []
    }

    private let contents: Mutex<Contents>
    private let rememberedMax: Int
    public let messageBytesMax: Int

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - bytesMax: The size at which the log is full, in bytes.
    ///   - remembered: The number of latest messages whose ids are remembered to detect duplicates.
    ///   - messageBytesMax: The maximum size of a message, in bytes.
    public init(bytesMax: Int = .max, remembered: Int = 100, messageBytesMax: Int = LogMessage.bytesMax) {
        self.messageBytesMax = messageBytesMax
        contents = Mutex(Contents(bytesMax: bytesMax))
        rememberedMax = remembered
    }

    public func append(_ message: LogMessage, after expected: LogPosition) throws(LogError) -> LogPosition {
        let size = message.bytes.count
        guard size <= messageBytesMax else { throw .tooLarge(bytes: size, limit: messageBytesMax) }
        return try contents.withLock { (contents) throws(LogError) in
            // The same order of checks as in a NATS server: the id first, then the position.
            if let stored = contents.remembered.last(where: { $0.id == message.id }) { return stored.position }
            guard expected == contents.last else { throw .wrongPosition }
            guard size <= contents.bytesMax - contents.bytes else {
                throw .full(reason: "it has \(contents.bytes) bytes of \(contents.bytesMax)")
            }
            contents.last += 1
            contents.bytes += size
            contents.entries.append(LogEntry(position: contents.last, message: message))
            contents.remembered.append((message.id, contents.last))
            if contents.remembered.count > rememberedMax { contents.remembered.removeFirst() }
            return contents.last
        }
    }

    public func read(after position: LogPosition, bytes: Int) throws(LogError) -> [LogEntry] {
        try contents.withLock { (contents) throws(LogError) in
            let first = contents.last + 1 - LogPosition(contents.entries.count)
            guard position + 1 >= first else { throw .trimmed(first: first) }
            guard position < contents.last else { return [] }
            var (found, size): ([LogEntry], Int) = ([], 0)
            for entry in contents.entries[Int(position + 1 - first)...] {
                if !found.isEmpty, size + entry.message.bytes.count > bytes { break }
                found.append(entry)
                size += entry.message.bytes.count
            }
            return found
        }
    }

    public func bounds() -> LogBounds {
        contents.withLock { LogBounds(first: $0.last + 1 - LogPosition($0.entries.count), last: $0.last) }
    }

    public func trim(through position: LogPosition) {
        contents.withLock { contents in
            let gone = contents.entries.prefix { $0.position <= position }
            contents.bytes -= gone.reduce(0) { $0 + $1.message.bytes.count }
            contents.entries.removeFirst(gone.count)
        }
    }

    public func size() -> LogSize {
        contents.withLock { LogSize(bytes: $0.bytes, bytesMax: $0.bytesMax == .max ? nil : $0.bytesMax) }
    }

    /// The size at which the log is full, in bytes.
    public var bytesMax: Int {
        get { contents.withLock { $0.bytesMax } }
        set { contents.withLock { $0.bytesMax = newValue } }
    }

    /// The size of the messages in the log, in bytes.
    public var byteCount: Int { contents.withLock { $0.bytes } }
}
