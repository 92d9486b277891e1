public import LiveActivityCore
public import LiveActivityHost
import Synchronization

/// A whole runtime as a value: the snapshots of its shards.
public struct RuntimeSnapshot: Codable, Hashable, Sendable {
    /// The shards' snapshots, in the order of the shards' numbers.
    public var shards: [Snapshot]

    /// Creates a snapshot of a runtime from those of its shards.
    public init(shards: [Snapshot]) { self.shards = shards }

    /// Decodes a snapshot from JSON, without the limits of a `WireDecoder`. An activity that cannot be decoded is set aside
    /// alone (``/LiveActivityCore/Snapshot/Kind/unreadable``).
    ///
    /// - Throws: `DecodingError`, if the text is not JSON or the snapshot as a whole cannot be decoded.
    public init(parsing text: [UInt8]) throws {
        self = try WireDecoder(limits: .stored).decode(RuntimeSnapshot.self, from: text)
    }
}

extension LiveActivityRuntime {
    /// Creates a snapshot of the runtime, preferably after `close()`.
    ///
    /// An owner's activities are from the same moment, and a published event is included for all its followers or for none.
    /// Owners in different shards may be from different moments.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``, if the size check is off and a content cannot be encoded as JSON.
    public func snapshot() throws(RuntimeError) -> RuntimeSnapshot {
        try publishing.withLock { (_) throws(RuntimeError) in
            var snapshot = RuntimeSnapshot(shards: [])
            for shard in shards {
                snapshot.shards.append(try shard.queryThrowing { (engine) throws(EngineError) in try engine.snapshot() })
            }
            return snapshot
        }
    }

    /// Replaces all activities with a snapshot's. Deadlines that have passed run next, each with its own date.
    ///
    /// Restoring causes no changes: a subscriber queries the state afterwards. The sequences of an activity that the snapshot
    /// does not have finish. Activities of kinds that are not registered wait until they are. An activity that cannot be
    /// decoded is skipped (``skippedActivities``) and stays in later snapshots. It is meant for a new runtime, but safe at any
    /// time.
    ///
    /// - Throws: As ``/LiveActivityHost/RuntimeError/engine(_:)``: ``/LiveActivityCore/EngineError/cannotRestore(reason:)``,
    ///   also for a runtime with a store, and if the snapshot has another number of shards, as ids contain their shard.
    ///   ``/LiveActivityHost/RuntimeError/closed``. The runtime is then unchanged.
    public func restore(_ snapshot: RuntimeSnapshot) throws(RuntimeError) {
        guard storeWriter == nil else { throw .engine(.cannotRestore(reason: "this runtime's state comes from its store")) }
        guard snapshot.shards.count == shards.count else {
            throw .engine(.cannotRestore(reason: "it has \(snapshot.shards.count) shards, this runtime has \(shards.count)"))
        }
        try publishing.withLock { (_) throws(RuntimeError) in
            let restored = try shards.indices.map { (index) throws(RuntimeError) in
                try shards[index].restored(snapshot.shards[index])
            }
            // From here on, only the closing of the runtime can cause an error, and it closes all shards.
            for (shard, engine) in zip(shards, restored) { try shard.replaceEngine(engine) }
        }
    }
}

extension Shard {
    /// An engine like this shard's, restored from a snapshot.
    fileprivate func restored(_ snapshot: Snapshot) throws(RuntimeError) -> EngineHandover {
        let (configuration, providers) = query { ($0.configuration, $0.providers) }
        var engine = Engine(configuration: configuration)
        do throws(EngineError) {
            for provider in providers { try engine.register(provider) }
            try engine.restore(snapshot)
        } catch {
            throw .engine(error)
        }
        return EngineHandover(engine)
    }

    fileprivate func replaceEngine(_ handover: EngineHandover) throws(RuntimeError) {
        let now = clock.now
        let wakeUps = try state.withLock { (state) throws(RuntimeError) -> WakeUps in
            guard !state.isClosed else { throw .closed }
            var wakeUps = WakeUps()
            guard var restored = handover.take() else { return wakeUps }
            // Updates held back by conflation are read from the rows of the former engine.
            state.listeners.flush(state.host.engine, &wakeUps)
            if let common {
                common.capacity.add(restored.activityCount - state.host.engine.slotsTaken)
                restored.slotsTaken = restored.activityCount
                restored.takeSlot = state.host.engine.takeSlot
                state.host.engine.shareTopics(nil)
                restored.shareTopics(common.topics)
            }
            state.listeners.move(from: state.host.engine, to: &restored, &wakeUps)
            state.host.engine = restored
            wakeUps.add(state.settle(at: now, self))
            return wakeUps
        }
        wakeUps.callIfAny()
        reportPermissions()
    }
}

/// Passes an engine from one lock to another.
private final class EngineHandover: Sendable {
    private let engine: Mutex<Engine?>

    init(_ engine: consuming sending Engine) { self.engine = Mutex(engine) }

    func take() -> sending Engine? {
        engine.withLock { engine in
            var taken: Engine?
            swap(&taken, &engine)
            return taken
        }
    }
}
