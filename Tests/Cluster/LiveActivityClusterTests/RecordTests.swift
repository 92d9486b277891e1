import DeliveryActivity
import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityCluster

@Suite struct RecordTests {
    private func readBack(_ record: LogRecord) throws -> LogRecord {
        try LogRecord(LogEntry(position: 7, message: LogMessage(id: "", bytes: record.encoded())))
    }

    @Test func recordsAreReadAsTheyWereWritten() throws {
        let claim = PartitionClaim(epoch: 3, node: "node-1", address: "10.0.0.1:80")
        let part = LogRecord.Part(number: 4, index: 1, count: 2, bytes: [10, 0, 255, 10])
        let header = LogRecord.SnapshotHeader(number: 1, through: 99, claim: claim, isReleased: true, isLast: false)
        for body in [.claim(claim), .batch(part), .snapshot(part, header), .release(to: "node-2"), .release(to: nil)]
            as [LogRecord.Body]
        {
            let record = LogRecord(epoch: 3, body: body)
            #expect(try readBack(record) == record)
        }
    }

    /// Existing streams have this format: it may be extended but not changed.
    @Test func theLineIsReadable() throws {
        let record = LogRecord(epoch: 3, body: .batch(.init(number: 4, index: 0, count: 1, bytes: Array("{}".utf8)[...])))
        #expect(
            String(decoding: try record.encoded(), as: UTF8.self)
                == #"{"version":1,"epoch":3,"is":"batch","number":4,"part":0,"parts":1}"# + "\n{}")
    }

    @Test func whatCannotBeReadIsSaidWithItsPosition() {
        func error(_ text: String) -> StoreError? {
            do {
                _ = try LogRecord(LogEntry(position: 7, message: LogMessage(id: "", bytes: Array(text.utf8))))
                return nil
            } catch {
                return error
            }
        }
        #expect(error(#"{"version":3,"epoch":1,"is":"batch"}"#) == .newer(version: 3, supported: 2))
        #expect(
            error(#"{"version":1,"epoch":1,"is":"dance"}"#)
                == .damaged(
                    reason: "the message at position 7 of the log is not a record: 'dance'"))
        for text in [
            "", "{", "\n", #"{"version":1,"epoch":1,"is":"batch","number":1,"part":1,"parts":1}"#,
            #"{"version":1,"epoch":1,"is":"batch","number":1,"part":-1,"parts":1}"#,
            #"{"version":1,"epoch":1,"is":"claim","claim":{"epoch":2,"node":"a","address":""}}"#,
            // No owner could follow.
            #"{"version":1,"epoch":18446744073709551615,"is":"release"}"#,
        ] {
            guard case .damaged(let reason) = error(text) else {
                Issue.record("'\(text)' is read")
                continue
            }
            #expect(reason.contains("position 7"))
        }
    }

