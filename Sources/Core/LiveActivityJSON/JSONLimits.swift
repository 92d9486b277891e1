/// The limits of the JSON that a decoder accepts.
///
/// Both limits prevent untrusted input from exhausting the stack or the memory of the process.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum nesting that can be configured. Foundation's decoder has the same limit, so a device could not read more.
    public static let deepest = 512

    /// The maximum nesting of data that this package itself writes and reads: a snapshot has content of up to ``deepest``
    /// levels inside its own arrays and objects.
    package static let deepestStored = deepest + 16

    // Computed properties validate the values they are set to. Observers would not: Swift does not call them from an
    // initialiser in another module.
    private var depth: Int
    private var bytes: Int

    /// The maximum nesting of arrays and objects; `[[]]` is 2.
    ///
    /// A larger value than ``deepest`` counts as that. The default, 128, is far above the content of any activity and small
    /// enough for the stack of a thread that a C host created.
    public var maximumDepth: Int {
        get { depth }
        set { depth = min(max(newValue, 0), Self.deepest) }
    }

    /// The maximum length of the text, in bytes of UTF-8.
    ///
    /// A value that is not text, such as a `json_t`, is measured by the minimum length of its text. The default, 1 MiB, is 256
    /// times the size limit of a push (4 KiB), so that a journal entry or a batch fits. At most 1 GiB.
    public var maximumBytes: Int {
        get { bytes }
        set { bytes = min(max(newValue, 0), 1 << 30) }
    }

    /// Whether numbers that are neither an `Int64` nor a `Double` are refused, because a `json_t` cannot hold them.
    ///
    /// A fraction counts as the nearest `Double`, an integer must be exact.
    package var refusesNumbersBeyondDouble = false

    /// Whether a key may have U+0000, which is refused in input because a C host would see a shorter key.
    package private(set) var acceptsNULInKeys = false

    /// - Parameters:
    ///   - maximumDepth: The maximum nesting, from 0 to ``deepest``.
    ///   - maximumBytes: The maximum length, from 0 to 1 GiB.
    public init(maximumDepth: Int = 128, maximumBytes: Int = 1 << 20) {
        (depth, bytes) = (0, 0)
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }

    /// The limits for data that this package has written itself: everything that was accepted once is accepted again, whatever
    /// the limits of input are.
    package static let stored = {
        var limits = JSONLimits(maximumBytes: .max)
        limits.depth = deepestStored
        limits.acceptsNULInKeys = true
        return limits
    }()
}
