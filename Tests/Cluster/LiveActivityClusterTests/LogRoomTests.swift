import Testing

@testable import LiveActivityCluster

/// When a snapshot is due, and which appends a log accepts.
@Suite struct LogRoomTests {
    /// A log of 16,000 bytes, 15,000 of which are available to batches and snapshots.
    private func room(_ bytes: Int) -> LogRoom { LogRoom(LogSize(bytes: bytes, bytesMax: 16_000)) }

    /// The last sixteenth is reserved for claims and releases.
    @Test func theLastPartIsForClaims() {
        #expect(room(14_000).takes(1_000))
        #expect(!room(14_000).takes(1_001))
        #expect(LogRoom(LogSize(bytes: .max / 2, bytesMax: nil)).takes(1 << 40))
    }

    /// A snapshot is at most as large as the log, so it must be written while there is room for a second copy.
    @Test func aSnapshotComesWhileThereIsRoomForIt() {
        #expect(!room(6_500).needsSnapshot(before: 1_000))
        #expect(room(6_500).needsSnapshot(before: 1_001))
        #expect(!room(5_625).isCrowded)
        #expect(room(5_626).isCrowded)
        let endless = LogRoom(LogSize(bytes: 1 << 40, bytesMax: nil))
        #expect(!endless.isCrowded && !endless.needsSnapshot(before: 1 << 40))
    }

    /// The state may be nearly as large as the log. After a snapshot, the next one waits until there is more to delete.
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

    /// The size of a full log is read once more, then only after another refusal.
    @Test func aFullLogIsAskedWhetherItIsLarger() {
        var full = room(15_000)
        #expect(full.needsSnapshot(before: 1))
        full.attempted()
        #expect(!full.needsSnapshot(before: 1) && full.needsUpdate(before: 1))
        full.update(LogSize(bytes: 15_000, bytesMax: 20_000))
        #expect(full.takes(1) && full.needsSnapshot(before: 1))
        // If the log does not report its size, the known one is kept.
        full.update(nil)
        #expect(full.takes(1))
        // After a refusal the known size is not trusted either.
        var stale = room(100)
        #expect(!stale.needsUpdate(before: 1))
        stale.failed()
        #expect(stale.needsUpdate(before: 1))
    }
}
