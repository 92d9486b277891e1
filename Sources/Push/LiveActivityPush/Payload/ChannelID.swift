#if Push
import LiveActivityCore

/// The id of a broadcast channel, in Base64, which APNs has assigned.
public struct ChannelID: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Checks a channel's id.
    ///
    /// - Throws: ``PushError/badHeader(name:reason:)`` if it is not Base64.
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
