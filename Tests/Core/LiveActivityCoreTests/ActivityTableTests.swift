import LiveActivityTesting
import Testing

@testable import LiveActivityCore

@Suite struct ActivityTableTests {
    @Test(arguments: SeededGenerator.seeds(20, from: 0))
    func itHoldsWhatADictionaryHolds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = ActivityTable<Int>()
        var model: [ActivityID: Int] = [:]
        for step in 0..<2_000 {
            // Ids as engines assign them: neighbouring indices, several kinds and generations.
            let id = ActivityID(
                kind: Int.random(in: 0..<3, using: &random), shard: Int(seed) % 64,
                generation: UInt32.random(in: 0..<2, using: &random), index: Int.random(in: 0..<60, using: &random))
            if step % 500 < 300 || Bool.random(using: &random) {
                table.set(step, for: id)
                model[id] = step
            } else {
                table.remove(id)
                model[id] = nil
            }
            #expect(table[id] == model[id], "seed \(seed), step \(step)")
            #expect(table.count == model.count, "seed \(seed), step \(step)")
        }
        #expect(Set(table.keys) == Set(model.keys), "seed \(seed)")
        #expect(model.allSatisfy { table[$0.key] == $0.value }, "seed \(seed)")
        for id in model.keys { table.remove(id) }
        #expect(table.isEmpty && table.keys.isEmpty, "seed \(seed)")
    }

    @Test func anyIdCanBeAKey() {
        var table = ActivityTable<String>()
        for bits in [0, .max, 1 << 63] as [UInt64] { table.set("\(bits)", for: ActivityID(rawValue: bits)) }
        for bits in [0, .max, 1 << 63] as [UInt64] { #expect(table[ActivityID(rawValue: bits)] == "\(bits)") }
        #expect(table[ActivityID(rawValue: 2)] == nil)
    }
}
