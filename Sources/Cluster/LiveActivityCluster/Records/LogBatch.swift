import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A batch as encoded in the log: the activities as rows of bytes, and everything else.
///
/// A batch without rows and records is JSON. With rows it is a byte 1, the length of the JSON (4 bytes, little-endian), the
/// JSON, and the rows. With records it is a byte 2, the lengths of the JSON and of the rows (4 bytes each), the JSON, the rows,
/// and the records. Members are only added: a reader ignores those of a later version, which must raise ``version`` if they
/// must not be ignored.
struct LogBatch: Hashable, Sendable {
    /// Everything except new and changed activities.
    var others: StoreBatch
    var rows: [ActivityRow] = []
    /// New and changed records other than activities.
    var records: [PartitionRecord] = []

    private static let hasRows: UInt8 = 1
    private static let hasRecords: UInt8 = 2

    init(others: StoreBatch, rows: [ActivityRow] = [], records: [PartitionRecord] = []) {
        (self.others, self.rows, self.records) = (others, rows, records)
    }

    /// The lowest version of `LogRecord` whose readers understand the batch.
    var version: Int { records.isEmpty ? 1 : 2 }

    /// - Parameter encoder: Keeps its working memory from one batch to the next.
    init(_ batch: StoreBatch, _ encoder: WireEncoder = WireEncoder()) throws(StoreError) {
        others = batch
        others.activities = []
        do { rows = try batch.activities.map { try ActivityRow($0, encoder) } } catch { throw Self.unencodable(error) }
    }

    func encoded(_ encoder: WireEncoder = WireEncoder()) throws(StoreError) -> [UInt8] {
        let json: [UInt8]
        do { json = try encoder.encode(CodedBatch(others)) } catch { throw Self.unencodable(error) }
        guard !rows.isEmpty || !records.isEmpty else { return json }
        var bytes = [records.isEmpty ? Self.hasRows : Self.hasRecords]
        func put(length: Int) { withUnsafeBytes(of: UInt32(length).littleEndian) { bytes.append(contentsOf: $0) } }
        let rowsLength = rows.reduce(0) { $0 + $1.writtenLength }
        bytes.reserveCapacity(9 + json.count + rowsLength)
        put(length: json.count)
        if !records.isEmpty { put(length: rowsLength) }
        bytes += json
        for row in rows { row.write(into: &bytes) }
        for record in records { record.write(into: &bytes) }
        return bytes
    }

    /// - Throws: ``StoreError/damaged(reason:)`` for bytes that are not a batch.
    init(encoded bytes: ArraySlice<UInt8>) throws(StoreError) {
        var (json, rest, others) = (bytes, ArraySlice<UInt8>(), ArraySlice<UInt8>())
        if let first = bytes.first, first == Self.hasRows || first == Self.hasRecords {
            func length(_ at: Int) -> Int {
                Int(bytes.dropFirst(at).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
            }
            let (count, head) = (length(1), first == Self.hasRecords ? 9 : 5)
            let end = first == Self.hasRecords ? head + count + length(5) : bytes.count
            guard bytes.count >= head + count, bytes.count >= end else {
                throw .damaged(reason: "a batch in the log is too short")
            }
            json = bytes.dropFirst(head).prefix(count)
            (rest, others) = (bytes.prefix(end).dropFirst(head + count), bytes.dropFirst(end))
        }
        do {
            // Written by this package: the limits of input do not apply.
            self = try LogBatch(WireDecoder(limits: .stored).decode(CodedBatch.self, from: Array(json)).batch)
        } catch {
            throw .damaged(reason: "a batch in the log cannot be read: \(error)")
        }
        while !rest.isEmpty {
            guard let row = ActivityRow(from: &rest) else { throw .damaged(reason: "an activity in the log cannot be read") }
            rows.append(row)
        }
        while !others.isEmpty {
            guard let record = PartitionRecord(from: &others) else {
                throw .damaged(reason: "a record beside the activities cannot be read")
            }
            records.append(record)
        }
    }

    private static func unencodable(_ error: any Error) -> StoreError {
        .unavailable(reason: "a batch cannot be encoded: \(error)")
    }
}

/// The batch's JSON form; empty lists are left out. The members of nearly every batch are written and read without `Codable`.
private struct CodedBatch: Codable, JSONWritable, JSONReadable {
    var claim: UInt64?
    var run: UInt64?
    var closedRun: UInt64?
    var lostRuns: UInt64?
    var shards: Int?
    var partition: Int?
    var seed: UInt64?
    var engines: [EngineRecord]?
    var kinds: [KindRecord]?
    var activities: [StoredActivity]?
    var forgottenActivities: [ActivityID]?
    var freedSlots: [FreedSlotRecord]?
    var permissions: [Snapshot.Owner]?
    var forgottenPermissions: [OwnerID]?
    var topics: [TopicRecord]?
    var forgottenTopics: [TopicRecord.Key]?
    var dismissals: [Snapshot.Dismissal]?
    var forgottenDismissals: [DismissalKey]?
    var startTokens: [StartTokenRecord]?
    var forgottenStartTokens: [StartTokenRecord.Key]?
    var consumers: [ConsumerRecord]?
    var forgottenConsumers: [ConsumerName]?
    var consumerChanges: [Change]?
    var forgottenConsumerChanges: [ChangePosition]?
    var consumerChangeBeginnings: [ChangePosition]?
    var journalBases: [JournalBase]?
    var journal: [JournalEntry]?
    var journalBeginnings: [JournalBeginning]?

