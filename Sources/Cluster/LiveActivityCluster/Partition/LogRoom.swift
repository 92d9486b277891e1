/// The room left in a partition's log, as its owner counts, which decides when a snapshot must be written.
///
/// A log contains the latest snapshot, everything appended since, and, while a new snapshot is written, both of them and the
/// new one: the replaced part is deleted only afterwards. So a snapshot is written while there is room for it, and the last
/// part of a log is reserved for claims and releases: a full log has an owner, or can be given one.
struct LogRoom: Hashable, Sendable {
    /// The maximum overhead of a message in the log beyond the bytes of a batch: the record's line, headers, and the file
    /// format.
    static let messageBytes = 512

    /// The limit of the log's size; `nil` if it has none.
    private(set) var bytesMax: Int?
    /// The number of bytes in the log, as an upper bound.
    private(set) var bytes = 0
    /// The number of bytes appended since it was last determined whether a snapshot fits.
    private(set) var sinceAttempt = 0
    /// Whether the log has refused an append, so that its size limit may have been changed.
    private var isStale = false

    /// Creates the value from the log's size at a claim; `nil` if the log does not report one.
    init(_ size: LogSize?) { update(size) }

    /// The bytes available for batches and snapshots; the rest is reserved for claims and releases.
    private var usable: Int { bytesMax.map { $0 - $0 / 16 } ?? .max }
    /// Whether enough was appended since the last attempt to try a snapshot: the state itself may be as large as the log.
    private var isWorthATry: Bool { sinceAttempt > usable / 16 }

    /// Whether this many bytes fit.
    func takes(_ count: Int) -> Bool { bytesMax == nil || bytes + count <= usable }

    /// Whether a snapshot should be written soon: half of the space it needs is left for batches that arrive while it is
    /// written.
    var isCrowded: Bool { bytesMax != nil && isWorthATry && bytes * 2 > usable / 4 * 3 }

    /// Whether a snapshot must be written before a batch is appended, because there would be no room for one afterwards.
    func needsSnapshot(before count: Int) -> Bool {
        guard bytesMax != nil else { return false }
        return takes(count) ? isWorthATry && (bytes + count) * 2 > usable : sinceAttempt > 0
    }

    /// Whether the log's size must be read before a batch is appended.
    func needsUpdate(before count: Int) -> Bool { isStale || !takes(count) || needsSnapshot(before: count) }

    /// The error message for a batch that does not fit.
    func refusal(of count: Int) -> String {
        "the log is full: it has \(bytes) bytes of \(bytesMax ?? 0), too many for \(count) bytes more and a snapshot. Make it larger"
    }

    // MARK: - Events

    mutating func appended(_ count: Int, isSnapshot: Bool) {
        bytes += count + Self.messageBytes
        if !isSnapshot { sinceAttempt += count + Self.messageBytes }
    }

    mutating func failed() { isStale = true }

    /// A snapshot was written, or did not fit.
    mutating func attempted() { sinceAttempt = 0 }

    /// Sets the size that the log reports; `nil` if it does not answer.
    mutating func update(_ size: LogSize?) {
        guard let size else { return }
        if size.bytesMax != bytesMax { sinceAttempt = size.bytes }
        (bytes, bytesMax, isStale) = (size.bytes, size.bytesMax, false)
    }
}

/// The size of a log.
public struct LogSize: Hashable, Sendable {
    /// The size in bytes.
    public var bytes: Int
    /// The maximum size in bytes; `nil` without a limit.
    public var bytesMax: Int?

    /// Creates a size.
    public init(bytes: Int, bytesMax: Int?) { (self.bytes, self.bytesMax) = (bytes, bytesMax) }
}
