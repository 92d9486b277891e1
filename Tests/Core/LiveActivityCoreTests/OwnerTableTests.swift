import LiveActivityTesting
import Testing

@testable import LiveActivityCore

@Suite struct OwnerTableTests {
    @Test func anOwnerKeepsItsSlotWhileTheTableGrows() {
        var table = OwnerTable()
        let names = (0..<10_000).map { OwnerID(rawValue: "person-\($0)") }
        let slots = names.map { table.slot(adding: $0) }
        #expect(slots == (0..<10_000).map { UInt32($0) })
        #expect(names.map { table.slot(adding: $0) } == slots)
        #expect(names.map { table.slot(of: $0) } == slots)
        #expect(table.slot(of: "nobody") == nil)
    }

    @Test func namesAreComparedAsStringsAre() {
        var table = OwnerTable()
        let slot = table.slot(adding: "caf\u{E9}")
        #expect(table.slot(of: "cafe\u{301}") == slot)
        #expect(table.slot(of: "cafe") == nil)
    }

    /// Owners are added and removed, and the table agrees with a dictionary.
    @Test(arguments: SeededGenerator.seeds(10, from: 0))
    func itFindsWhatADictionaryFinds(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (table, model): (OwnerTable, [OwnerID: UInt32]) = (OwnerTable(), [:])
        for _ in 0..<5_000 {
            let name = OwnerID(rawValue: "\(generator.next() % 300)")
            if generator.next() % 2 == 0 {
                model[name] = table.slot(adding: name)
            } else if let slot = model.removeValue(forKey: name) {
                table.releaseLater(slot)
                table.releaseUnused()
            }
            let other = OwnerID(rawValue: "\(generator.next() % 300)")
            #expect(table.slot(of: other) == model[other], "seed \(seed)")
        }
        #expect(Set(model.values).count == model.count, "seed \(seed)")
        for (name, slot) in model { #expect(table[slot].name == name, "seed \(seed)") }
    }
}
