/// Where the activities of one kind are kept: rows addressed by index, their attributes and states unboxed beside each other.
///
/// A row is a ``Life``, then the state, then the attributes. What must know their types goes through the provider's
/// ``ProviderOperations``, which the compiler specialises where the provider is registered.
@usableFromInline final class ActivitySlab {
    @usableFromInline let ordinal: Int
    @usableFromInline let provider: AnyProvider
    @usableFromInline let shard: Int
    let seed: UInt64
    private let run: UInt32

    // Each chunk is twice as large as the one before, so rows never move and a small engine stays small. The table is
    // a plain buffer behind a `let`: reading it needs no exclusivity check.
    @usableFromInline static let firstChunkBits = 6
    @usableFromInline let stride: Int
    /// Cache lines from a row's start that most events touch: its life and its state.
    @usableFromInline let prefetchedLines: Int
    @usableFromInline let chunks: UnsafeMutablePointer<UnsafeMutableRawPointer>
    private var chunkCount = 0

    /// Rows that were ever used.
    @usableFromInline private(set) var used = 0
    /// Rows to use again, the latest last.
    private(set) var free: [UInt32] = []
    /// Rows to use again once it is kept that nobody lives there any more; the latest last.
    private(set) var quarantined: [UInt32] = []

    /// States and attributes that undrained changes refer to.
    @usableFromInline let outbox: UnsafeMutablePointer<TypedOutbox>

    init(ordinal: Int, provider: AnyProvider, shard: Int, seed: UInt64, run: UInt32) {
        self.ordinal = ordinal
        self.provider = provider
        self.shard = shard
        stride = provider.layout.stride
        prefetchedLines = min((provider.operations.stateOffset + provider.operations.stateStride + 63) / 64, 8)
        self.seed = seed
        self.run = run
        chunks = .allocate(capacity: 32)
        outbox = .allocate(capacity: 1)
        outbox.initialize(to: TypedOutbox())
    }

    deinit {
        for index in 0..<used where life(index).pointee.phase != .free { provider.operations.destroyRow(row(index)) }
        for index in 0..<used { life(index).deinitialize(count: 1) }
        for chunk in 0..<chunkCount { chunks[chunk].deallocate() }
        chunks.deallocate()
        provider.operations.clearOutbox(&outbox.pointee)
        outbox.pointee.deallocate()
        outbox.deinitialize(count: 1)
        outbox.deallocate()
    }

    // MARK: - Rows

    @inlinable func row(_ index: Int) -> UnsafeMutableRawPointer {
        let place = index &+ (1 &<< Self.firstChunkBits)
        let top = Int.bitWidth &- 1 &- place.leadingZeroBitCount
        return chunks[top &- Self.firstChunkBits] + (place ^ (1 &<< top)) &* stride
    }

    @inlinable func life(_ index: Int) -> UnsafeMutablePointer<Life> { row(index).assumingMemoryBound(to: Life.self) }

    /// Reads a byte of each of a row's first cache lines. Swift has no prefetch instruction, and a load whose result nothing waits for
    /// has the same effect.
    @inlinable func prefetch(_ index: Int, lines: Int) -> UInt8 {
        let row = row(index)
        var value: UInt8 = 0
        for line in 0..<lines { value ^= row.load(fromByteOffset: line &* 64, as: UInt8.self) }
        return value
    }

    @inlinable func id(_ index: Int) -> ActivityID {
        ActivityID(kind: ordinal, shard: shard, generation: life(index).pointee.generation, index: index)
    }

    /// The row that `id` means, if whoever it means still lives there.
    @inlinable func resolve(_ id: ActivityID) -> UnsafeMutablePointer<Life>? {
        guard id.index < used, id.shard == shard else { return nil }
        let life = life(id.index)
        guard life.pointee.generation == id.generation, life.pointee.phase != .free else { return nil }
        return life
    }

    /// A row for a new activity, its state and attributes not initialized; `nil` when there are no more.
    func allocate() -> Int? {
        if let index = free.popLast() { return Int(index) }
        guard used < ActivityID.indicesMax else { return nil }
        appendRow(generation: generation(firstOf: used))
        return used - 1
    }

    /// Ends the use of a row whose state and attributes are destroyed.
    ///
    /// - Parameters:
    ///   - order: Grows from one release to the next.
    ///   - quarantines: Whether nobody may live there again before ``releaseQuarantined(upTo:)``.
    func release(_ index: Int, order: UInt64, quarantines: Bool) {
        let life = life(index)
        life.pointee.phase = .free
        life.pointee.isDirty = false
        life.pointee.isPersisted = false
        life.pointee.order = order
        life.pointee.key = nil
        life.pointee.extras = nil
        life.pointee.generation = (life.pointee.generation + 1) % ActivityID.generationsMax
        life.pointee.usesLeft -= 1
        guard life.pointee.usesLeft > 0 else { return }
        if quarantines { quarantined.append(UInt32(index)) } else { free.append(UInt32(index)) }
    }

