// How changes leave the engine.
extension Engine {
    /// Whether there is anything to drain.
    @inlinable public var hasChanges: Bool { log.count > log.read }

    /// Hands over each change since the last time, in order, and forgets them.
    ///
    /// - Parameter body: Must not keep what it is given. When it throws, the changes it has not seen are forgotten too.
    @inlinable
    public mutating func drainChanges<Failure: Error>(
        _ body: (borrowing PendingChange) throws(Failure) -> Void
    ) throws(Failure) {
        try drainChanges(atMost: .max, body)
    }

    /// Hands over the changes that come first, in order; the others wait.
    ///
    /// Memory is reclaimed, and ``EngineLimits/undrainedChanges`` counts anew, when none waits any more.
    /// - Parameters:
    ///   - limit: How many at most.
    ///   - body: Must not keep what it is given. When it throws, the changes up to `limit` are forgotten.
    @inlinable
    public mutating func drainChanges<Failure: Error>(
        atMost limit: Int, _ body: (borrowing PendingChange) throws(Failure) -> Void
    ) throws(Failure) {
        let indices = log.read..<log.read + min(max(limit, 0), log.count - log.read)
        guard !indices.isEmpty else {
            // A permission that is as it was leaves no change, but an owner to forget.
            if log.count == 0, !log.isPlain { forgetChanges() }
            return
        }
        log.read = indices.upperBound
        defer { if log.read == log.count { forgetChanges() } }
        try withUnsafeMutablePointer(to: &self) { (engine) throws(Failure) in
            for index in indices { try body(PendingChange(engine: engine, index: index)) }
        }
    }

    /// The changes since the last time, as values that last.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and a content cannot be written; all
    ///   changes are then forgotten.
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
