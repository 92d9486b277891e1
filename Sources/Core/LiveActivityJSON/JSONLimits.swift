/// How much JSON a decoder accepts before it refuses the input.
///
/// Input comes from outside. Both bounds keep it from exhausting the stack or the memory of the process.
public struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that is ever accepted. Foundation's decoder stops here too, so a device could not read more.
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
    /// A value that is not text, such as a `json_t`, is measured by the text that it would need at least. The default, 1 MiB, is 256
    /// times the size limit of a push (4 KiB), so that a journal entry or a batch fits. At most 1 GiB.
    public var maximumBytes: Int {
        didSet { maximumBytes = min(max(maximumBytes, 0), 1 << 30) }
    }

    /// - Parameters:
    ///   - maximumDepth: As ``maximumDepth``, from 0 to ``deepest``.
    ///   - maximumBytes: As ``maximumBytes``, from 0 to 1 GiB.
    public init(maximumDepth: Int = 128, maximumBytes: Int = 1 << 20) {
        self.maximumDepth = min(max(maximumDepth, 0), Self.deepest)
        self.maximumBytes = min(max(maximumBytes, 0), 1 << 30)
    }
}
