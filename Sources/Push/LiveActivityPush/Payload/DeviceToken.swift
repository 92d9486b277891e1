#if Push
import Crypto
import LiveActivityCore

/// A token by which APNs addresses an activity, a kind of activity or an app's widgets on one device.
///
/// A token is a secret: with it and the key anyone can show content on a user's Lock Screen. So descriptions, dumps and errors
/// contain its ``fingerprint`` instead. Its length is not fixed. Source: Documentation/Reference.md, LIFE-40.
public struct DeviceToken: Hashable, Sendable {
    /// The token itself.
    public let bytes: [UInt8]

    /// A token in the form in which an app receives it.
    ///
    /// - Throws: ``PushError/badToken(reason:)`` if it is empty or longer than 512 bytes.
    public init(_ data: some Sequence<UInt8>) throws(PushError) {
        bytes = Array(data)
        guard !bytes.isEmpty else { throw .badToken(reason: "it is empty") }
        guard bytes.count <= 512 else { throw .badToken(reason: "it has \(bytes.count) bytes, more than 512") }
    }

    /// A registration token of Firebase Cloud Messaging: a string, not hexadecimal digits.
    ///
    /// - Throws: ``PushError/badToken(reason:)`` if it is empty, longer than 512 bytes, or contains other than visible ASCII
    ///   characters.
    public init(registration: String) throws(PushError) {
        guard registration.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw .badToken(reason: "a registration token has visible ASCII characters only")
        }
        try self.init(registration.utf8)
    }

    /// The registration token as a string. A secret.
    var registration: String { String(decoding: bytes, as: UTF8.self) }

    /// A token whose bytes are known to be valid.
    init(trusted bytes: [UInt8]) { self.bytes = bytes }

    /// A token in hexadecimal: two digits of either case for each byte.
    ///
    /// - Throws: ``PushError/badToken(reason:)``, whose message does not contain the token.
    public init(hex: String) throws(PushError) {
        let digits = Array(hex.utf8)
        guard digits.count.isMultiple(of: 2) else {
            throw .badToken(reason: "it has \(digits.count) digits; each byte has two, so one is missing or too many")
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(of: digits[index]), let low = Self.value(of: digits[index + 1]) else {
                throw .badToken(reason: "character \(index + 1) or \(index + 2) is not a hexadecimal digit")
            }
            bytes.append(high << 4 | low)
        }
        try self.init(bytes)
    }

    /// The token as lowercase hexadecimal digits. A secret.
    public var hex: String { Self.hex(bytes) }

    /// Eight digits that identify a token in logs. They do not reveal the token.
    public var fingerprint: String { Self.hex(Array(SHA256.hash(data: bytes).prefix(4))) }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func hex(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (index, byte) in bytes.enumerated() {
                for (offset, digit) in [byte >> 4, byte & 0xF].enumerated() {
                    buffer[index * 2 + offset] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                }
            }
            return bytes.count * 2
        }
    }
}

extension DeviceToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "token #\(fingerprint) (\(bytes.count) bytes)" }
    /// The same text as ``description``, without the token.
    public var debugDescription: String { description }
    /// A mirror with the fingerprint only.
    public var customMirror: Mirror { Mirror(self, children: ["fingerprint": fingerprint]) }
}
#endif
