/// How full a partition's log is, as its owner counts, and so when a snapshot must come.
///
/// A log has the latest snapshot, what was appended since, and, while a new snapshot is written, both of them and that one: what it replaces is
/// deleted only afterwards. So a snapshot comes while there is room for it, and nothing takes the last part of a log but claims and releases:
/// a full log has an owner, or can be given one.
struct LogRoom: Hashable, Sendable {
    /// What a log takes for a message beside the bytes of a batch: the record's line, headers, and what a file needs. At most.
    static let messageBytes = 512

    /// How large the log may become; `nil` where it has no limit.
    private(set) var bytesMax: Int?
    /// How many bytes are in the log, at most: more than a snapshot of its state has.
    private(set) var bytes = 0
    /// How much was appended since it was known last whether a snapshot fits.
    private(set) var sinceAttempt = 0
    /// Whether the log has refused something: its size may have been changed.
    private var isStale = false

    /// A log as it is at a claim; `nil` where it does not say it.
    init(_ size: LogSize?) { update(size) }

    /// What batches and snapshots may take: the rest is for claims and releases.
    private var usable: Int { bytesMax.map { $0 - $0 / 16 } ?? .max }
    /// Whether enough was appended to try a snapshot: the state itself may be as large as the log.
    private var isWorthATry: Bool { sinceAttempt > usable / 16 }

    /// Whether there is room for some bytes.
    func takes(_ count: Int) -> Bool { bytesMax == nil || bytes + count <= usable }

    /// Whether a snapshot should be made soon: of what it may need a half is left for batches that come while it is written.
    var isCrowded: Bool { bytesMax != nil && isWorthATry && bytes * 2 > usable / 4 * 3 }

    /// Whether a snapshot must be made before a batch is appended: behind it there would be no room for one.
    func needsSnapshot(before count: Int) -> Bool {
        guard bytesMax != nil else { return false }
        return takes(count) ? isWorthATry && (bytes + count) * 2 > usable : sinceAttempt > 0
    }

    /// Whether the log is to be asked how large it is, before a batch is appended.
    func needsUpdate(before count: Int) -> Bool { isStale || !takes(count) || needsSnapshot(before: count) }

    /// Why a batch is not taken.
    func refusal(of count: Int) -> String {
        "the log is full: it has \(bytes) bytes of \(bytesMax ?? 0), too many for \(count) bytes more and a snapshot. Make it larger"
    }

    // MARK: - What has happened

    mutating func appended(_ count: Int, isSnapshot: Bool) {
        bytes += count + Self.messageBytes
        if !isSnapshot { sinceAttempt += count + Self.messageBytes }
    }

    mutating func failed() { isStale = true }

    /// A snapshot was made, or had no room.
    mutating func attempted() { sinceAttempt = 0 }

    /// What the log says of itself; `nil` where it does not answer.
    mutating func update(_ size: LogSize?) {
        guard let size else { return }
        if size.bytesMax != bytesMax { sinceAttempt = size.bytes }
        (bytes, bytesMax, isStale) = (size.bytes, size.bytesMax, false)
    }
}

/// How large a log is.
public struct LogSize: Hashable, Sendable {
    /// How many bytes it has.
    public var bytes: Int
    /// How many it may have; `nil` where it has no limit.
    public var bytesMax: Int?

    /// Creates a size.
    public init(bytes: Int, bytesMax: Int?) { (self.bytes, self.bytesMax) = (bytes, bytesMax) }
}
