/// An `updated` that conflation holds back, without its content.
///
/// Most held updates are replaced by a newer one before they are passed on. So nothing is copied or encoded for them: an update
/// that is finally passed on is built from the activity's row. The row has the content of the newest drained update, so it is
/// the right one, except while changes are drained: a command may have changed the content again after a change before which
/// the held update must be passed on. For that case ``ActivityHead/isHeld`` makes the engine copy the row's state to the
/// pending contents when it records a change without content.
package struct HeldUpdate: Sendable {
    package let sequence: UInt64
    let at: Double
    let revision: UInt32
    let state: ActivityState
    /// The trace of the command that caused it. Few updates have one, so it is stored separately.
    let trace: HeldTrace?

    final class HeldTrace: Sendable {
        let context: TraceContext

        init(_ context: TraceContext) { self.context = context }
    }
}

extension PendingChange {
    /// Whether this is an `updated`.
    @inlinable package var isUpdate: Bool { record.what == .updated }

    /// Whether this is the activity's last change.
    @inlinable package var isDismissal: Bool { record.what == .dismissed }

    /// The engine's slot of the owner (``Engine/watch(_:)``).
    @inlinable package var ownerSlot: UInt32 { record.owner }

    /// Records an update, so that ``change(of:)`` or ``Engine/change(of:_:)`` can build the change later.
    package func hold() -> HeldUpdate {
        let record = record
        // Not retained, as the engine keeps its slabs.
        Unmanaged.passUnretained(slab)._withUnsafeGuaranteedRef { $0.resolve(record.id)?.pointee.isHeld = true }
        return HeldUpdate(
            sequence: record.sequence, at: record.at, revision: record.revision, state: record.state,
            trace: trace.map { HeldUpdate.HeldTrace($0) })
    }

    /// The held update of the same activity that this change follows.
    package func change(of held: HeldUpdate) -> Change {
        let record = record
        let first = engine.pointee.log.records[0].sequence
        if held.sequence >= first {
            return PendingChange(engine: engine, index: Int(held.sequence - first)).changeOrOutline()
        }
        // It was drained earlier; the engine has copied its state if it could have been replaced since.
        let operations = slab.provider.operations
        let state =
            record.held == ChangeLog.Record.none
            ? UnsafeRawPointer(slab.row(record.id.index) + operations.rows.stateOffset)
            : UnsafeRawPointer(
                slab.pendingContents.pointee.states.unsafelyUnwrapped + Int(record.held) * operations.rows.stateStride)
        return engine.pointee.change(
            of: held, record.id, owner, state, staleDate: record.staleDate, relevance: record.relevance)
    }

    /// The change as a value that can be stored, without its content if that cannot be encoded as JSON, which is possible only
    /// without the size check.
    package func changeOrOutline() -> Change {
        do { return try change() } catch {
            return Change(
                sequence: sequence, at: at, activity: activity, kind: kind, owner: owner, revision: revision, state: state,
                what: what, trace: trace)
        }
    }
}

extension Engine {
    /// The held update of an activity without undrained changes.
    ///
    /// - Returns: The change; `nil` if the activity does not exist.
    package func change(of held: HeldUpdate, _ id: ActivityID) -> Change? {
        guard id.kind < slabs.count, let head = slabs[id.kind].resolve(id) else { return nil }
        let slab = slabs[id.kind]
        return change(
            of: held, id, owners[head.pointee.owner].name,
            UnsafeRawPointer(slab.row(id.index) + slab.provider.operations.rows.stateOffset),
            staleDate: head.pointee.staleDate, relevance: head.pointee.relevance)
    }

    fileprivate func change(
        of held: HeldUpdate, _ id: ActivityID, _ owner: OwnerID, _ state: UnsafeRawPointer, staleDate: Double, relevance: Double
    ) -> Change {
        let provider = slabs[id.kind].provider
        var (bytes, content): ([UInt8], EncodedContent?) = ([], nil)
        if (try? provider.operations.json.encodeState(state, encoder, &bytes)) != nil {
            content = EncodedContent(
                state: JSONText(trusted: bytes), staleDate: Date(deadline: staleDate), relevanceScore: relevance)
        }
        return Change(
            sequence: held.sequence, at: Date(timeIntervalSinceReferenceDate: held.at), activity: id, kind: provider.kind,
            owner: owner, revision: held.revision, state: held.state, what: .updated, content: content,
            trace: held.trace?.context)
    }

    /// Copies a row's state to the pending contents for the latest record, because a held update may have to be passed on
    /// before it.
    mutating func preserveHeld(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        head.pointee.isHeld = false
        // If the row's content belongs to an undrained change, that change replaces the held update.
        guard !log.isUnread(id, head) else { return }
        let slab = slabs[id.kind]
        log.setHeld(pending: slab.provider.operations.rows.saveState(slab.row(id.index), &slab.pendingContents.pointee))
    }

    // MARK: - Owners with subscribers

    /// Returns a constant number by which an owner's changes can be recognised (``PendingChange/ownerSlot``), until
    /// ``unwatch(_:)``.
    ///
    /// Looking an owner up by its name would hash the name for each change, whether it has a subscriber or not.
    package mutating func watch(_ owner: OwnerID) -> UInt32 {
        let slot = owners.slot(adding: owner)
        owners[slot].watchers += 1
        return slot
    }

    /// The number of a watched owner; `nil` if the engine has no data of this owner.
    package func ownerSlot(of owner: OwnerID) -> UInt32? { owners.slot(of: owner) }

    /// Releases the number when a subscriber has left.
    package mutating func unwatch(_ slot: UInt32) {
        owners[slot].watchers -= 1
        owners.releaseLater(slot)
        log.isPlain = false
    }
}
