/// How much JSON a decoder accepts before it refuses the input.
///
/// Input comes from outside. Both bounds keep it from exhausting the stack or the memory of the process.
public struct JSONLimits: Hashable, Sendable {
    /// The deepest nesting that is ever accepted. Foundation's decoder stops here too, so a device could not read more.
    public static let deepest = 512

    /// The deepest nesting of what this package itself writes and reads: a snapshot has a content of ``deepest`` levels inside
    /// arrays and objects of its own.
    package static let deepestStored = deepest + 16

    // Computed properties check what they are set to. Observers would not: Swift does not call them from an initialiser in
    // another module.
    private var depth: Int
    private var bytes: Int

    /// How many arrays and objects may stand inside each other; `[[]]` is 2.
    ///
    /// A larger value than ``deepest`` counts as that. The default, 128, is far above any content an activity has and
    /// small enough for the stack of a thread that a C host created.
    public var maximumDepth: Int {
        get { depth }
        set { depth = min(max(newValue, 0), Self.deepest) }
    }

    /// The longest text, in bytes of UTF-8.
    ///
    /// A value that is not text, such as a `json_t`, is measured by the text that it would need at least. The default, 1 MiB,
    /// is 256 times the size limit of a push (4 KiB), so that a journal entry or a batch fits. At most 1 GiB.
    public var maximumBytes: Int {
        get { bytes }
        set { bytes = min(max(newValue, 0), 1 << 30) }
    }

    /// Whether numbers are refused that are neither an `Int64` nor a `Double`: those that a `json_t` cannot hold.
    ///
    /// A fraction counts as the nearest `Double`, an integer must be exact.
    package var refusesNumbersBeyondDouble = false

    /// Whether a key may have U+0000, which is refused in input because a C host would see a shorter key.
    package private(set) var acceptsNULInKeys = false

    /// - Parameters:
    ///   - maximumDepth: As ``maximumDepth``, from 0 to ``deepest``.
    ///   - maximumBytes: As ``maximumBytes``, from 0 to 1 GiB.
    public init(maximumDepth: Int = 128, maximumBytes: Int = 1 << 20) {
        (depth, bytes) = (0, 0)
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }

    /// For what this package has written itself: everything that was accepted once is accepted again, whatever the limits of
    /// input are.
    package static let stored = {
        var limits = JSONLimits(maximumBytes: .max)
        limits.depth = deepestStored
        limits.acceptsNULInKeys = true
        return limits
    }()
}
