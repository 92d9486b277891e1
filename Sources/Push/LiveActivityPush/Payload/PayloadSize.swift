#if Push
/// The size of a payload and of its parts.
public struct PayloadSize: Hashable, Sendable {
    /// The largest payload of a push to a device, in bytes. Source: Documentation/Reference.md, LIM-05.
    public static let deviceLimit = 4_096
    /// The largest payload of a push to a channel, in bytes. Source: Documentation/Reference.md, LIM-06.
    public static let broadcastLimit = 5_120

    /// The size of one member.
    public struct Part: Hashable, Sendable {
        /// The name of a member of `aps`, or `custom keys`.
        public var name: String
        /// The size of its JSON in bytes.
        public var bytes: Int

        /// A part with this size.
        public init(name: String, bytes: Int) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// The size of the whole body in bytes of UTF-8.
    public var bytes: Int
    /// The maximum size in bytes.
    public var limit: Int
    /// The members whose size varies, the largest first.
    public var parts: [Part]

    /// A size with these parts.
    public init(bytes: Int, limit: Int, parts: [Part]) { (self.bytes, self.limit, self.parts) = (bytes, limit, parts) }

    /// The number of bytes above the limit; 0 if there are none.
    public var excess: Int { max(0, bytes - limit) }
}

extension PayloadSize: CustomStringConvertible {
    public var description: String {
        guard excess > 0 else { return "\(bytes) of \(limit) bytes" }
        let largest = parts.prefix(3).map { "\($0.name) has \($0.bytes)" }.joined(separator: ", ")
        let target = parts.first?.name ?? "the payload"
        return "the payload has \(bytes) bytes, \(excess) more than the \(limit) that APNs accepts (\(largest)). "
            + "Make \(target) at least \(excess) bytes smaller."
    }
}
#endif
