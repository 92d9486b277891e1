/// The changes that were not drained yet. Its buffers are kept and filled again.
@usableFromInline struct ChangeLog {
    @usableFromInline var records: [Record] = []
    /// Contents as JSON, one after the other, where the size check has written them already.
    @usableFromInline var bytes: [UInt8] = []
    var alerts: [AlertConfiguration] = []
    var texts: [String] = []
    var starts: [StartNote] = []
    var sequence: UInt64 = 0

    init() {}

    /// One change, without what only some have: that stands in the other buffers at `place`.
    @usableFromInline struct Record {
        var sequence: UInt64
        var at: Double
        var id: ActivityID
        var owner: UInt32
        var revision: UInt32
        var what: Kind
        var state: ActivityState
        var reason: UInt8 = 0
        /// Index into `alerts`, `texts` or `starts`.
        var place: Int32 = -1
        var posted: Engine.Posted
        var staleDate: Double = .infinity
        var relevance: Double = 0
        /// Of a schedule or a dismissal; of a renewal the successor's bits.
        var date: Double = 0
        var other: ActivityID?
    }

    enum Kind: UInt8 {
        case scheduled, started, updated, alerted, becameStale, becameActive, ended, dismissed
        case refusedLateUpdate, ignored, refused, alertSuppressed, faulted
    }

    struct StartNote {
        var key: StartKey?
        var predecessor: ActivityID?
    }
}

/// One change while it is being drained: what happened, with its content still in the provider's own type.
///
/// Valid until the closure that was given it returns; ``change()`` makes it last.
public struct PendingChange: ~Copyable {
    let record: ChangeLog.Record
    let slab: ActivitySlab
    let owners: UnsafePointer<OwnerTable>
    let log: UnsafeMutablePointer<ChangeLog>
    let encoder: JanssonEncoder

    public var sequence: UInt64 { record.sequence }
    public var at: Date { Date(timeIntervalSinceReferenceDate: record.at) }
    public var activity: ActivityID { record.id }
    public var kind: ActivityKind { slab.provider.kind }
    public var owner: OwnerID { owners.pointee[record.owner].name }
    public var revision: UInt32 { record.revision }
    public var state: ActivityState { record.state }

    public var what: Change.What {
        let place = Int(record.place)
        switch record.what {
        case .scheduled: return .scheduled(for: Date(timeIntervalSinceReferenceDate: record.date))
        case .started: return .started
        case .updated: return .updated
        case .alerted: return .alerted(log.pointee.alerts[place])
        case .becameStale: return .becameStale
        case .becameActive: return .becameActive
        case .ended:
            return .ended(by: endReason, dismissal: Date(timeIntervalSinceReferenceDate: record.date))
        case .dismissed: return .dismissed(by: Change.DismissalReason(index: record.reason))
        case .refusedLateUpdate: return .refusedLateUpdate
        case .ignored: return .ignored(record.reason == 0 ? .olderTimestamp : .repeatedEvent)
        case .refused: return .refused(reason: log.pointee.texts[place])
        case .alertSuppressed: return .alertSuppressed(log.pointee.alerts[place])
        case .faulted: return .faulted(reason: log.pointee.texts[place])
        }
    }

    /// Whether the change brings new content.
    public var hasContent: Bool { record.posted.state >= 0 }

