#if Push
package import Crypto
package import LiveActivityCore

/// Encodes a ledger's records: as JSON, or encrypted with ChaCha20-Poly1305.
package struct LedgerCipher: Sendable {
    private let key: SymmetricKey?

    /// - Parameter key: 32 bytes; `nil` for no encryption.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` for a key of another length.
    package init(key: SymmetricKey?) throws(PushError) {
        if let key, key.bitCount != 256 { throw .ledgerUnavailable(reason: "the key has \(key.bitCount) bits; it needs 256") }
        self.key = key
    }

    package var isEncrypting: Bool { key != nil }

    /// - Parameters:
    ///   - place: The location of the bytes, such as a line of a file. They cannot be decrypted at another location.
    ///   - encoder: An encoder for many records; creating one costs more than encoding a record.
    package func seal(
        _ record: LedgerRecord, at place: String = "", with encoder: WireEncoder = WireEncoder()
    ) throws -> [UInt8] {
        let text = try encoder.encode(record)
        guard let key else { return text }
        return Array(try ChaChaPoly.seal(text, using: key, authenticating: Data(place.utf8)).combined)
    }

    /// - Throws: If the bytes were written with another key, without a key, or for another location.
    package func open(
        _ bytes: [UInt8], at place: String = "", with decoder: WireDecoder = WireDecoder()
    ) throws -> LedgerRecord {
        let text = try key.map { key in
            Array(try ChaChaPoly.open(try ChaChaPoly.SealedBox(combined: bytes), using: key, authenticating: Data(place.utf8)))
        }
        return try decoder.decode(LedgerRecord.self, from: text ?? bytes)
    }

    /// A possible cause of an unreadable ledger, as a sentence.
    package var hint: String {
        key == nil
            ? "it is damaged, or encrypted and no key was given" : "it is damaged, or was written with another key or none"
    }

    /// The name under which an installation is stored: with a key a hash, which does not reveal the installation's name.
    package func place(of installation: String) -> String {
        guard let key else { return installation }
        let own = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data("ledger names".utf8), outputByteCount: 32)
        return HMAC<SHA256>.authenticationCode(for: Data(installation.utf8), using: own).prefix(16).map {
            let digits = String($0, radix: 16)
            return $0 < 16 ? "0" + digits : digits
        }.joined()
    }
}
#endif
