#if Push
/// The size of a payload and of its parts.
public struct PayloadSize: Hashable, Sendable {
    /// The largest payload of a push to a device, in bytes. Source: Documentation/Reference.md, LIM-05.
    public static let deviceLimit = 4_096
    /// The largest payload of a push to a channel, in bytes. Source: Documentation/Reference.md, LIM-06.
    public static let broadcastLimit = 5_120

    /// The size of one member.
    public struct Part: Hashable, Sendable {
        /// The member's name in `aps`, or `custom keys`.
        public var name: String
        /// Its value's bytes of JSON.
        public var bytes: Int

        /// A part with this size.
        public init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The size of the whole body in bytes of UTF-8.
    public var bytes: Int
    /// How many bytes APNs takes.
    public var limit: Int
    /// The members that can be made smaller, the largest first.
    public var parts: [Part]

    /// A size with these parts.
    public init(bytes: Int, limit: Int, parts: [Part]) { (self.bytes, self.limit, self.parts) = (bytes, limit, parts) }

    /// How many bytes are too many; 0 if it fits.
    public var excess: Int { max(0, bytes - limit) }
}

extension PayloadSize: CustomStringConvertible {
    public var description: String {
        guard excess > 0 else { return "\(bytes) of \(limit) bytes" }
        let largest = parts.prefix(3).map { "\($0.name) has \($0.bytes)" }.joined(separator: ", ")
        let target = parts.first?.name ?? "the payload"
        return "the payload has \(bytes) bytes, \(excess) more than the \(limit) that APNs takes (\(largest)). "
            + "Make \(target) at least \(excess) bytes smaller."
    }
}
#endif
