#if canImport(CryptoKit) || Push
public import LiveActivityFoundation

/// Small secrets that an app and its widget extension share.
///
/// On Apple's systems `AppleKeychain` stores them in a keychain access group. Tests use a dictionary.
public protocol SealingKeychain: Sendable {
    /// Returns `nil` if the item does not exist.
    func read(_ item: String) throws -> Data?
    /// Creates or replaces an item; `nil` removes it.
    func write(_ data: Data?, to item: String) throws
}

extension SealingKeychain {
    /// The device's keys; `nil` before ``setDeviceKeys(_:)``.
    ///
    /// - Throws: The keychain's error, or the decoder's for a damaged item.
    public func deviceKeys() throws -> DeviceKeys? {
        try read("device").map { try JSONDecoder().decode(DeviceKeys.self, from: $0) }
    }

    /// Stores the device's keys.
    ///
    /// - Throws: The keychain's error.
    public func setDeviceKeys(_ keys: DeviceKeys) throws { try write(JSONEncoder().encode(keys), to: "device") }
}

/// Opens the content of activities of the kind `sealed`, in an app and in its widget extension.
///
/// ```swift
/// let reader = SealedReader(AppleKeychain(group: "TEAM.com.example.food"))
/// let content = try reader.open(context.state.box, stream: context.attributes.stream, sequence: context.state.sequence)
/// ```
public struct SealedReader: Sendable {
    private let keychain: any SealingKeychain

    private static let streamsMax = 64

    /// The newest content that was opened of a stream.
    private struct Newest: Codable {
        var stream: String
        var sequence: Int
    }

    /// A reader with the keys in a keychain.
    public init(_ keychain: any SealingKeychain) { self.keychain = keychain }

    /// Opens content that is at least as new as what was opened before. The same content may be opened again, as a widget is
    /// drawn several times. The newest sequences of the last 64 streams are kept.
    ///
    /// - Throws: ``SealingError/noKeys``, ``SealingError/replayed(sequence:newest:)``, those of
    ///   ``DeviceKeys/open(_:stream:sequence:)``, or the keychain's.
    public func open(_ box: String, stream: String, sequence: Int) throws -> Data {
        guard let keys = try keychain.deviceKeys() else { throw SealingError.noKeys }
        var streams = try keychain.read("streams").map { try JSONDecoder().decode([Newest].self, from: $0) } ?? []
        let newest = streams.first { $0.stream == stream }?.sequence ?? 0
        guard sequence >= newest else { throw SealingError.replayed(sequence: sequence, newest: newest) }
        let content = try keys.open(box, stream: stream, sequence: sequence)
        if sequence > newest {
            streams.removeAll { $0.stream == stream }
            streams = streams.suffix(Self.streamsMax - 1) + [Newest(stream: stream, sequence: sequence)]
            try keychain.write(JSONEncoder().encode(streams), to: "streams")
        }
        return content
    }
}
#endif
