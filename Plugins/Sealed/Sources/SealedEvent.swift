public import LiveActivityCore

/// A host's report about a sealed activity. The service can read everything but the box.
public enum SealedEvent: Codable, Hashable, Sendable {
    /// The host has sealed new content.
    ///
    /// - `sequence`: Larger than that of all earlier content.
    /// - `box`: The sealed content in Base64.
    /// - `staleDate`: When the content becomes stale; `nil` if it never does.
    /// - `relevanceScore`: The activity's relevance among the owner's activities; `nil` leaves it unchanged.
    /// - `alert`: An alert, whose text must say nothing that is to remain secret.
    case sealed(
        sequence: Int, box: String, staleDate: Date? = nil, relevanceScore: Double? = nil, alert: SealedAlert? = nil)
    /// The activity ends with the content that it has.
    ///
    /// - `dismissalDate`: When it is removed from all screens; `nil` four hours after the end.
    case ended(dismissalDate: Date? = nil)
}

/// A general alert, such as *Food / Your order was updated*.
public struct SealedAlert: Codable, Hashable, Sendable {
    /// 1 to ``titleBytesMax`` bytes of UTF-8.
    public var title: String
    /// 1 to ``bodyBytesMax`` bytes of UTF-8.
    public var body: String

    /// Creates an alert. Texts that are too long are refused with the event.
    public init(title: String, body: String) { (self.title, self.body) = (title, body) }

    /// The longest title, in bytes of UTF-8.
    public static let titleBytesMax = 64
    /// The longest body, in bytes of UTF-8.
    public static let bodyBytesMax = 128
}