    /// The new content, if the change brings any and it is of this type.
    public func content<Attributes: ActivityAttributes>(of _: Attributes.Type) -> ActivityContent<Attributes.ContentState>? {
        guard hasContent, slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self) else { return nil }
        // `hasContent` says that the state was posted.
        let states = slab.outbox.pointee.states.unsafelyUnwrapped.assumingMemoryBound(to: Attributes.ContentState.self)
        return ActivityContent(
            state: states[Int(record.posted.state)], staleDate: Date(deadline: record.staleDate),
            relevanceScore: record.relevance)
    }

    /// The same as a value that lasts, with its content as JSON.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and the content cannot be written.
    public func change() throws(EngineError) -> Change {
        var change = Change(
            sequence: sequence, at: at, activity: activity, kind: kind, owner: owner, revision: revision, state: state,
            what: what)
        if hasContent {
            change.content = EncodedContent(
                state: try encodedState(), staleDate: Date(deadline: record.staleDate), relevanceScore: record.relevance)
        }
        if record.posted.attributes >= 0 {
            let operations = slab.provider.operations
            let attributes =
                slab.outbox.pointee.attributes.unsafelyUnwrapped
                + Int(record.posted.attributes) * operations.attributesStride
            var bytes: [UInt8] = []
            do { try operations.encodeAttributes(attributes, encoder, &bytes) } catch {
                throw EngineError(error, writing: "attributes")
            }
            let note = log.pointee.starts[Int(record.place)]
            change.start = Change.Start(
                attributes: JSONText(trusted: bytes), key: note.key, predecessor: note.predecessor)
        }
        return change
    }

    private func encodedState() throws(EngineError) -> JSONText {
        if !record.posted.bytes.isEmpty { return JSONText(trusted: Array(log.pointee.bytes[record.posted.bytes])) }
        let operations = slab.provider.operations
        let state = slab.outbox.pointee.states.unsafelyUnwrapped + Int(record.posted.state) * operations.stateStride
        var bytes: [UInt8] = []
        do { try operations.encodeState(state, encoder, &bytes) } catch { throw EngineError(error, writing: "content") }
        return JSONText(trusted: bytes)
    }

    private var endReason: Change.EndReason {
        switch record.reason {
        case 0: .host
        case 1: .provider
        case 2: .endDate
        case 3: .timeLimit
        case 4: .lease
        case 5: .person
        case 6: .permission
        case 7: .replaced
        // Only a renewal names another activity.
        default: .renewed(record.other ?? record.id)
        }
    }
}

extension Change.EndReason {
    var index: UInt8 {
        switch self {
        case .host: 0
        case .provider: 1
        case .endDate: 2
        case .timeLimit: 3
        case .lease: 4
        case .person: 5
        case .permission: 6
        case .replaced: 7
        case .renewed: 8
        }
    }
}

extension Change.DismissalReason {
    var index: UInt8 {
        switch self {
        case .policy: 0
        case .person: 1
        case .gone: 2
        }
    }

    init(index: UInt8) { self = index == 0 ? .policy : index == 1 ? .person : .gone }
}

extension Engine {
    /// Whether there is anything to drain.
    @inlinable public var hasChanges: Bool { !log.records.isEmpty }

    /// Hands over each change since the last time, in order, and forgets them.
    ///
    /// - Parameter body: Must not keep what it is given. When it throws, the changes it has not seen are forgotten too.
    public mutating func drainChanges<Failure: Error>(
        _ body: (borrowing PendingChange) throws(Failure) -> Void
    ) throws(Failure) {
        guard !log.records.isEmpty else { return }
        defer { forgetChanges() }
        let (slabs, encoder) = (slabs, encoder)
        let count = log.records.count
        try withUnsafePointer(to: owners) { (owners) throws(Failure) in
            try withUnsafeMutablePointer(to: &log) { (log) throws(Failure) in
                for place in 0..<count {
                    let record = log.pointee.records[place]
                    try body(
                        PendingChange(record: record, slab: slabs[record.id.kind], owners: owners, log: log, encoder: encoder))
                }
            }
        }
    }

    /// The changes since the last time, as values that last.
    public mutating func takeChanges() throws(EngineError) -> [Change] {
        var changes: [Change] = []
        changes.reserveCapacity(log.records.count)
        try drainChanges { (pending) throws(EngineError) in changes.append(try pending.change()) }
        return changes
    }

    private mutating func forgetChanges() {
        log.records.removeAll(keepingCapacity: true)
        log.bytes.removeAll(keepingCapacity: true)
        if !log.alerts.isEmpty { log.alerts.removeAll(keepingCapacity: true) }
        if !log.texts.isEmpty { log.texts.removeAll(keepingCapacity: true) }
        if !log.starts.isEmpty { log.starts.removeAll(keepingCapacity: true) }
        for slab in slabs { slab.provider.operations.clearOutbox(&slab.outbox.pointee) }
        owners.releaseParted()
    }

    /// Notes one change of `life`, which is as it is after the change.
    func note(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, reason: UInt8 = 0, place: Int = -1,
        posted: Posted = Posted(), date: Double = 0, other: ActivityID? = nil, at: Double, sequence: UInt64
    ) -> ChangeLog.Record {
        ChangeLog.Record(
            sequence: sequence, at: at, id: id, owner: life.pointee.owner, revision: life.pointee.revision, what: what,
            state: what == .dismissed ? .dismissed : life.pointee.phase.state, reason: reason, place: Int32(place),
            posted: posted, staleDate: life.pointee.staleDate, relevance: life.pointee.relevance, date: date, other: other)
    }
}
