import LiveActivityCluster
import Testing

@Suite struct MemoryPartitionLogTests {
    @Test func keepsThePromises() { #expect(PartitionLogConformance(log: MemoryPartitionLog()).violations() == []) }

    @Test func isFullAtItsSize() throws {
        let log = MemoryPartitionLog(bytesMax: 4)
        #expect(try log.append(LogMessage(id: "a", bytes: [1, 2, 3]), after: 0) == 1)
        #expect(throws: LogError.full(reason: "it has 3 bytes of 4")) {
            try log.append(LogMessage(id: "b", bytes: [1, 2]), after: 1)
        }
        #expect(try log.append(LogMessage(id: "b", bytes: [1]), after: 1) == 2)
    }

    @Test func forgetsOldIds() throws {
        let log = MemoryPartitionLog(remembered: 1)
        #expect(try log.append(LogMessage(id: "a", bytes: []), after: 0) == 1)
        #expect(try log.append(LogMessage(id: "a", bytes: []), after: 0) == 1)
        #expect(try log.append(LogMessage(id: "b", bytes: []), after: 1) == 2)
        #expect(throws: LogError.wrongPosition) { try log.append(LogMessage(id: "a", bytes: []), after: 0) }
    }
}