    @Test func aBatchIsCutIntoPiecesAndPutTogether() {
        for (size, pieces) in [(0, 1), (1, 1), (9, 1), (10, 1), (11, 2), (20, 2), (21, 3)] {
            let bytes = (0..<size).map { UInt8($0) }
            let parts = LogRecord.Part.parts(of: bytes, number: 1, max: 10)
            #expect(parts.count == pieces)
            var whole = BatchPieces()
            for part in parts.dropLast() { #expect(whole.add(part) == nil) }
            #expect(parts.last.flatMap { whole.add($0) } == bytes[...])
            #expect(whole.isEmpty)
        }
    }

    /// A runtime restored from its batches has the same state.
    @Test func batchesAreReadAsTheyWereWritten() throws {
        let recorder = RecordingStore()
        let clock = ManualClock()
        let runtime = try LiveActivityRuntime(
            partition: 0, of: 1, clock: clock, providers: [AnyProvider(DeliveryProvider())], store: recorder)
        let push = try runtime.changes(for: "push")
        let samples = try #require(AnyProvider(DeliveryProvider()).samples())
        for number in 0..<20 {
            let owner = OwnerID("owner\(number)")
            let attributes = try #require(samples.attributes.first).value
            let options = StartOptions(key: "order", lease: Lease(staleAfter: 100, endAfter: 400))
            guard
                case .started(let id) = try runtime.apply(
                    .start(.init(kind: "delivery", owner: owner, attributes: attributes, options: options)))
            else { continue }
            for moment in samples.story.prefix(number) {
                _ = try runtime.apply(.send(.id(id), event: moment.event.value, id: EventID("e\(number)"), timestamp: nil))
            }
            if number % 5 == 0 { try runtime.apply(.dismiss(.id(id))) }
            if number % 7 == 0 { try runtime.permit(false, owner: owner, kind: "delivery") }
            if let change = push.nextIfAny() { push.acknowledge(change) }
            clock.advance(by: 30)
        }
        runtime.close()
        let batches = recorder.batches.withLock { $0 }
        #expect(batches.count > 40)
        var state = PartitionState()
        for batch in batches {
            let written = try LogBatch(batch)
            let read = try LogBatch(encoded: written.encoded()[...])
            #expect(read == written && read.others.activities.isEmpty && read.rows.map(\.id) == batch.activities.map(\.id))
            try state.append(read)
        }
        for number in 0..<2 {
            #expect(state.head() == recorder.memory.head())
            var (found, expected): ([StoredActivity], [StoredActivity]) = ([], [])
            try state.forEachActivity { found.append($0) }
            recorder.memory.forEachActivity { expected.append($0) }
            // Rows are in the order of their slots.
            found.sort { $0.id < $1.id }
            #expect(found == expected && found.count > 10)
            #expect(found.allSatisfy { $0.attributes != nil })
            #expect(state.batches().filter(\.rows.isEmpty).map(\.others) == recorder.memory.batches(max: 5_000))
            guard number == 0 else { break }
            // A snapshot restores the same state as the batches.
            let restored = PartitionState()
            for batch in state.batches(activities: 3, others: 2) {
                try restored.append(LogBatch(encoded: batch.encoded()[...]))
            }
            #expect(restored.batches() == state.batches())
            state = restored
        }
    }

    /// `Codable` wrote the same bytes in 0.2.0.
    @Test func whatIsWrittenMemberByMemberIsWhatCodableWrites() throws {
        struct Pair: Encodable {
            var record: ActivityRecord
            var kind: ActivityKind
        }
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000.125)
        var record = ActivityRecord(
            id: ActivityID(rawValue: 77), owner: "an\"na", state: .active, attributes: nil,
            content: EncodedContent(state: JSONText(["numbers": [1, 2.5]]), staleDate: nil, relevanceScore: 0),
            startedAt: date, closingDate: date.addingTimeInterval(28_800))
        let common: [(inout ActivityRecord) -> Void] = [
            { _ in }, { $0.key = "order-1" }, { $0.content.staleDate = date }, { $0.content.relevanceScore = -1.25 },
            { $0.wakeDate = date }, { $0.timestamp = date },
            { ($0.revision, $0.order, $0.alerts) = (.max, UInt64(Int64.max), 3) },
            { $0.alertsSince = date }, { ($0.usesLeft, $0.lostRuns, $0.schemaVersion) = (5, 2, 7) },
            { $0.extras = .init() }, { $0.extras?.events = ["e1", "\u{1}\n"] }, { $0.extras?.endDate = date },
            { $0.extras?.renews = true }, { $0.extras?.predecessor = ActivityID(rawValue: .max) },
            { $0.extras?.leaseRenewedAt = date },
        ]
        let (encoder, decoder) = (WireEncoder(), WireDecoder())
        for change in common {
            change(&record)
            let row = RowRecord(record: record, kind: "tal\"ly")
            let expected = try WireEncoder().encodeToString(Pair(record: record, kind: "tal\"ly"))
            #expect(try encoder.encodeToString(row) == expected)
            #expect(try decoder.decode(RowRecord.self, from: expected).record == record)
            // It was read without `Codable`.
            #expect(RowRecord(itself: try JSONValue(parsing: expected))?.record == record, "\(expected)")
        }
        let rare: [(inout ActivityRecord.Extras) -> Void] = [
            { $0.lease = Lease(staleAfter: 100, endAfter: 400) }, { $0.style = .transient },
            { $0.dismissalPolicy = .immediate },
            { $0.startAlert = AlertConfiguration(title: "a", body: "b") }, { $0.additional = ["token": "x"] },
            { $0.unreportedEnd = .init(reason: .host, wasPending: false, dismissal: date) },
        ]
        for change in rare {
            var changed = record
            change(&changed.extras!)
            let expected = try WireEncoder().encodeToString(Pair(record: changed, kind: "tally"))
            #expect(try encoder.encodeToString(RowRecord(record: changed, kind: "tally")) == expected)
            #expect(RowRecord(itself: try JSONValue(parsing: expected)) == nil)
            let stored = StoredActivity(changed, kind: "tally", topics: [])
            #expect(try ActivityRow(stored, encoder).activity() == stored)
        }
        // A number that only `UInt64` has.
        record.order = .max
        let stored = StoredActivity(record, kind: "tally", topics: [])
        #expect(try ActivityRow(stored, encoder).activity(decoder) == stored)
        record.closingDate = Date(timeIntervalSinceReferenceDate: .infinity)
        #expect(throws: EncodingError.self) { try ActivityRow(StoredActivity(record, kind: "tally", topics: []), encoder) }
    }

