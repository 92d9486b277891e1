import LiveActivities
import LiveActivityCore
import LiveActivityJSON
import LiveActivityTesting
import Testing

@testable import LiveActivityCluster

/// The rows of a partition, against a dictionary of the same rows.
@Suite struct ActivityRowsTests {
    /// The slots at the edges of two pages, of two kinds, each with an early and a late generation.
    private let ids = [0, 1, 255, 256, 257, 70_000].flatMap { index in
        [0, 3].flatMap { kind in [1, 9].map { ActivityID(rawValue: UInt64(kind) << 54 | UInt64($0) << 28 | UInt64(index)) } }
    }

    private func row(_ id: ActivityID, _ revision: UInt32, attributes: JSONText?) throws -> ActivityRow {
        let now = Scenario.epoch
        var record = ActivityRecord(
            id: id, owner: "anna", state: .active, attributes: attributes,
            content: EncodedContent(state: JSONText([:]), staleDate: nil, relevanceScore: 0), startedAt: now,
            closingDate: now + 60)
        record.revision = revision
        return try ActivityRow(StoredActivity(record, kind: "tally", topics: []), WireEncoder())
    }

    @Test(arguments: SeededGenerator.seeds(20)) func rowsAreThoseOfADictionary(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (rows, expected) = (ActivityRows(), [UInt64: ActivityRow]())
        for number in 0..<300 {
            let id = ids[Int.random(in: ids.indices, using: &random)]
            let isKnown = expected[id.slot]?.id == id
            if Bool.random(using: &random) {
                rows.remove(id)
                if isKnown { expected[id.slot] = nil }
            } else {
                let attributes = JSONText(trusted: Array("{\"number\":\(number)}".utf8))
                rows.store(try row(id, UInt32(number), attributes: isKnown ? nil : attributes))
                let known = isKnown ? try expected[id.slot]?.activity().attributes : nil
                expected[id.slot] = try row(id, UInt32(number), attributes: known ?? attributes)
            }
            #expect(rows.all == expected.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// A changed activity whose first row is lost does not get the attributes of the slot's former activity.
    @Test func anotherActivityOfASlotHasAttributesOfItsOwn() throws {
        var rows = ActivityRows()
        rows.store(try row(ids[0], 1, attributes: JSONText(["of": "the former"])))
        let changed = try row(ids[1], 2, attributes: nil)
        rows.store(changed)
        #expect(ids[0].slot == ids[1].slot && rows.all == [changed])
    }
}
