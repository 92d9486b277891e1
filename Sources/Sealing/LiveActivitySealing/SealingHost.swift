#if canImport(CryptoKit) || Push
#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif
public import LiveActivityFoundation

/// The keys of a host that seals content: its own, and those of the devices that may open it.
///
/// ```swift
/// var host = SealingHost()
/// try host.pin(key, named: "Anna's phone", fingerprint: "A3KD-…")   // as the phone shows it
/// let box = try host.seal(content, stream: "build-7", sequence: 1)
/// ```
///
/// The service passes keys on and could pass on its own. So the host seals only for an identity whose fingerprint the user has
/// compared, and for keys that this identity has signed. Its JSON contains the host's secret key: store it where no other user
/// can read it.
public struct SealingHost: Codable, Sendable {
    /// A device that may open the content.
    public struct Device: Codable, Hashable, Sendable {
        /// The user's name for the device.
        public var name: String
        /// The newest key that the device's identity has signed.
        public fileprivate(set) var key: DeviceKey
    }

    /// What ``update(from:)`` found.
    public struct Update: Hashable, Sendable {
        /// The names of the devices that have replaced their keys; the new ones are used from now on.
        public var replaced: [String] = []
        /// The names of the pinned devices without a valid key at the service. They are still pinned: a service that withholds
        /// a key removes no device.
        public var missing: [String] = []
        /// The fingerprints of valid keys that are not pinned. Nothing is sealed for them.
        public var unpinned: [String] = []
        /// The number of keys with a wrong signature.
        public var invalid = 0
    }

    private var secret: Data
    /// The pinned devices, in the order in which they were pinned.
    public private(set) var devices: [Device] = []

    /// A host with a new key and without devices.
    public init() { secret = Curve25519.KeyAgreement.PrivateKey().rawRepresentation }

    /// The host's public key, which a device must trust (``DeviceKeys/trust(_:)``): 32 bytes.
    ///
    /// - Throws: ``SealingError/badKey`` if the secret key was damaged.
    public var publicKey: Data { get throws(SealingError) { try key().publicKey.rawRepresentation } }

    /// Adds a device. A device that is pinned already gets the new name, and the key if it is newer.
    ///
    /// - Parameter fingerprint: The fingerprint that the device itself shows; case and hyphens do not matter.
    /// - Throws: ``SealingError/badKey``, ``SealingError/otherFingerprint(_:expected:)``, or
    ///   ``SealingError/tooManyDevices(_:limit:)``.
    public mutating func pin(_ key: DeviceKey, named name: String, fingerprint: String) throws(SealingError) {
        try key.verify()
        let expected = Fingerprint.normalized(fingerprint)
        guard key.fingerprint == expected else { throw .otherFingerprint(key.fingerprint, expected: expected) }
        guard let index = devices.firstIndex(where: { $0.key.identity == key.identity }) else {
            guard devices.count < SealedBox.devicesMax else {
                throw .tooManyDevices(devices.count + 1, limit: SealedBox.devicesMax)
            }
            return devices.append(Device(name: name, key: key))
        }
        devices[index].name = name
        if key.generation > devices[index].key.generation { devices[index].key = key }
    }

    /// Removes a device, such as a lost one. It cannot open what is sealed from now on.
    ///
    /// - Parameter device: Its name or fingerprint.
    /// - Returns: `false` if no such device is pinned.
    public mutating func remove(_ device: String) -> Bool {
        let (before, fingerprint) = (devices.count, Fingerprint.normalized(device))
        devices.removeAll { $0.name == device || $0.key.fingerprint == fingerprint }
        return devices.count < before
    }

    /// Takes the keys that the service has now. Only newer keys of pinned identities are used.
    public mutating func update(from keys: [DeviceKey]) -> Update {
        var (update, found) = (Update(), Set<Data>())
        for key in keys {
            do throws(SealingError) { try key.verify() } catch {
                update.invalid += 1
                continue
            }
            guard let index = devices.firstIndex(where: { $0.key.identity == key.identity }) else {
                update.unpinned.append(key.fingerprint)
                continue
            }
            found.insert(key.identity)
            guard key.generation > devices[index].key.generation else { continue }
            devices[index].key = key
            update.replaced.append(devices[index].name)
        }
        update.missing = devices.filter { !found.contains($0.key.identity) }.map(\.name)
        return update
    }

    /// Seals content for all pinned devices.
    ///
    /// - Parameters:
    ///   - content: The content, usually JSON. Its length is rounded up to a multiple of 256 bytes.
    ///   - stream: A name for one activity that the host never uses again: 1 to 64 visible ASCII characters.
    ///   - sequence: Larger than that of all earlier content of the stream. Devices refuse older content.
    /// - Returns: The box in Base64, for the state of an activity of the kind `sealed`.
    /// - Throws: ``SealingError/noDevices``, ``SealingError/contentTooLarge(bytes:limit:devices:)``,
    ///   ``SealingError/badStream(_:sequence:)`` or ``SealingError/badKey``.
    public func seal(_ content: Data, stream: String, sequence: Int) throws(SealingError) -> String {
        let (own, context) = (try key(), try SealedBox.context(stream, sequence))
        guard !devices.isEmpty else { throw .noDevices }
        let limit = SealedBox.contentMax(devices: devices.count)
        guard content.count <= limit else {
            throw .contentTooLarge(bytes: content.count, limit: max(limit, 0), devices: devices.count)
        }
        let contentKey = SymmetricKey(size: .bits256)
        do {
            let nonce = try ChaChaPoly.Nonce(data: Data(count: 12))
            let sealed = try ChaChaPoly.seal(
                SealedBox.padded(content), using: contentKey, nonce: nonce, authenticating: context)
            let body = sealed.ciphertext + sealed.tag
            let binding = SealedBox.binding(context, body)
            let wrapped = try devices.map { device in
                var sender = try HPKE.Sender(
                    recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: device.key.agreement),
                    ciphersuite: SealedBox.suite, info: SealedBox.info, authenticatedBy: own)
                let key = try sender.seal(contentKey.withUnsafeBytes { Data($0) }, authenticating: binding)
                return SealedBox.Wrapped(
                    hint: SealedBox.hint(of: device.key.agreement), encapsulated: sender.encapsulatedKey, key: key)
            }
            return SealedBox(wrapped: wrapped, body: body).base64
        } catch { throw .badKey }
    }

    private func key() throws(SealingError) -> Curve25519.KeyAgreement.PrivateKey {
        do { return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret) } catch { throw .badKey }
    }
}

extension SealingHost: CustomStringConvertible, CustomReflectable {
    /// A description without the secret key.
    public var description: String { "sealing host with \(devices.count) devices" }
    /// A mirror without the secret key.
    public var customMirror: Mirror { Mirror(self, children: ["devices": devices]) }
}
#endif
