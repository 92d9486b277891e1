public import LiveActivityCore

/// The settings of a sealed activity. The service, Apple and Google can read them; they never change after the start.
public struct SealedAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces receive. They change with every event.
    public typealias ContentState = SealedState

    /// A general title, such as the app's name: what a screen shows that cannot open the content. 1 to ``titleBytesMax`` bytes
    /// of UTF-8.
    public var title: String

    /// The host's name for this activity, to which the content is bound. 1 to ``streamBytesMax`` visible ASCII characters that
    /// the host never uses for another activity.
    public var stream: String

    /// Creates attributes. Values out of range are refused when the activity is started.
    public init(title: String, stream: String) { (self.title, self.stream) = (title, stream) }

    /// The longest title, in bytes of UTF-8.
    public static let titleBytesMax = 64
    /// The longest name of a stream, in bytes.
    public static let streamBytesMax = 64

    /// Refuses values that no sealed activity can have.
    func validate() throws {
        try InvalidField.check(title, "title", bytes: Self.titleBytesMax)
        try InvalidField.check(stream, "stream", bytes: Self.streamBytesMax)
        guard stream.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { throw SealedError.badStream(stream) }
    }
}
