public import LiveActivityFoundation

/// The public key to which hosts seal content for one device, signed by the device's identity.
///
/// In JSON the members of type `Data` are in Base64.
public struct DeviceKey: Codable, Hashable, Sendable {
    /// The X25519 public key: 32 bytes.
    public var agreement: Data
    /// The identity of the device, an Ed25519 public key: 32 bytes. It stays the same when ``agreement`` is replaced.
    public var identity: Data
    /// The number of this key among those of the identity: 1 for the first, and higher for each replacement.
    public var generation: Int
    /// The identity's signature of ``agreement`` and ``generation``: 64 bytes.
    public var signature: Data

    /// A key with these values, which are not checked.
    public init(agreement: Data, identity: Data, generation: Int, signature: Data) {
        (self.agreement, self.identity, self.generation, self.signature) = (agreement, identity, generation, signature)
    }

    /// The bytes that the identity signs.
    static func signed(_ agreement: Data, generation: Int) -> Data {
        Data("live-activities device key 1\n\(generation)\n".utf8) + agreement
    }
}
