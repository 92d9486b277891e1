import LiveActivityCore

/// The content of a sealed activity: the box, which only the owner's devices can open, and its number in the stream.
public struct SealedState: Codable, Hashable, Sendable {
    /// The number of the box in the stream, which only grows; 0 before the first box.
    public var sequence: Int

    /// The sealed content in Base64, at most ``boxCharactersMax`` characters; empty before the first one.
    public var box: String

    /// Creates a state.
    public init(sequence: Int = 0, box: String = "") { (self.sequence, self.box) = (sequence, box) }

    /// The largest box, in characters. With attributes, dates and an alert it fits a push of 4,096 bytes.
    public static let boxCharactersMax = 3_200

    /// The largest sequence: every reader of JSON can represent it.
    public static let sequenceMax = 1 << 53

    /// Refuses values that no host can have sealed. The box itself cannot be checked: only the devices have its key.
    func validate() throws {
        if self == SealedState() { return }
        try InvalidField.check(sequence, "sequence", in: 1...Self.sequenceMax)
        try InvalidField.check(box, "box", bytes: Self.boxCharactersMax)
        let letters = box.utf8.drop { Self.isBase64($0) }
        guard box.utf8.count % 4 == 0, letters.count <= 2, letters.allSatisfy({ $0 == UInt8(ascii: "=") }) else {
            throw SealedError.notBase64
        }
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
