import Testing

@testable import LiveActivityCluster

/// When a snapshot must come, and what a log still takes.
@Suite struct LogRoomTests {
    /// A log of 16,000 bytes, of which batches and snapshots may take 15,000.
    private func room(_ bytes: Int) -> LogRoom { LogRoom(LogSize(bytes: bytes, bytesMax: 16_000)) }

    /// Claims and releases have the last sixteenth.
    @Test func theLastPartIsForClaims() {
        #expect(room(14_000).takes(1_000))
        #expect(!room(14_000).takes(1_001))
        #expect(LogRoom(LogSize(bytes: .max / 2, bytesMax: nil)).takes(1 << 40))
    }

    /// A snapshot is as large as the log at most: it must come while twice as much has room.
    @Test func aSnapshotComesWhileThereIsRoomForIt() {
        #expect(!room(6_500).needsSnapshot(before: 1_000))
        #expect(room(6_500).needsSnapshot(before: 1_001))
        #expect(!room(5_625).isCrowded)
        #expect(room(5_626).isCrowded)
        let endless = LogRoom(LogSize(bytes: 1 << 40, bytesMax: nil))
        #expect(!endless.isCrowded && !endless.needsSnapshot(before: 1 << 40))
    }

    /// The state may be nearly as large as the log. After a snapshot the next one waits for more to delete.
    @Test func aLargeStateIsNotWrittenAgainForEachBatch() {
        var large = room(9_000)
        #expect(large.isCrowded && large.needsSnapshot(before: 1))
        large.attempted()
        #expect(!large.isCrowded && !large.needsSnapshot(before: 1) && !large.needsUpdate(before: 1))
        large.appended(937 - LogRoom.messageBytes, isSnapshot: false)
        #expect(!large.needsSnapshot(before: 1))
        large.appended(1 - LogRoom.messageBytes, isSnapshot: false)
        #expect(large.needsSnapshot(before: 1))
        #expect(large.takes(5_062) && !large.takes(5_063))
    }

    /// A full log is tried once more, then only when it was made larger.
    @Test func aFullLogIsAskedWhetherItIsLarger() {
        var full = room(15_000)
        #expect(full.needsSnapshot(before: 1))
        full.attempted()
        #expect(!full.needsSnapshot(before: 1) && full.needsUpdate(before: 1))
        full.update(LogSize(bytes: 15_000, bytesMax: 20_000))
        #expect(full.takes(1) && full.needsSnapshot(before: 1))
        // One whose numbers do not come stays as it was known.
        full.update(nil)
        #expect(full.takes(1))
        // Neither is one believed that has refused something.
        var stale = room(100)
        #expect(!stale.needsUpdate(before: 1))
        stale.failed()
        #expect(stale.needsUpdate(before: 1))
    }
}
