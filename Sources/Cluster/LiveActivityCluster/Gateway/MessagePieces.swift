/// Splits a message between nodes into pieces if it exceeds the servers' message size, and reassembles them.
///
/// A piece is a byte for the version of this format (which differs from that of ``Frames``), the message's random number (8
/// bytes), the piece's index, the number of pieces (4 bytes each, little-endian), and the contents. The pieces of a message are
/// sent in order, and arrive in order or not at all: a message with a missing piece is never completed.
struct MessagePieces: Sendable {
    /// The maximum size of a whole message, in bytes.
    static let messageBytesMax = 32 << 20
    /// The maximum size of incomplete messages in memory, in bytes. Beyond it the oldest are dropped; their senders repeat
    /// them, or time out.
    static let waitingBytesMax = 2 * messageBytesMax
    private static let version: UInt8 = 2
    private static let headBytes = 17

    private struct Message: Sendable {
        var pieces: [ArraySlice<UInt8>] = []
        var count: Int
        var bytes = 0
        var age: UInt64
    }

    private var waiting: [UInt64: Message] = [:]
    private var bytes = 0
    private var ever: UInt64 = 0

    /// Splits a message.
    ///
    /// - Parameters:
    ///   - number: A number that is unique to the message.
    ///   - max: The maximum size of a piece, in bytes.
    /// - Returns: The message itself if it is small enough.
    static func cut(_ message: [UInt8], number: UInt64, max: Int) -> [[UInt8]] {
        guard message.count > max else { return [message] }
        let size = Swift.max(max - headBytes, 1)
        let count = (message.count + size - 1) / size
        return (0..<count).map { index in
            var piece = [version]
            piece.reserveCapacity(headBytes + size)
            withUnsafeBytes(of: number.littleEndian) { piece.append(contentsOf: $0) }
            withUnsafeBytes(of: UInt32(index).littleEndian) { piece.append(contentsOf: $0) }
            withUnsafeBytes(of: UInt32(count).littleEndian) { piece.append(contentsOf: $0) }
            piece += message[index * size..<Swift.min((index + 1) * size, message.count)]
            return piece
        }
    }

    /// Processes a received message or piece.
    ///
    /// - Returns: A complete message: this one if it was not split, or the one that this piece completes.
    mutating func take(_ message: [UInt8]) -> [UInt8]? {
        guard message.first == Self.version, message.count > Self.headBytes else { return message }
        func number(_ at: Int, _ count: Int) -> UInt64 {
            message[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let (name, index, count) = (number(1, 8), Int(number(9, 4)), Int(number(13, 4)))
        if index == 0 {
            drop(name)
            ever += 1
            waiting[name] = Message(count: count, age: ever)
        }
        guard var whole = waiting[name], whole.pieces.count == index, whole.count == count, index < count else {
            drop(name)
            return nil
        }
        let piece = message[Self.headBytes...]
        whole.pieces.append(piece)
        whole.bytes += piece.count
        bytes += piece.count
        waiting[name] = whole
        if whole.bytes > Self.messageBytesMax { drop(name) }
        if whole.pieces.count == count, waiting[name] != nil {
            drop(name)
            return Array(whole.pieces.joined())
        }
        while bytes > Self.waitingBytesMax, let oldest = waiting.min(by: { $0.value.age < $1.value.age }) { drop(oldest.key) }
        return nil
    }

    /// The number of incomplete messages.
    var waitingCount: Int { waiting.count }

    private mutating func drop(_ name: UInt64) { bytes -= waiting.removeValue(forKey: name)?.bytes ?? 0 }
}
