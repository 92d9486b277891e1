/// The undrained changes. The buffers are reused after a drain.
@usableFromInline struct ChangeLog: ~Copyable {
    /// A plain buffer: an array would be checked for uniqueness and bounds with every change.
    @usableFromInline private(set) var records: UnsafeMutablePointer<Record>
    private var storage: Storage
    @usableFromInline private(set) var count = 0
    /// The number of records that were already drained.
    @usableFromInline var read = 0
    private var capacity = 64
    /// Counts the drains, so that a row shows whether its latest change has been drained.
    @usableFromInline private(set) var epoch: UInt32 = 1
    /// Whether a drain needs to clear only the records: there are no other buffers, pending contents or owners.
    @usableFromInline var isPlain = true

    /// The JSON of contents, one after the other, if the size check has encoded them.
    @usableFromInline var bytes: [UInt8] = []
    var alerts: [AlertConfiguration] = []
    var texts: [String] = []
    var starts: [StartNote] = []
    /// The traces of commands, each with the index of the command's first change. `nil` marks the end of a trace.
    var traces: [(from: Int, trace: TraceContext?)] = []
    var sequence: UInt64 = 0

    init() {
        storage = Storage(capacity: capacity)
        records = storage.records
    }

    /// Owns the records' memory.
    private final class Storage {
        let records: UnsafeMutablePointer<Record>
        init(capacity: Int) { records = .allocate(capacity: capacity) }
        deinit { records.deallocate() }
    }

    /// One change. Data that only some changes have is in the other buffers, at `detail`. A record contains no references, so
    /// that adding one costs no more than a copy.
    @usableFromInline struct Record {
        @usableFromInline var sequence: UInt64
        @usableFromInline var at: Double
        @usableFromInline var id: ActivityID
        @usableFromInline var owner: UInt32
        @usableFromInline var revision: UInt32
        @usableFromInline var what: Kind
        @usableFromInline var state: ActivityState
        var reason: Reason
        /// Index into `alerts`, `texts` or `starts`.
        var detail: Int32
        /// The content's index in the pending contents; or `inRow`, or `none`.
        @usableFromInline var content: Int32 = Self.none
        /// The attributes' index in the pending contents, or `none`.
        var attributes: Int32 = Self.none
        /// The position of the content's JSON in `bytes`; empty if it was not encoded.
        var bytesStart: UInt32 = 0
        var bytesCount: UInt32 = 0
        var staleDate: Double
        var relevance: Double
        /// The date of a scheduled start, or of a dismissal.
        var date: Double
        /// The successor; `nil` if there is none.
        var other: ActivityID?
        /// The index in the pending contents of the row's previous content, if conflation may need it (``HeldUpdate``);
        /// otherwise `none`.
        var held: Int32 = Self.none

        @usableFromInline static var none: Int32 { -1 }
        @usableFromInline static var inRow: Int32 { -2 }
    }

    @usableFromInline enum Kind: UInt8 {
        case scheduled, started, updated, alerted, becameStale, becameActive, ended, dismissed
        case refusedLateUpdate, ignored, refused, alertSuppressed, faulted
    }

    /// The reason, for the kinds of change that have one. One byte, so that a record contains no references.
    enum Reason: UInt8 {
        case none
        // Reasons of an end.
        case host, provider, endDate, timeLimit, lease, person, permission, replaced, renewed
        // Reasons of a dismissal.
        case byPolicy, byPerson, gone
        // Reasons for ignoring an event or update.
        case olderTimestamp, repeatedEvent
    }

    struct StartNote {
        var key: StartKey?
        var predecessor: ActivityID?
    }

    /// Appends a record and assigns its number.
    mutating func append(_ record: Record) {
        if count == capacity {
            capacity *= 2
            let larger = Storage(capacity: capacity)
            larger.records.moveInitialize(from: records, count: count)
            storage = larger
            records = larger.records
        }
        sequence += 1
        (records + count).initialize(to: record)
        records[count].sequence = sequence
        count += 1
    }

    /// Records that a change's content was copied from its row to the pending contents.
    mutating func setContent(of record: UInt32, pending index: Int) {
        records[Int(record)].content = Int32(truncatingIfNeeded: index)
        isPlain = false
    }

    /// Records that the content before the latest record was copied from its row to the pending contents.
    mutating func setHeld(pending index: Int) {
        records[count - 1].held = Int32(truncatingIfNeeded: index)
        isPlain = false
    }

    /// Sets the row's current content as the content of the latest record.
    mutating func setContent(_ written: Range<Int>, attributes: Int) {
        records[count - 1].content = Record.inRow
        records[count - 1].attributes = Int32(truncatingIfNeeded: attributes)
        records[count - 1].bytesStart = UInt32(truncatingIfNeeded: written.lowerBound)
        // Beyond 4 GiB of undrained content it is encoded from its row once more.
        records[count - 1].bytesCount = written.upperBound <= UInt32.max ? UInt32(truncatingIfNeeded: written.count) : 0
    }

    /// Whether an undrained change refers to the state in the row.
    @inlinable func isUnread(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) -> Bool {
        // The epoch repeats after four billion drains, so the record is compared too.
        guard head.pointee.epoch == epoch, head.pointee.latest < count else { return false }
        let record = records + Int(head.pointee.latest)
        return record.pointee.id == id && record.pointee.content == Record.inRow
    }

    /// Sets the trace of the changes from now on; `nil` for none.
    mutating func begin(_ trace: TraceContext?) {
        // A command that caused no change leaves no entry.
        if let last = traces.last, last.from == count { traces.removeLast() }
        if trace == nil, traces.isEmpty { return }
        traces.append((count, trace))
        isPlain = false
    }

    /// The trace of the command that caused a change.
    func trace(of index: Int) -> TraceContext? {
        var (low, high) = (0, traces.count)
        while low < high {
            let middle = (low + high) / 2
            if traces[middle].from <= index { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : traces[low - 1].trace
    }

    @inlinable mutating func forgetRecords() {
        count = 0
        read = 0
        epoch &+= 1
    }

    mutating func clearDetails() {
        bytes.removeAll(keepingCapacity: true)
        alerts.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        traces.removeAll(keepingCapacity: true)
        isPlain = true
    }
}