    /// Attributes without topics are not parsed here; everything else is.
    @Test(
        arguments: [
            #"{"attributes":{},"topics":[]}"#: "{}", #"{"attributes":{"a":[1]},"topics":[]}"#: #"{"a":[1]}"#,
            #"{"attributes":,"topics":[]}"#: nil, #"{"attributes":{,"topics":[]}"#: nil, #"{"attributes":[],"topics":[]}"#: nil,
            #"{"attributes":{},"topics":["a"]}"#: nil, #"{"attributEs":{},"topics":[]}"#: nil, "{}": nil, "": nil,
        ] as [String: String?]) func onlyTheCommonFormOfAttributesIsTakenUnread(text: String, attributes: String?)
    {
        let beginning = Array(text.utf8).withUnsafeBufferPointer { RowBeginning(common: $0) }
        #expect(beginning?.attributes?.description == attributes)
        #expect(beginning?.topics ?? [] == [])
    }

    /// The contents of each batch of commands, then with a rare one.
    @Test func aBatchIsWrittenAsCodableWritesIt() throws {
        var batch = StoreBatch()
        batch.claim = 7
        batch.engines = [EngineRecord(shard: 3, now: Date(timeIntervalSinceReferenceDate: 5.5), sequence: 9, starts: 2)]
        batch.forgottenActivities = [ActivityID(rawValue: 255)]
        batch.topics = [TopicRecord(shard: 3, memory: .init(name: "\u{1}requests/a", events: ["1-5", "7"], timestamp: nil))]
        let engines = #""engines":[{"shard":3,"now":5.5,"sequence":9,"starts":2}],"#
        let others =
            #""forgottenActivities":["00000000000000ff"],"#
            + ##""topics":[{"shard":3,"memory":{"name":"\u0001requests/a","events":["1-5","7"]}}]}"##
        #expect(String(decoding: try LogBatch(batch).encoded(), as: UTF8.self) == #"{"claim":7,"# + engines + others)
        batch.run = 7
        #expect(String(decoding: try LogBatch(batch).encoded(), as: UTF8.self) == #"{"claim":7,"run":7,"# + engines + others)
        #expect(String(decoding: try LogBatch(StoreBatch()).encoded(), as: UTF8.self) == "{}")
    }

