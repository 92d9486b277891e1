/// One change while it is drained, with its content in the provider's own type.
///
/// Valid until the closure that received it returns. ``change()`` makes a value that can be stored.
public struct PendingChange: ~Copyable {
    // Valid while the closure runs; no other code can use the engine meanwhile.
    @usableFromInline let engine: UnsafeMutablePointer<Engine>
    @usableFromInline let index: Int

    @inlinable init(engine: UnsafeMutablePointer<Engine>, index: Int) {
        self.engine = engine
        self.index = index
    }

    @inlinable var record: ChangeLog.Record { engine.pointee.log.records[index] }
    var slab: ActivitySlab { engine.pointee.slabs[record.id.kind] }

    /// The number of the change: the engine numbers its changes from 1, without gaps.
    @inlinable public var sequence: UInt64 { record.sequence }
    /// The time of the change.
    public var at: Date { Date(timeIntervalSinceReferenceDate: record.at) }
    /// The activity that changed.
    @inlinable public var activity: ActivityID { record.id }
    /// The activity's kind.
    public var kind: ActivityKind { slab.provider.kind }
    /// The activity's owner.
    public var owner: OwnerID { engine.pointee.owners[record.owner].name }
    /// The activity's version (``Change/revision``).
    public var revision: UInt32 { record.revision }
    /// The activity's state after the change.
    public var state: ActivityState { record.state }

    /// The trace of the command that caused it (``Change/trace``).
    public var trace: TraceContext? { engine.pointee.log.trace(of: index) }

    /// Whether the change is a report, which leaves the activity unchanged (``Change/What/isReport``).
    package var isReport: Bool { record.what.rawValue >= ChangeLog.Kind.refusedLateUpdate.rawValue }

    /// The kind of change, with its values.
    public var what: Change.What {
        let record = record
        let detail = Int(record.detail)
        switch record.what {
        case .scheduled: return .scheduled(for: Date(timeIntervalSinceReferenceDate: record.date))
        case .started: return .started
        case .updated: return .updated
        case .alerted: return .alerted(engine.pointee.log.alerts[detail])
        case .becameStale: return .becameStale
        case .becameActive: return .becameActive
        case .ended:
            return .ended(
                by: Change.EndReason(record.reason, successor: record.other),
                dismissal: Date(timeIntervalSinceReferenceDate: record.date))
        case .dismissed: return .dismissed(by: Change.DismissalReason(record.reason))
        case .refusedLateUpdate: return .refusedLateUpdate
        case .ignored: return .ignored(record.reason == .repeatedEvent ? .repeatedEvent : .olderTimestamp)
        case .refused: return .refused(reason: engine.pointee.log.texts[detail])
        case .alertSuppressed: return .alertSuppressed(engine.pointee.log.alerts[detail])
        case .faulted: return .faulted(reason: engine.pointee.log.texts[detail])
        }
    }

    /// Whether the change has new content.
    public var hasContent: Bool { record.content != ChangeLog.Record.none }

