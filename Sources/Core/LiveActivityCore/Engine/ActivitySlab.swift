/// The memory of one kind's activities: rows addressed by index, with states and attributes unboxed.
///
/// A row is an ``ActivityHead``, then the state, then the attributes. Operations that need their types are in the
/// provider's ``ProviderOperations``, which the compiler specialises where ``AnyProvider`` is made.
@usableFromInline final class ActivitySlab {
    @usableFromInline let ordinal: Int
    @usableFromInline let provider: AnyProvider
    @usableFromInline let shard: Int
    let seed: UInt64
    private let run: UInt32

    // Each chunk is twice as large as the one before, so rows never move and a small engine stays small; the large ones
    // are in huge pages (``SlabMemory``). The table is a plain buffer behind a `let`: reading it needs no exclusivity check.
    @usableFromInline static let firstChunkBits = 6
    @usableFromInline let stride: Int
    /// The number of cache lines that most events touch, from a row's start: its head and its state.
    @usableFromInline let prefetchedLines: Int
    @usableFromInline let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private var chunkCount = 0

    /// The number of rows that were ever used.
    @usableFromInline private(set) var used = 0
    /// The free list: rows to use again, the latest last.
    private(set) var free: [UInt32] = []
    /// Free rows that may not be used again before the store has recorded the dismissal; the latest last.
    private(set) var quarantined: [UInt32] = []

    /// How many rows are in each phase, by the phase's raw value; free rows are not counted.
    private(set) var phases = [Int](repeating: 0, count: 5)

    /// States and attributes that undrained changes refer to.
    @usableFromInline let pendingContents: UnsafeMutablePointer<PendingContents>

    init(ordinal: Int, provider: AnyProvider, shard: Int, seed: UInt64, run: UInt32) {
        self.ordinal = ordinal
        self.provider = provider
        self.shard = shard
        stride = provider.layout.stride
        prefetchedLines = min((provider.operations.rows.stateOffset + provider.operations.rows.stateStride + 63) / 64, 8)
        self.seed = seed
        self.run = run
        chunks = .allocate(capacity: 32)
        pendingContents = .allocate(capacity: 1)
        pendingContents.initialize(to: PendingContents())
    }

    deinit {
        for index in 0..<used where head(index).pointee.phase != .free { provider.operations.rows.destroy(row(index)) }
        for index in 0..<used { head(index).deinitialize(count: 1) }
        for chunk in 0..<chunkCount {
            SlabMemory.deallocate(chunks[chunk], byteCount: byteCount(ofChunk: chunk), alignment: alignment)
        }
        chunks.deallocate()
        provider.operations.rows.clearPending(&pendingContents.pointee)
        pendingContents.pointee.deallocate()
        pendingContents.deinitialize(count: 1)
        pendingContents.deallocate()
    }

    // MARK: - Rows

    @inlinable func row(_ index: Int) -> UnsafeMutableRawPointer {
        let position = index &+ (1 &<< Self.firstChunkBits)
        let top = Int.bitWidth &- 1 &- position.leadingZeroBitCount
        return chunks[top &- Self.firstChunkBits] + (position ^ (1 &<< top)) &* stride
    }

    @inlinable func head(_ index: Int) -> UnsafeMutablePointer<ActivityHead> {
        row(index).assumingMemoryBound(to: ActivityHead.self)
    }

    /// Reads a byte of each of a row's first cache lines. Swift has no prefetch instruction, and a load whose result
    /// nothing waits for has the same effect.
    @inlinable func prefetch(_ index: Int, lines: Int) -> UInt8 {
        let row = row(index)
        var value: UInt8 = 0
        for line in 0..<lines { value ^= row.load(fromByteOffset: line &* 64, as: UInt8.self) }
        return value
    }

    @inlinable func id(_ index: Int) -> ActivityID {
        ActivityID(kind: ordinal, shard: shard, generation: head(index).pointee.generation, index: index)
    }

    /// The head of the activity with this id; `nil` if it was dismissed, or never was.
    @inlinable func resolve(_ id: ActivityID) -> UnsafeMutablePointer<ActivityHead>? {
        guard id.index < used, id.shard == shard else { return nil }
        let head = head(id.index)
        guard head.pointee.generation == id.generation, head.pointee.phase != .free else { return nil }
        return head
    }

