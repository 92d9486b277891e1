import LiveActivityTesting
import Testing

@testable import LiveActivityCore

@Suite struct SlabMemoryTests {
    @Test(arguments: [SlabMemory.mappedFrom - 64, SlabMemory.mappedFrom, SlabMemory.mappedFrom + 64, 5 * SlabMemory.mappedFrom])
    func everyByteCanBeUsedAndTheAddressIsAligned(byteCount: Int) {
        let memory = SlabMemory.allocate(byteCount: byteCount, alignment: 128)
        #expect(Int(bitPattern: memory) % 128 == 0)
        #if os(Linux)
        if byteCount >= SlabMemory.mappedFrom { #expect(Int(bitPattern: memory) % SlabMemory.hugePage == 0) }
        #endif
        memory.storeBytes(of: 1, as: UInt8.self)
        memory.storeBytes(of: 2, toByteOffset: byteCount - 1, as: UInt8.self)
        #expect(memory.load(as: UInt8.self) == 1)
        #expect(memory.load(fromByteOffset: byteCount - 1, as: UInt8.self) == 2)
        SlabMemory.deallocate(memory, byteCount: byteCount, alignment: 128)
    }

    /// Enough rows that the last chunks are allocated with mmap: each activity keeps its row.
    @Test func rowsInMappedChunksHoldTheirActivities() throws {
        var engine = Engine(configuration: EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: nil)))
        try engine.register(AnyProvider(kind: "note", attributes: Wide.self))
        var ids: [ActivityID] = []
        let now = Scenario.epoch
        // Chunks have 64, 128, 256, … rows: the chunk after 4,032 rows has 4,096 rows of more than 2 KB each.
        for number in 0..<6_000 {
            ids.append(
                try engine.start(
                    Wide(), content: ActivityContent(state: .init(number: number), staleDate: nil),
                    owner: OwnerID("owner\(number)"), at: now))
            engine.drainChanges { _ in }
        }
        for (number, id) in ids.enumerated() where number % 2 == 0 { try engine.dismiss(id, at: now) }
        engine.drainChanges { _ in }
        for (number, id) in ids.enumerated() {
            #expect(engine.content(of: id, as: Wide.self)?.state.number == (number % 2 == 0 ? nil : number))
        }
    }

    /// Attributes of 2 KB.
    private struct Wide: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var number: Int }
        var block = Block()

        struct Block: Codable, Sendable {
            init() {}
            init(from decoder: any Decoder) throws {}
            func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
            private var bytes = InlineArray<256, Int>(repeating: 7)
        }
    }
}
