/// A message between nodes in pieces, where it is larger than one that the servers take.
///
/// A piece is a byte for the version of this format (which differs from that of ``Frames``), the message's number, which is
/// random (8 bytes), the piece's index, the number of pieces (4 bytes each, little-endian), and its bytes. The pieces of a
/// message are sent in order, and arrive in order or not at all: a message that lacks one is never complete.
struct MessagePieces: Sendable {
    /// The largest message before it is cut, in bytes.
    static let messageBytesMax = 32 << 20
    /// The bytes of incomplete messages that are kept. Beyond that the oldest are dropped: their senders repeat them, or give
    /// up.
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

    /// Cuts a message.
    ///
    /// - Parameters:
    ///   - number: Of this message alone.
    ///   - max: The largest message, in bytes.
    /// - Returns: The message itself, where it is small enough.
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

    /// Takes what has arrived.
    ///
    /// - Returns: A message that is whole: this one, if it was not cut, or the one whose last piece it is.
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
        guard var its = waiting[name], its.pieces.count == index, its.count == count, index < count else {
            drop(name)
            return nil
        }
        let piece = message[Self.headBytes...]
        its.pieces.append(piece)
        its.bytes += piece.count
        bytes += piece.count
        waiting[name] = its
        if its.bytes > Self.messageBytesMax { drop(name) }
        if its.pieces.count == count, waiting[name] != nil {
            drop(name)
            return Array(its.pieces.joined())
        }
        while bytes > Self.waitingBytesMax, let oldest = waiting.min(by: { $0.value.age < $1.value.age }) { drop(oldest.key) }
        return nil
    }

    /// How many messages are not whole.
    var waitingCount: Int { waiting.count }

    private mutating func drop(_ name: UInt64) { bytes -= waiting.removeValue(forKey: name)?.bytes ?? 0 }
}