    /// A row for a new activity, with state and attributes not initialized; `nil` if all are in use.
    func allocate() -> Int? {
        if let index = free.popLast() { return Int(index) }
        guard used < ActivityID.indicesMax else { return nil }
        appendRow(generation: generation(firstOf: used))
        return used - 1
    }

    /// Moves an activity to another phase, and counts it there.
    func setPhase(_ phase: ActivityHead.Phase, _ head: UnsafeMutablePointer<ActivityHead>) {
        if head.pointee.phase != .free { phases[Int(head.pointee.phase.rawValue)] -= 1 }
        if phase != .free { phases[Int(phase.rawValue)] += 1 }
        head.pointee.phase = phase
    }

    /// Counts an activity that a snapshot or a store has put into its row.
    func countRestored(_ head: UnsafeMutablePointer<ActivityHead>) { phases[Int(head.pointee.phase.rawValue)] += 1 }

    /// Frees a row whose state and attributes are destroyed.
    ///
    /// - Parameters:
    ///   - order: The sequence of the dismissal.
    ///   - quarantines: Whether the row may not be used again before ``releaseQuarantined(upTo:)``.
    func release(_ index: Int, order: UInt64, quarantines: Bool) {
        let head = head(index)
        setPhase(.free, head)
        head.pointee.isDirty = false
        head.pointee.isPersisted = false
        head.pointee.order = order
        head.pointee.key = nil
        head.pointee.extras = nil
        head.pointee.generation = (head.pointee.generation + 1) % ActivityID.generationsMax
        head.pointee.usesLeft -= 1
        guard head.pointee.usesLeft > 0 else { return }
        if quarantines { quarantined.append(UInt32(index)) } else { free.append(UInt32(index)) }
    }

    /// All free rows, the quarantined ones last.
    var freeList: [UInt32] { free + quarantined }

    /// The store has recorded the dismissals up to this one: their rows may be used again.
    ///
    /// - Returns: Whether there were such rows.
    func releaseQuarantined(upTo order: UInt64) -> Bool {
        let count = quarantined.firstIndex { head(Int($0)).pointee.order > order } ?? quarantined.count
        guard count > 0 else { return false }
        free += quarantined[..<count]
        quarantined.removeFirst(count)
        return true
    }

    /// Quarantines the rows that were freed last.
    ///
    /// - Parameter orders: The sequences of their dismissals.
    func quarantine(_ orders: [UInt64]) {
        guard orders.count <= free.count else { return }
        quarantined = Array(free.suffix(orders.count))
        free.removeLast(orders.count)
        for (index, order) in zip(quarantined, orders) { head(Int(index)).pointee.order = order }
    }

    /// Adds a free row as a snapshot has it.
    func appendRow(generation: UInt32, usesLeft: UInt32 = ActivityID.generationsMax) {
        let capacity = ((1 << chunkCount) - 1) << Self.firstChunkBits
        if used == capacity {
            chunks[chunkCount] = SlabMemory.allocate(byteCount: byteCount(ofChunk: chunkCount), alignment: alignment)
            chunkCount += 1
        }
        used += 1
        head(used - 1).initialize(to: ActivityHead(generation: generation, usesLeft: usesLeft))
    }

    private var alignment: Int { max(64, provider.layout.alignment) }
    private func byteCount(ofChunk chunk: Int) -> Int { stride << (chunk + Self.firstChunkBits) }

    /// Adds a row that may not be used, because nothing is known of it yet.
    func appendUnknownRow() { appendRow(generation: generation(firstOf: used), usesLeft: 0) }

    func setFree(_ indices: [UInt32]) { free = indices }

    /// Sets the generation of a free row, before an activity is restored in it, or because one was in it before.
    func renumber(_ index: Int, generation: UInt32, usesLeft: UInt32, order: UInt64 = 0) {
        head(index).pointee.generation = generation
        head(index).pointee.usesLeft = usesLeft
        head(index).pointee.order = order
    }

    /// The first generation of a row. It differs between seeds, and between runs of one store with the same seed, so
    /// that an id of one run is not valid in another.
    private func generation(firstOf index: Int) -> UInt32 {
        var mixed = seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (UInt32(truncatingIfNeeded: mixed ^ mixed >> 31) % ActivityID.generationsMax &+ (run &- 1))
            % ActivityID.generationsMax
    }
}