    /// The new content; `nil` if the change has none, or of another type.
    public func content<Attributes: ActivityAttributes>(of _: Attributes.Type) -> ActivityContent<Attributes.ContentState>? {
        let record = record
        guard hasContent, slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self) else { return nil }
        return ActivityContent(
            state: state(of: record).assumingMemoryBound(to: Attributes.ContentState.self).pointee,
            staleDate: Date(deadline: record.staleDate), relevanceScore: record.relevance)
    }

    /// The change as a value that can be stored, with its content as JSON.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and the content cannot be
    ///   encoded.
    public func change() throws(EngineError) -> Change {
        let record = record
        var (content, start): (EncodedContent?, Change.Start?) = (nil, nil)
        if hasContent {
            content = EncodedContent(
                state: try encodedState(of: record), staleDate: Date(deadline: record.staleDate),
                relevanceScore: record.relevance)
        }
        if record.attributes >= 0 {
            let note = engine.pointee.log.starts[Int(record.detail)]
            start = Change.Start(
                attributes: try encodedAttributes(of: record), key: note.key, predecessor: note.predecessor)
        }
        // Not changed after it was made, as a copy of a change is costly.
        return Change(
            sequence: sequence, at: at, activity: activity, kind: kind, owner: owner, revision: revision, state: state,
            what: what, content: content, start: start, trace: trace)
    }

    /// Lends the new content's state in the provider's own type.
    ///
    /// - Returns: `false` if the change has no content; `body` was not called then.
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    package func withState(_ body: (LentValue) throws -> Void) throws(EngineError) -> Bool {
        guard hasContent else { return false }
        try slab.provider.operations.lendState(at: state(of: record), engine.pointee.encoder, body)
        return true
    }

    /// When the new content becomes stale; `nil` if it never does, or if the change has no content.
    public var staleDate: Date? { hasContent ? Date(deadline: record.staleDate) : nil }
    /// The relevance of the new content; 0 if the change has none.
    public var relevanceScore: Double { hasContent ? record.relevance : 0 }

    /// The key that the activity was started with; `nil` for changes other than a start.
    public var startKey: StartKey? { record.attributes >= 0 ? engine.pointee.log.starts[Int(record.detail)].key : nil }
    /// The activity that this one continues; `nil` for changes other than a start.
    public var predecessor: ActivityID? {
        record.attributes >= 0 ? engine.pointee.log.starts[Int(record.detail)].predecessor : nil
    }

    /// Lends the attributes if the change is an activity's start.
    ///
    /// - Returns: `false` for other changes; `body` was not called then.
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    package func withAttributes(_ body: (LentValue) throws -> Void) throws(EngineError) -> Bool {
        let record = record
        guard record.attributes >= 0 else { return false }
        let operations = slab.provider.operations
        let attributes =
            slab.pendingContents.pointee.attributes.unsafelyUnwrapped + Int(record.attributes)
            * operations.rows.attributesStride
        try operations.lendAttributes(at: UnsafeRawPointer(attributes), engine.pointee.encoder, body)
        return true
    }

    func state(of record: ChangeLog.Record) -> UnsafeRawPointer {
        let operations = slab.provider.operations
        if record.content == ChangeLog.Record.inRow {
            return UnsafeRawPointer(slab.row(record.id.index) + operations.rows.stateOffset)
        }
        // A record has an index only after its state was saved.
        return UnsafeRawPointer(
            slab.pendingContents.pointee.states.unsafelyUnwrapped + Int(record.content) * operations.rows.stateStride)
    }

    private func encodedState(of record: ChangeLog.Record) throws(EngineError) -> JSONText {
        if record.bytesCount > 0 {
            let start = Int(record.bytesStart)
            // An array made from a slice that is the whole array would share its memory, which is reserved for many changes.
            return engine.pointee.log.bytes.withUnsafeBufferPointer {
                JSONText(trusted: Array(UnsafeBufferPointer(rebasing: $0[start..<start + Int(record.bytesCount)])))
            }
        }
        var bytes: [UInt8] = []
        do {
            try slab.provider.operations.json.encodeState(state(of: record), engine.pointee.encoder, &bytes)
        } catch {
            throw EngineError(error, writing: "content")
        }
        return JSONText(trusted: bytes)
    }

    private func encodedAttributes(of record: ChangeLog.Record) throws(EngineError) -> JSONText {
        let operations = slab.provider.operations
        let attributes =
            slab.pendingContents.pointee.attributes.unsafelyUnwrapped + Int(record.attributes)
            * operations.rows.attributesStride
        var bytes: [UInt8] = []
        do {
            try operations.json.encodeAttributes(attributes, engine.pointee.encoder, &bytes)
        } catch {
            throw EngineError(error, writing: "attributes")
        }
        return JSONText(trusted: bytes)
    }
}
