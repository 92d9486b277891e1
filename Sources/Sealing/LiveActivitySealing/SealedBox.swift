#if canImport(CryptoKit) || Push
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
import LiveActivityFoundation

/// Sealed content as bytes.
///
/// ```
/// 1 byte    version, 1
/// 1 byte    number of devices, 1 to 16
/// 84 bytes  for each device: a hint (4 bytes), the encapsulated key of HPKE (32), the content key sealed with HPKE (48)
/// the rest  the padded content, sealed with the content key
/// ```
///
/// HPKE (RFC 9180) runs in mode Auth, with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and ChaCha20Poly1305. The content is
/// sealed once, with a random key that is used for nothing else, so its nonce is zero. HPKE seals the content key for each
/// device, and authenticates the hash of the sealed content: otherwise a device, which has the content key, could seal other
/// content for the others in the name of the host.
struct SealedBox {
    static let version: UInt8 = 1
    static let devicesMax = 16
    static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    static let info = Data("live-activities sealed content 1".utf8)
    /// The largest box, in characters of Base64. A push has at most 4,096 bytes; the rest is for attributes, dates and an
    /// alert.
    static let charactersMax = 3_200
    /// Content is padded to a multiple of this number of bytes, so that its length shows less about it.
    static let padding = 256

    private static let wrappedBytes = 4 + 32 + 48
    private static let tagBytes = 16

    /// A content key that was sealed for one device.
    struct Wrapped {
        var hint: Data
        var encapsulated: Data
        var key: Data
    }

    var wrapped: [Wrapped]
    /// The sealed content with its tag.
    var body: Data

    /// The maximum number of bytes of content for a number of devices.
    static func contentMax(devices: Int) -> Int {
        let rest = charactersMax / 4 * 3 - 2 - devices * wrappedBytes - tagBytes
        return rest / padding * padding - 2
    }

    /// What binds a box to its place in a stream.
    static func context(_ stream: String, _ sequence: Int) throws(SealingError) -> Data {
        guard 1...64 ~= stream.utf8.count, stream.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), 1...(1 << 53) ~= sequence else {
            throw .badStream(stream, sequence: sequence)
        }
        return info + Data("\n\(stream)\n\(sequence)\n".utf8)
    }

    /// What HPKE authenticates beside the content key.
    static func binding(_ context: Data, _ body: Data) -> Data { Data(SHA256.hash(data: context + body)) }

    /// Shows a device which of the content keys is its own.
    static func hint(of agreement: Data) -> Data { Data(SHA256.hash(data: agreement).prefix(4)) }

    static func padded(_ content: Data) -> Data {
        let length = content.count
        let whole = (length + 2 + padding - 1) / padding * padding
        return Data([UInt8(length >> 8), UInt8(length & 0xFF)]) + content + Data(count: whole - length - 2)
    }

    static func unpadded(_ padded: Data) throws(SealingError) -> Data {
        let bytes = Array(padded.prefix(2))
        guard bytes.count == 2 else { throw .unreadable }
        let length = Int(bytes[0]) << 8 | Int(bytes[1])
        guard length <= padded.count - 2 else { throw .unreadable }
        return Data(padded.dropFirst(2).prefix(length))
    }

    // MARK: - Bytes

    var base64: String {
        var bytes = Data([Self.version, UInt8(wrapped.count)])
        for one in wrapped { bytes += one.hint + one.encapsulated + one.key }
        return (bytes + body).base64EncodedString()
    }

    init(wrapped: [Wrapped], body: Data) { (self.wrapped, self.body) = (wrapped, body) }

    init(_ base64: String) throws(SealingError) {
        guard base64.utf8.count <= Self.charactersMax, let bytes = Data(base64Encoded: base64), bytes.count >= 2,
            bytes[0] == Self.version, 1...Self.devicesMax ~= Int(bytes[1])
        else { throw .unreadable }
        let start = 2 + Int(bytes[1]) * Self.wrappedBytes
        guard bytes.count >= start + Self.tagBytes else { throw .unreadable }
        wrapped = stride(from: 2, to: start, by: Self.wrappedBytes).map { place in
            func part(_ from: Int, _ count: Int) -> Data { Data(bytes[place + from..<place + from + count]) }
            return Wrapped(hint: part(0, 4), encapsulated: part(4, 32), key: part(36, 48))
        }
        body = Data(bytes[start...])
    }
}
#endif
