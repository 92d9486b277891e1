/// The reason why input is not JSON that this module accepts, and its position.
public struct JSONParseError: Error, Hashable, Sendable {
    /// The kinds of error.
    public enum Reason: Hashable, Sendable {
        /// The text is empty or only white space.
        case empty
        /// The text ends inside a value.
        case unexpectedEnd
        /// A byte that JSON does not allow at this position.
        case unexpectedByte(UInt8)
        /// A comma followed by the closing bracket. Foundation on Linux accepts it; devices may not.
        case trailingComma
        /// A byte-order mark (UTF-8, UTF-16 or UTF-32). Foundation on Linux accepts it; devices may not.
        case byteOrderMark
        /// A complete value followed by more than white space.
        case trailingText
        /// Not a JSON number, for example `01`, `1.`, `.5` or `+1`.
        case invalidNumber
        /// A control character inside a string; it must be written as `\u00XX`, `\n` and so on.
        case controlCharacter(UInt8)
        /// A backslash followed by a character that does not form an escape.
        case invalidEscape
        /// Half of a surrogate pair, `\ud83d` without its `\ude00` or the reverse.
        case loneSurrogate
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A number that is neither an `Int64` nor in the range of a `Double`, or an integer that a `Double` would round.
        /// Refused only for a C host, because a `json_t` has no other numbers.
        case numberBeyondDouble
        /// U+0000 in an object's key: a C host would see a shorter key.
        case nulInKey
        /// A key that occurs twice in the same object.
        case duplicateKey(String)
        /// Nesting deeper than ``JSONLimits/maximumDepth``.
        case tooDeep(limit: Int)
        /// More bytes than ``JSONLimits/maximumBytes``.
        case tooLarge(bytes: Int, limit: Int)
    }

    /// The kind of error.
    public let reason: Reason
    /// The number of bytes before the error.
    public let byteOffset: Int
    /// The line of the error, counted from 1; only a line feed ends a line.
    public let line: Int
    /// The column of the error in Unicode scalars, counted from 1.
    public let column: Int

    init(_ reason: Reason, at byteOffset: Int, in text: UnsafeBufferPointer<UInt8>) {
        self.reason = reason
        self.byteOffset = byteOffset
        var line = 1
        var column = 1
        for byte in text.prefix(byteOffset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}

extension JSONParseError: CustomStringConvertible {
    /// The position, and advice for correcting the error: `line 3, column 14: …`.
    public var description: String { "line \(line), column \(column): \(advice)" }

    private var advice: String {
        switch reason {
        case .empty: "there is no JSON value; the text is empty or only white space"
        case .unexpectedEnd: "the text ends inside a value; it may have been cut off, or a closing \", ] or } is missing"
        case .unexpectedByte(let byte):
            "\(Self.name(byte)) cannot stand here; a JSON value, comma, colon or closing bracket is expected"
        case .trailingComma: "remove the comma before the closing bracket"
        case .byteOrderMark: "send plain UTF-8 without a byte-order mark"
        case .trailingText: "the JSON value is complete, remove what follows it"
        case .invalidNumber: "not a JSON number; write it like 0, -1.5 or 2e10, without leading zeros or a plus sign"
        case .numberBeyondDouble:
            "the number is neither a 64-bit signed integer nor a double, which is all a json_t can hold; send it as a string"
        case .controlCharacter(let byte):
            "write the control character as \\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16)) inside a string"
        case .invalidEscape: "after a backslash only \" \\ / b f n r t and u with four hexadecimal digits may follow"
        case .loneSurrogate: "a \\u escape from d800 to dfff needs its other half; write the character itself as UTF-8"
        case .invalidUTF8: "the bytes are not UTF-8; encode the text as UTF-8"
        case .nulInKey: "remove \\u0000 from the key"
        case .duplicateKey(let key): "the key \"\(key.abridged)\" is already in this object; keep one of the two"
        case .tooDeep(let limit):
            "more than \(limit) arrays and objects inside each other; flatten the value or raise maximumDepth"
        case .tooLarge(let bytes, let limit):
            "the text has \(bytes) bytes and the limit is \(limit); send less or raise maximumBytes"
        }
    }

    private static func name(_ byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "a space"
        default: "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
        }
    }
}
