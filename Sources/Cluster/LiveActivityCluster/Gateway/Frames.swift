/// Requests or answers of several commands in one message between nodes, each with the number that the requesting node has
/// assigned.
///
/// A message is a byte for the version of this format, then for each frame its number (8 bytes), the length of its contents (4
/// bytes), and its contents. Numbers are little-endian.
struct Frames: Hashable, Sendable {
    struct Frame: Hashable, Sendable {
        var number: UInt64
        var bytes: [UInt8]

        /// The frame's size in a message, in bytes.
        var size: Int { 12 + bytes.count }
    }

    /// The maximum size of the frames in a message that has more than one, in bytes: well below the servers' limit of a
    /// megabyte.
    static let bytesMax = 512 << 10
    /// The maximum size of a single frame in bytes, so that it fits into a message.
    static let frameBytesMax = MessagePieces.messageBytesMax - 13
    /// The maximum number of commands in a message.
    static let countMax = 256
    private static let version: UInt8 = 1

    /// The maximum size of the frames in a message of this transport, if there is more than one.
    static func gatheredBytesMax(_ transport: some ClusterTransport) -> Int { min(bytesMax, transport.messageBytesMax - 1) }

    var frames: [Frame] = []

    init(_ frames: [Frame]) { self.frames = frames }

    func encoded() -> [UInt8] {
        var bytes: [UInt8] = [Self.version]
        bytes.reserveCapacity(frames.reduce(1) { $0 + $1.size })
        for frame in frames {
            withUnsafeBytes(of: frame.number.littleEndian) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: UInt32(frame.bytes.count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes += frame.bytes
        }
        return bytes
    }

    /// - Returns: `nil` for bytes that are not such a message, or of another version.
    init?(encoded bytes: [UInt8]) {
        guard bytes.first == Self.version else { return nil }
        var index = 1
        func integer(_ count: Int) -> UInt64 { bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        while index < bytes.count {
            guard bytes.count - index >= 12 else { return nil }
            let number = integer(8)
            index += 8
            let length = Int(integer(4))
            index += 4
            guard bytes.count - index >= length else { return nil }
            frames.append(Frame(number: number, bytes: Array(bytes[index..<index + length])))
            index += length
        }
    }
}
