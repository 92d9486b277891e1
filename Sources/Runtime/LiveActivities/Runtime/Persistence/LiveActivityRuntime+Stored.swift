public import LiveActivityCore
import Synchronization

// For readers that must not act on a change that a crash could undo.
extension LiveActivityRuntime {
    /// Whether observers and queries may see changes that are not durable yet although commands wait for durability, as with a
    /// strict store. ``untilStored(_:)`` waits for it.
    public var mayShowUnstored: Bool {
        if case .strict? = storeWriter?.durability { true } else { false }
    }

    /// For each shard (``/LiveActivityCore/ActivityID/shard``), the sequence up to which changes are durable; that of the last
    /// change if nothing waits for the store.
    public var storedSequences: [UInt64] {
        shards.map { $0.state.withLock { mayShowUnstored ? $0.host.storedSequence : .max } }
    }

    /// Calls `receive` after each stored batch, as ``storedSequences`` may have grown. It is called on the thread that wrote
    /// the batch, so it must return quickly. There is one receiver; another call replaces it.
    package func setStoredReceiver(_ receive: @escaping @Sendable () -> Void) {
        storeWriter?.didStore.withLock { $0 = Callback(receive) }
    }

    /// Returns when everything that queries and observers saw before this call is stored. Returns at once if nothing waits for
    /// the store, and always without a store or with relaxed durability.
    ///
    /// - Parameter activity: Waits only for this activity's changes; for all if `nil`.
    /// - Throws: ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` if the store fails,
    ///   ``/LiveActivityHost/RuntimeError/fenced(reason:)`` if it belongs to another runtime.
    public nonisolated(nonsending) func untilStored(_ activity: ActivityID? = nil) async throws(RuntimeError) {
        guard let storeWriter, mayShowUnstored else { return }
        let read = if let activity { [try shard(of: activity)] } else { shards }
        guard !read.allSatisfy({ $0.state.withLock { $0.host.isStored } }) else { return }
        // A failing store is retried each second rather than by every reader.
        if let refusal = storeWriter.refusal() { throw refusal }
        switch await storeWriter.written() {
        case nil: return
        case .fenced(let reason)?: throw .fenced(reason: reason)
        case .some(let failure): throw .storeUnavailable(reason: failure.description)
        }
    }
}