    init(_ batch: StoreBatch) {
        (claim, run, closedRun, lostRuns) = (batch.claim, batch.run, batch.closedRun, batch.lostRuns)
        (shards, partition, seed) = (batch.shards, batch.partition, batch.seed)
        engines = batch.engines.ifAny
        kinds = batch.kinds.ifAny
        activities = batch.activities.ifAny
        forgottenActivities = batch.forgottenActivities.ifAny
        freedSlots = batch.freedSlots.ifAny
        permissions = batch.permissions.ifAny
        forgottenPermissions = batch.forgottenPermissions.ifAny
        topics = batch.topics.ifAny
        forgottenTopics = batch.forgottenTopics.ifAny
        dismissals = batch.dismissals.ifAny
        forgottenDismissals = batch.forgottenDismissals.ifAny
        startTokens = batch.startTokens.ifAny
        forgottenStartTokens = batch.forgottenStartTokens.ifAny
        consumers = batch.consumers.ifAny
        forgottenConsumers = batch.forgottenConsumers.ifAny
        consumerChanges = batch.consumerChanges.ifAny
        forgottenConsumerChanges = batch.forgottenConsumerChanges.ifAny
        consumerChangeBeginnings = batch.consumerChangeBeginnings.ifAny
        journalBases = batch.journalBases.ifAny
        journal = batch.journal.ifAny
        journalBeginnings = batch.journalBeginnings.ifAny
    }

    init(reading json: inout JSONReader) throws(JSONReader.GaveUp) {
        self = try json.whole { json throws(JSONReader.GaveUp) in
            var batch = Self(StoreBatch())
            batch.claim = try json["claim"]
            batch.engines = try json.engines("engines")
            batch.forgottenActivities = try json["forgottenActivities"]
            batch.topics = try json.topics("topics")
            return batch
        }
    }

    func write(to json: inout JSONWriter) {
        guard isCommon else { return json.giveUp() }
        json.member("claim", claim)
        json.member("engines", engines)
        json.member("forgottenActivities", forgottenActivities)
        json.member("topics", topics)
    }

    /// Whether the batch has only fields that most batches have.
    private var isCommon: Bool {
        run == nil && closedRun == nil && lostRuns == nil && shards == nil && partition == nil && seed == nil && kinds == nil
            && activities == nil && freedSlots == nil && permissions == nil && forgottenPermissions == nil
            && forgottenTopics == nil && dismissals == nil && forgottenDismissals == nil && startTokens == nil
            && forgottenStartTokens == nil && consumers == nil && forgottenConsumers == nil && consumerChanges == nil
            && forgottenConsumerChanges == nil && consumerChangeBeginnings == nil && journalBases == nil && journal == nil
            && journalBeginnings == nil
    }

    var batch: StoreBatch {
        var batch = StoreBatch()
        (batch.claim, batch.run, batch.closedRun, batch.lostRuns) = (claim, run, closedRun, lostRuns)
        (batch.shards, batch.partition, batch.seed) = (shards, partition, seed)
        batch.engines = engines ?? []
        batch.kinds = kinds ?? []
        batch.activities = activities ?? []
        batch.forgottenActivities = forgottenActivities ?? []
        batch.freedSlots = freedSlots ?? []
        batch.permissions = permissions ?? []
        batch.forgottenPermissions = forgottenPermissions ?? []
        batch.topics = topics ?? []
        batch.forgottenTopics = forgottenTopics ?? []
        batch.dismissals = dismissals ?? []
        batch.forgottenDismissals = forgottenDismissals ?? []
        batch.startTokens = startTokens ?? []
        batch.forgottenStartTokens = forgottenStartTokens ?? []
        batch.consumers = consumers ?? []
        batch.forgottenConsumers = forgottenConsumers ?? []
        batch.consumerChanges = consumerChanges ?? []
        batch.forgottenConsumerChanges = forgottenConsumerChanges ?? []
        batch.consumerChangeBeginnings = consumerChangeBeginnings ?? []
        batch.journalBases = journalBases ?? []
        batch.journal = journal ?? []
        batch.journalBeginnings = journalBeginnings ?? []
        return batch
    }
}

extension Array {
    fileprivate var ifAny: Self? { isEmpty ? nil : self }
}
