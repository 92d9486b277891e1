/// The memory of one kind's activities: rows addressed by index, with states and attributes unboxed.
///
/// A row consists of an ``ActivityRest``, an ``ActivityHead``, the state, and the attributes. Its address is the head's, which
/// begins a cache line. Operations that need the types are in the provider's ``ProviderOperations``, which the compiler
/// specialises where ``AnyProvider`` is made.
@usableFromInline final class ActivitySlab {
    @usableFromInline let ordinal: Int
    @usableFromInline let provider: AnyProvider
    @usableFromInline let shard: Int
    let seed: UInt64
    /// The number of lost runs (``Engine/lostRuns``).
    private let lostRuns: UInt32

    // Each chunk is twice as large as the one before, so rows never move and a small engine stays small; the large ones
    // are in huge pages (``SlabMemory``). The table is a plain buffer behind a `let`: reading it needs no exclusivity check.
    @usableFromInline static let firstChunkBits = 6
    @usableFromInline let stride: Int
    /// The number of cache lines that most events touch, from a row's address: its head and its state.
    @usableFromInline let prefetchedLines: Int
    @usableFromInline let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private var chunkCount = 0

    /// The number of rows that were ever used. Behind a pointer, because every command reads it.
    @inlinable var used: Int { usedRows.pointee }
    @usableFromInline let usedRows: UnsafeMutablePointer<Int>
    /// The free list: rows to use again, the latest last.
    private(set) var free: [UInt32] = []
    /// The number of activities that have used each row since the last batch for the store; empty without a store.
    private var unwrittenUses: [UInt32: UInt32] = [:]
    /// The number of uses of each row in a batch that the store has not confirmed.
    private var unconfirmedUses: [UInt32: UInt32] = [:]

    /// The number of rows in each phase, indexed by the phase's raw value; free rows are not counted.
    private(set) var phases = [Int](repeating: 0, count: 5)

    /// States and attributes that undrained changes refer to.
    @usableFromInline let pendingContents: UnsafeMutablePointer<PendingContents>

    init(ordinal: Int, provider: AnyProvider, shard: Int, seed: UInt64, lostRuns: UInt32) {
        self.ordinal = ordinal
        self.provider = provider
        self.shard = shard
        stride = provider.layout.stride
        prefetchedLines = min((provider.operations.rows.stateOffset + provider.operations.rows.stateStride + 63) / 64, 8)
        self.seed = seed
        self.lostRuns = lostRuns
        chunks = .allocate(capacity: 32)
        usedRows = .allocate(capacity: 1)
        usedRows.initialize(to: 0)
        pendingContents = .allocate(capacity: 1)
        pendingContents.initialize(to: PendingContents())
    }

