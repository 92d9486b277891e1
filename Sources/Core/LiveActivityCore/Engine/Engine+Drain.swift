// Draining changes from the engine.
extension Engine {
    /// Whether there are changes to drain.
    @inlinable public var hasChanges: Bool { log.count > log.read }

    /// Passes each change since the last drain to `body`, in order, and removes them.
    ///
    /// - Parameter body: Must not store the pending change. If it throws, the changes that it has not received are
    ///   removed too.
    @inlinable
    public mutating func drainChanges<Failure: Error>(
        _ body: (borrowing PendingChange) throws(Failure) -> Void
    ) throws(Failure) {
        try drainChanges(atMost: .max, body)
    }

    /// Passes the first changes to `body`, in order, and removes them; the others wait.
    ///
    /// When none is left, their memory is used again, and ``EngineLimits/undrainedChanges`` counts from 0.
    /// - Parameters:
    ///   - limit: The largest number of changes.
    ///   - body: Must not store the pending change. If it throws, all changes up to `limit` are removed.
    @inlinable
    public mutating func drainChanges<Failure: Error>(
        atMost limit: Int, _ body: (borrowing PendingChange) throws(Failure) -> Void
    ) throws(Failure) {
        let indices = log.read..<log.read + min(max(limit, 0), log.count - log.read)
        guard !indices.isEmpty else {
            // A permission that did not change makes no change, but may leave an owner to remove.
            if log.count == 0, !log.isPlain { forgetChanges() }
            return
        }
        log.read = indices.upperBound
        defer { if log.read == log.count { forgetChanges() } }
        try withUnsafeMutablePointer(to: &self) { (engine) throws(Failure) in
            for index in indices { try body(PendingChange(engine: engine, index: index)) }
        }
    }

    /// Removes the changes since the last drain and returns them as values.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and content cannot be encoded;
    ///   all changes are removed then.
    public mutating func takeChanges() throws(EngineError) -> [Change] {
        var changes: [Change] = []
        changes.reserveCapacity(log.count)
        try drainChanges { (pending) throws(EngineError) in changes.append(try pending.change()) }
        return changes
    }

    @inlinable mutating func forgetChanges() {
        log.forgetRecords()
        if !log.isPlain || !log.bytes.isEmpty { forgetDetails() }
    }

    @usableFromInline mutating func forgetDetails() {
        guard !log.isPlain else {
            log.bytes.removeAll(keepingCapacity: true)
            return
        }
        log.clearDetails()
        for slab in slabs { slab.provider.operations.rows.clearPending(&slab.pendingContents.pointee) }
        owners.releaseUnused()
    }
}
