/// How much JSON a decoder accepts before it refuses the input.
///
/// Both bounds exist because input comes from outside: what is refused here cannot exhaust the stack or the memory of
/// the process that hosts the activities.
public struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that is ever accepted: Foundation's own decoder stops here, so nothing deeper could reach a
    /// device.
    public static let deepest = 512

    /// How many arrays and objects may stand inside each other; `[[]]` is 2.
    ///
    /// A larger value than ``deepest`` counts as that. The default, 128, is far above any content an activity has and
    /// small enough for the stack of a thread that a C host created.
    public var maximumDepth: Int {
        didSet { maximumDepth = min(max(maximumDepth, 0), Self.deepest) }
    }

    /// The longest text, in bytes of UTF-8.
    ///
    /// A `json_t` is measured by the text it would need at least. The default, 1 MiB, is 256 times what one push may
    /// carry (4 KiB), which leaves room for a journal entry or a batch. At most 1 GiB.
    public var maximumBytes: Int {
        didSet { maximumBytes = min(max(maximumBytes, 0), 1 << 30) }
    }

    public init(maximumDepth: Int = 128, maximumBytes: Int = 1 << 20) {
        self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
        self.maximumBytes = min(max(maximumBytes, 0), 1 << 30)
    }
}