    deinit {
        for index in 0..<used where head(index).pointee.phase != .free { provider.operations.rows.destroy(row(index)) }
        for index in 0..<used { head(index).rest.deinitialize(count: 1) }
        for chunk in 0..<chunkCount {
            SlabMemory.deallocate(chunks[chunk] - front, byteCount: byteCount(ofChunk: chunk), alignment: alignment)
        }
        chunks.deallocate()
        usedRows.deallocate()
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

    /// Reads a byte of each of a row's first cache lines. Swift has no prefetch instruction, but a load whose result is not
    /// used has the same effect.
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
        // A crash could cause an id to be assigned again if the row was used too often since the last batch.
        if let index = free.last, uses(index) < ActivityIDAllocator.lostUsesMax - 1 {
            free.removeLast()
            head(Int(index)).rest.pointee.lostRuns = lostRuns
            return Int(index)
        }
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

    /// Frees a row whose state and attributes have been destroyed.
    ///
    /// - Parameters:
    ///   - order: The sequence of the dismissal.
    ///   - countsUses: Whether there is a store, so that a crash may lose unwritten uses.
    /// - Returns: How often the row was used since the store has written.
    func release(_ index: Int, order: UInt64, countsUses: Bool) -> Uses {
        let head = head(index)
        var uses = Uses.few
        if countsUses, !head.pointee.isPersisted {
            countUse(of: index)
            uses = Uses(self.uses(UInt32(index)))
        }
        setPhase(.free, head)
        head.pointee.isDirty = false
        head.pointee.isPersisted = false
        head.rest.pointee.order = order
        head.rest.pointee.key = nil
        head.extras = nil
        let step = step(after: head)
        head.pointee.generation = (head.pointee.generation + step) % ActivityID.generationsMax
        head.rest.pointee.usesLeft -= min(step, head.rest.pointee.usesLeft)
        if head.rest.pointee.usesLeft > 0 { free.append(UInt32(index)) }
        return uses
    }

    /// How often a row was used since the store has written, compared with `ActivityIDAllocator.lostUsesMax`.
    enum Uses {
        case few
        /// The store should write soon.
        case many
        /// The store must write before the next deadline. The remaining quarter is for a single command, which cannot wait.
        case usedUp

        init(_ count: UInt32) {
            self =
                switch count {
                case ..<(ActivityIDAllocator.lostUsesMax / 2): .few
                case ..<(ActivityIDAllocator.lostUsesMax * 3 / 4): .many
                default: .usedUp
                }
        }
    }

    /// Whether any row is ``Uses/usedUp``.
    var isUsedUp: Bool { unwrittenUses.keys.contains { if case .usedUp = Uses(uses($0)) { true } else { false } } }

    /// The increment to the generation of the row's next activity. Each process run whose last changes were lost may have
    /// assigned further generations to the row.
    private func step(after head: UnsafeMutablePointer<ActivityHead>) -> UInt32 {
        let lost = min(
            lostRuns - min(head.rest.pointee.lostRuns, lostRuns), ActivityID.generationsMax / ActivityIDAllocator.lostUsesMax)
        return 1 + lost * ActivityIDAllocator.lostUsesMax
    }

    /// Whether the row is free, and the activity with this id was the last one in it.
    func isFreed(by id: ActivityID) -> Bool {
        let head = head(id.index)
        return head.pointee.phase == .free
            && head.pointee.generation == (id.generation + step(after: head)) % ActivityID.generationsMax
    }

    private func uses(_ index: UInt32) -> UInt32 {
        if unwrittenUses.isEmpty, unconfirmedUses.isEmpty { return 0 }
        return unwrittenUses[index, default: 0] + unconfirmedUses[index, default: 0]
    }

    /// Counts an activity that has used a row and is not in the store.
    func countUse(of index: Int) { unwrittenUses[UInt32(index), default: 0] += 1 }

    /// Called when the uses so far are in a batch.
    func tookUses() {
        guard !unwrittenUses.isEmpty else { return }
        unconfirmedUses.merge(unwrittenUses, uniquingKeysWith: +)
        unwrittenUses = [:]
    }

    /// Called when the store has written the batch.
    func wroteUses() { unconfirmedUses = [:] }

    /// Adds a free row from a snapshot.
    func appendRow(generation: UInt32, usesLeft: UInt32 = ActivityID.generationsMax) {
        let capacity = ((1 << chunkCount) - 1) << Self.firstChunkBits
        if used == capacity {
            chunks[chunkCount] =
                SlabMemory.allocate(byteCount: byteCount(ofChunk: chunkCount), alignment: alignment) + front
            chunkCount += 1
        }
        usedRows.pointee += 1
        head(used - 1).initialize(to: ActivityHead(generation: generation))
        head(used - 1).rest.initialize(to: ActivityRest(usesLeft: usesLeft, lostRuns: lostRuns))
    }

    private var alignment: Int { max(64, provider.layout.alignment) }
    /// The bytes before the first head of a chunk: its ``ActivityRest``, and the padding that aligns the head.
    private var front: Int { RowLayout.up(MemoryLayout<ActivityRest>.stride, to: alignment) }
    private func byteCount(ofChunk chunk: Int) -> Int { front + stride << (chunk + Self.firstChunkBits) }

    /// Adds a row that must not be used, because its history is unknown.
    func appendUnknownRow() { appendRow(generation: generation(firstOf: used), usesLeft: 0) }

    func setFree(_ indices: [UInt32]) { free = indices }

    /// Sets the generation of a free row, before an activity is restored in it or because one was in it earlier.
    func renumber(_ index: Int, generation: UInt32, usesLeft: UInt32, order: UInt64 = 0) {
        head(index).pointee.generation = generation
        head(index).rest.pointee.usesLeft = usesLeft
        head(index).rest.pointee.order = order
    }

    /// The first generation of a row. It depends on the seed, so that an id of one engine is not valid in another. It also
    /// depends on the number of process runs whose last changes were lost, because these may have used the row.
    private func generation(firstOf index: Int) -> UInt32 {
        var mixed = seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (UInt32(truncatingIfNeeded: mixed ^ mixed >> 31) &+ lostRuns &* ActivityIDAllocator.lostUsesMax)
            % ActivityID.generationsMax
    }
}
