#if Push
import LiveActivityCore

/// The id of a broadcast channel, in Base64, as APNs gave it when the channel was created.
public struct ChannelID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// The id with this text.
    ///
    /// - Throws: ``PushError/badHeader(name:reason:)`` unless it is Base64.
    public init(_ text: String) throws(PushError) {
        guard !text.isEmpty, Data(base64Encoded: text) != nil else {
            throw .badHeader(name: "apns-channel-id", reason: "'\(text.abridged)' is not Base64, as ids of channels are")
        }
        rawValue = text
    }

    public var description: String { rawValue }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
#endif
