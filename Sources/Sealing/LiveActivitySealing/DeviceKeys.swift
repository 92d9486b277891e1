#if canImport(CryptoKit) || Push
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
public import LiveActivityFoundation

/// The secret keys of a device that opens sealed content, and the hosts that it trusts.
///
/// Its JSON contains the secret keys: store it in a keychain (``SealingKeychain``) that is not part of backups.
public struct DeviceKeys: Codable, Sendable {
    private var identity: Data
    /// The secret agreement keys, newest first. The previous one opens content that was sealed before a replacement.
    private var agreements: [Data]
    private var generation = 1
    /// The public keys of the trusted hosts.
    public private(set) var hosts: [Data] = []

    /// New keys that trust no host yet.
    public init() {
        identity = Curve25519.Signing.PrivateKey().rawRepresentation
        agreements = [Curve25519.KeyAgreement.PrivateKey().rawRepresentation]
    }

    /// Keys from the secrets of test vectors.
    package init(identity: Data, agreement: Data, hosts: [Data]) {
        (self.identity, agreements, self.hosts) = (identity, [agreement], hosts)
    }

    /// The public key to register at the service.
    ///
    /// - Throws: ``SealingError/badKey`` if the secret keys were damaged.
    public var key: DeviceKey {
        get throws(SealingError) {
            guard let newest = agreements.first else { throw .badKey }
            do {
                let identity = try Curve25519.Signing.PrivateKey(rawRepresentation: identity)
                let agreement = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: newest).publicKey.rawRepresentation
                return DeviceKey(
                    agreement: agreement, identity: identity.publicKey.rawRepresentation, generation: generation,
                    signature: try identity.signature(for: DeviceKey.signed(agreement, generation: generation)))
            } catch { throw .badKey }
        }
    }

    /// Replaces the agreement key. The identity and its fingerprint stay the same; register the new ``key``. Content for the
    /// previous key can be opened until the next replacement.
    public mutating func rotate() {
        agreements = [Curve25519.KeyAgreement.PrivateKey().rawRepresentation] + agreements.prefix(1)
        generation += 1
    }

    /// Trusts a host, whose fingerprint the user has compared or whose QR code the device has read.
    ///
    /// - Throws: ``SealingError/badKey`` for data of another length.
    public mutating func trust(_ host: Data) throws(SealingError) {
        guard host.count == 32 else { throw .badKey }
        if !hosts.contains(host) { hosts.append(host) }
    }

    /// No longer trusts a host.
    public mutating func distrust(_ host: Data) { hosts.removeAll { $0 == host } }

    /// Opens content, without a check of whether it is older than other content; ``SealedReader`` has that check too.
    ///
    /// - Parameters:
    ///   - box: The box in Base64.
    ///   - stream, sequence: The place that the activity states. Another one is refused.
    /// - Throws: ``SealingError/unreadable``, ``SealingError/notForThisDevice``, ``SealingError/notAuthentic`` or
    ///   ``SealingError/badStream(_:sequence:)``.
    public func open(_ box: String, stream: String, sequence: Int) throws(SealingError) -> Data {
        let (context, sealed) = (try SealedBox.context(stream, sequence), try SealedBox(box))
        let binding = SealedBox.binding(context, sealed.body)
        var isForThisDevice = false
        for agreement in agreements {
            guard let own = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: agreement) else { throw .badKey }
            let hint = SealedBox.hint(of: own.publicKey.rawRepresentation)
            for wrapped in sealed.wrapped where wrapped.hint == hint {
                isForThisDevice = true
                for host in hosts {
                    guard let key = try? Self.unwrap(wrapped, own, from: host, binding) else { continue }
                    guard let padded = try? Self.open(sealed.body, key, context) else { throw .notAuthentic }
                    return try SealedBox.unpadded(padded)
                }
            }
        }
        throw isForThisDevice ? .notAuthentic : .notForThisDevice
    }

    private static func unwrap(
        _ wrapped: SealedBox.Wrapped, _ own: Curve25519.KeyAgreement.PrivateKey, from host: Data, _ binding: Data
    ) throws -> SymmetricKey {
        var recipient = try HPKE.Recipient(
            privateKey: own, ciphersuite: SealedBox.suite, info: SealedBox.info, encapsulatedKey: wrapped.encapsulated,
            authenticatedBy: Curve25519.KeyAgreement.PublicKey(rawRepresentation: host))
        return SymmetricKey(data: try recipient.open(wrapped.key, authenticating: binding))
    }

    private static func open(_ body: Data, _ key: SymmetricKey, _ context: Data) throws -> Data {
        let sealed = try ChaChaPoly.SealedBox(
            nonce: ChaChaPoly.Nonce(data: Data(count: 12)), ciphertext: body.dropLast(16), tag: body.suffix(16))
        return try ChaChaPoly.open(sealed, using: key, authenticating: context)
    }
}

extension DeviceKeys: CustomStringConvertible, CustomReflectable {
    /// A description without the secret keys.
    public var description: String { "keys of a device, generation \(generation)" }
    /// A mirror without the secret keys.
    public var customMirror: Mirror { Mirror(self, children: ["generation": generation]) }
}
#endif
