#if canImport(CryptoKit) || Push
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
public import LiveActivityFoundation

extension DeviceKey {
    /// Checks that the members have the right form and that the identity has signed the key.
    ///
    /// - Throws: ``SealingError/badKey``.
    public func verify() throws(SealingError) {
        let signed = Self.signed(agreement, generation: generation)
        guard agreement.count == 32, generation >= 1, identity.count == 32, signature.count == 64,
            let identity = try? Curve25519.Signing.PublicKey(rawRepresentation: identity),
            identity.isValidSignature(signature, for: signed)
        else { throw .badKey }
    }

    /// The fingerprint of ``identity``, which the user compares on the device and at the host.
    public var fingerprint: String { Fingerprint.text(of: identity) }
}

/// The text by which a user recognises a public key: 160 bits in Base32, such as `A3KD-…`, in eight groups of four.
///
/// It has only characters of the alphanumeric mode of QR codes.
public enum Fingerprint {
    /// The fingerprint of a public key of 32 bytes: of a device's identity, or of a host.
    public static func text(of key: Data) -> String {
        let bytes = SHA256.hash(data: Data("live-activities fingerprint 1\n".utf8) + key).prefix(20)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (text, bits, count) = ("", 0, 0)
        for byte in bytes {
            (bits, count) = (bits << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(alphabet[bits >> count & 31])
            }
            bits &= (1 << count) - 1
        }
        return normalized(text)
    }

    /// The fingerprint in its usual form, from one that was typed: in small letters, or without hyphens.
    public static func normalized(_ text: String) -> String {
        let letters = text.uppercased().filter { $0.isLetter || $0.isNumber }
        return stride(from: 0, to: letters.count, by: 4).map { String(letters.dropFirst($0).prefix(4)) }
            .joined(separator: "-")
    }
}
#endif
