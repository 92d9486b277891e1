/// Why content was not sealed or opened, or why a key was refused. Nothing has changed.
public enum SealingError: Error, Hashable, Sendable {
    /// A key has another length than its algorithm's, or its signature is not by its identity.
    case badKey
    /// The identity of a key does not have the fingerprint that the user compared. Do not seal for it.
    case otherFingerprint(String, expected: String)
    /// No device is pinned, so nobody could open the content.
    case noDevices
    /// More devices are pinned than `limit`.
    case tooManyDevices(Int, limit: Int)
    /// The content does not fit a push for this number of devices. Both sizes are in bytes.
    case contentTooLarge(bytes: Int, limit: Int, devices: Int)
    /// The name of a stream must have 1 to 64 visible ASCII characters, and a sequence must be from 1 to 2^53.
    case badStream(String, sequence: Int)
    /// The box is not in a format of this version.
    case unreadable
    /// The box was not sealed for a key of this device.
    case notForThisDevice
    /// The box was changed, belongs to another stream or sequence, or its sender is not trusted.
    case notAuthentic
    /// A newer box of the stream was opened before.
    case replayed(sequence: Int, newest: Int)
    /// The device has no keys yet: the app has not created them, or the keychain is not shared with this process.
    case noKeys
}

extension SealingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badKey: "the key is damaged, or its signature is not by its identity"
        case .otherFingerprint(let given, let expected):
            "the fingerprint of the key is \(given), not \(expected): it is not the key of that device"
        case .noDevices: "no device is pinned: pin at least one, or nobody can open the content"
        case .tooManyDevices(let count, let limit): "\(count) devices are pinned; the limit is \(limit)"
        case .contentTooLarge(let bytes, let limit, let devices):
            "the content has \(bytes) bytes; for \(devices) devices at most \(limit) fit in a push"
        case .badStream(let stream, let sequence):
            """
            a stream's name must have 1 to 64 visible ASCII characters, and its sequence must be from 1 to 2^53: \
            '\(stream)', \(sequence)
            """
        case .unreadable: "the sealed content is damaged, or in the format of a later version"
        case .notForThisDevice: "the content was not sealed for this device"
        case .notAuthentic: "the content was changed on the way, or its sender is not trusted"
        case .replayed(let sequence, let newest): "the content is old: sequence \(sequence) after \(newest)"
        case .noKeys: "this device has no keys for sealed content"
        }
    }
}
