#if Push
package import Crypto
package import LiveActivityCore

/// A ledger's records as bytes: as JSON, or encrypted with ChaCha20-Poly1305.
package struct LedgerCipher: Sendable {
    private let key: SymmetricKey?

    /// - Parameter key: 32 bytes; `nil` writes records as they are.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` for a key of another length.
    package init(key: SymmetricKey?) throws(PushError) {
        if let key, key.bitCount != 256 { throw .ledgerUnavailable(reason: "the key has \(key.bitCount) bits; it needs 256") }
        self.key = key
    }

    package var isEncrypting: Bool { key != nil }

    /// - Parameters:
    ///   - place: The location of the bytes. They cannot be decrypted as the bytes of another location.
    ///   - encoder: One for many records; to make one costs more than a record does.
    package func seal(
        _ record: LedgerRecord, at place: String = "", with encoder: WireEncoder = WireEncoder()
    ) throws -> [UInt8] {
        let text = try encoder.encode(record)
        guard let key else { return text }
        return Array(try ChaChaPoly.seal(text, using: key, authenticating: Data(place.utf8)).combined)
    }

    /// - Throws: If the bytes were written with another key, without one, or for another location.
    package func open(
        _ bytes: [UInt8], at place: String = "", with decoder: WireDecoder = WireDecoder()
    ) throws -> LedgerRecord {
        let text = try key.map { key in
            Array(try ChaChaPoly.open(try ChaChaPoly.SealedBox(combined: bytes), using: key, authenticating: Data(place.utf8)))
        }
        return try decoder.decode(LedgerRecord.self, from: text ?? bytes)
    }

    /// A hint about an unreadable ledger, as a sentence.
    package var hint: String {
        key == nil
            ? "it is damaged, or encrypted and no key was given" : "it is damaged, or was written with another key or none"
    }

    /// The name of an installation where others may see it: with a key one that says nothing.
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