    /// Batches in the format before rows, of an earlier build, can be read.
    @Test func aBatchInJSONAloneIsRead() throws {
        let json = #"{"kinds":[{"ordinal":0,"kind":"delivery"}]}"#
        var expected = StoreBatch()
        expected.kinds = [KindRecord(ordinal: 0, kind: "delivery")]
        #expect(try LogBatch(encoded: Array(json.utf8)[...]) == LogBatch(others: expected))
        #expect(try String(decoding: LogBatch(others: expected).encoded(), as: UTF8.self) == json)
    }

    // MARK: - Records of other parts

    private func record(_ key: String, _ value: String?) -> PartitionRecord {
        PartitionRecord(.init(part: "push", key: key), value.map { Array($0.utf8) })
    }

    /// A batch with records needs a reader that supports them; other batches can be read by earlier builds too.
    @Test func recordsBesideTheActivitiesAreReadAsTheyWereWritten() throws {
        var others = StoreBatch()
        others.kinds = [KindRecord(ordinal: 0, kind: "delivery")]
        #expect(LogBatch(others: others).version == 1)
        let long = String(repeating: "x", count: 70_000)
        for records in [
            [record("", "")], [record("phone", "a"), record("pad", nil)], [record("Ä", "\n"), record(long, long)],
        ] {
            let batch = LogBatch(others: others, records: records)
            #expect(batch.version == 2)
            #expect(try LogBatch(encoded: batch.encoded()[...]) == batch)
            let version = LogRecord(version: 2, epoch: 1, body: .release(to: nil))
            #expect(try readBack(version).version == 2)
        }
    }

    @Test func aBatchWithRowsAndRecordsIsReadWholeOrNotAtAll() throws {
        let recorder = RecordingStore()
        let runtime = try LiveActivityRuntime(
            partition: 0, of: 1, clock: ManualClock(), providers: [AnyProvider(DeliveryProvider())], store: recorder)
        _ = try runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions(key: "42"))
        var batch = try LogBatch(try #require(recorder.batches.withLock { $0.last { !$0.activities.isEmpty } }))
        batch.records = [record("phone", "token")]
        let bytes = try batch.encoded()
        #expect(try LogBatch(encoded: bytes[...]) == batch)
        for count in 0..<bytes.count {
            do throws(StoreError) {
                // Truncated before the record, it is a valid batch without it; the record's number of pieces detects that.
                #expect(try LogBatch(encoded: bytes[..<count]).records.isEmpty)
            } catch {
                guard case .damaged = error else { Issue.record("\(error)"); return }
            }
        }
    }

    /// The newest record of each key is kept, in snapshots too; a removed one is not.
    @Test func theStateHasTheNewestRecordOfEachPlace() throws {
        let state = PartitionState()
        for (key, value) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", nil)] {
            try state.append(LogBatch(others: StoreBatch(), records: [record(key, value)]))
        }
        #expect(state.records == [record("a", "3"), record("c", "4")])
        let restored = PartitionState()
        for batch in state.batches(records: 1) { try restored.append(LogBatch(encoded: batch.encoded()[...])) }
        #expect(restored.records == state.records)
    }

    /// A truncated batch is reported as damaged, and never read as a complete one.
    @Test func aBatchThatEndsTooEarlyIsDamage() throws {
        let recorder = RecordingStore()
        let runtime = try LiveActivityRuntime(
            partition: 0, of: 1, clock: ManualClock(), providers: [AnyProvider(DeliveryProvider())], store: recorder)
        _ = try runtime.start(
            DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna", options: StartOptions(key: "42"))
        let batch = try #require(recorder.batches.withLock { $0.last { !$0.activities.isEmpty } })
        let bytes = try LogBatch(batch).encoded()
        #expect(try LogBatch(encoded: bytes[...]).rows.map { try $0.activity() } == batch.activities)
        var refused = 0
        for count in 0..<bytes.count {
            do throws(StoreError) {
                // Truncated before the row, it is a valid batch without it; the record's number of pieces detects that.
                #expect(try LogBatch(encoded: bytes[..<count]).rows.isEmpty)
            } catch {
                guard case .damaged = error else { Issue.record("\(error)"); return }
                refused += 1
            }
        }
        #expect(refused == bytes.count - 1)
    }
}