    /// All rows to use again sooner or later, the latest last.
    var vacant: [UInt32] { free + quarantined }

    /// It is kept that nobody lives in the rows that were left up to a dismissal: they may be used again.
    ///
    /// - Returns: Whether there were any.
    func releaseQuarantined(upTo order: UInt64) -> Bool {
        let count = quarantined.firstIndex { life(Int($0)).pointee.order > order } ?? quarantined.count
        guard count > 0 else { return false }
        free += quarantined[..<count]
        quarantined.removeFirst(count)
        return true
    }

    /// Says of the rows to use again that were left last that this is not kept yet.
    ///
    /// - Parameter orders: Of their dismissals.
    func rest(_ orders: [UInt64]) {
        guard orders.count <= free.count else { return }
        quarantined = Array(free.suffix(orders.count))
        free.removeLast(orders.count)
        for (index, order) in zip(quarantined, orders) { life(Int(index)).pointee.order = order }
    }

    /// Adds a free row as a snapshot has it.
    func appendRow(generation: UInt32, usesLeft: UInt32 = ActivityID.generationsMax) {
        let capacity = ((1 << chunkCount) - 1) << Self.firstChunkBits
        if used == capacity {
            let rows = 1 << (chunkCount + Self.firstChunkBits)
            chunks[chunkCount] = .allocate(
                byteCount: rows * provider.layout.stride, alignment: max(64, provider.layout.alignment))
            chunkCount += 1
        }
        used += 1
        life(used - 1).initialize(to: Life(generation: generation, usesLeft: usesLeft))
    }

    /// Adds a row of which nothing is known yet. Nobody may live there.
    func appendUnknownRow() { appendRow(generation: generation(firstOf: used), usesLeft: 0) }

    func setFree(_ indices: [UInt32]) { free = indices }

    /// Says which activity lives in a row that stands for none yet, or will.
    func renumber(_ index: Int, generation: UInt32, usesLeft: UInt32, order: UInt64 = 0) {
        life(index).pointee.generation = generation
        life(index).pointee.usesLeft = usesLeft
        life(index).pointee.order = order
    }

    /// Differs between seeds, so that ids of one run mean nothing in another, and between runs that go on with the same seed.
    private func generation(firstOf index: Int) -> UInt32 {
        var mixed = seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return (UInt32(truncatingIfNeeded: mixed ^ mixed >> 31) % ActivityID.generationsMax &+ (run &- 1))
            % ActivityID.generationsMax
    }
}

extension Life {
    init(generation: UInt32, usesLeft: UInt32) {
        self.init(
            generation: generation, revision: 0, owner: 0, phase: .free, armed: .infinity, staleDate: .infinity,
            wake: .infinity, closing: .infinity, relevance: 0, epoch: 0, latest: 0, startedAt: 0, extras: nil,
            attributesBytes: 0, usesLeft: usesLeft, timestamp: -.infinity, alerts: 0, alertsSince: -.infinity, order: 0,
            nextOfOwner: nil, previousOfOwner: nil, key: nil)
    }
}

/// Copies of states and attributes, of the types that one provider has, until the changes that refer to them are drained.
@usableFromInline struct TypedOutbox {
    @usableFromInline var states: UnsafeMutableRawPointer?
    @usableFromInline var stateCount = 0
    @usableFromInline var stateCapacity = 0
    @usableFromInline var attributes: UnsafeMutableRawPointer?
    @usableFromInline var attributesCount = 0
    @usableFromInline var attributesCapacity = 0

    init() {}

    @inlinable mutating func append<State>(state: borrowing State) -> Int {
        if stateCount == stateCapacity {
            states = Self.grow(states, State.self, count: stateCount, capacity: &stateCapacity)
        }
        // The branch above has just made it.
        let base = states.unsafelyUnwrapped.assumingMemoryBound(to: State.self)
        (base + stateCount).initialize(to: copy state)
        stateCount += 1
        return stateCount - 1
    }

    @inlinable mutating func append<Attributes>(attributes value: borrowing Attributes) -> Int {
        if attributesCount == attributesCapacity {
            attributes = Self.grow(attributes, Attributes.self, count: attributesCount, capacity: &attributesCapacity)
        }
        let base = attributes.unsafelyUnwrapped.assumingMemoryBound(to: Attributes.self)
        (base + attributesCount).initialize(to: copy value)
        attributesCount += 1
        return attributesCount - 1
    }

    @inlinable static func grow<Element>(
        _ old: UnsafeMutableRawPointer?, _: Element.Type, count: Int, capacity: inout Int
    ) -> UnsafeMutableRawPointer {
        capacity = max(16, capacity * 2)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        if let old {
            new.moveInitialize(from: old.assumingMemoryBound(to: Element.self), count: count)
            old.deallocate()
        }
        return UnsafeMutableRawPointer(new)
    }

    /// Both buffers' elements must have been deinitialized.
    mutating func deallocate() {
        states?.deallocate()
        attributes?.deallocate()
        self = TypedOutbox()
    }
}
