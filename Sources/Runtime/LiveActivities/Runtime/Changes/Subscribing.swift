package import LiveActivityCore
package import LiveActivityHost

// Used by modules of this package that build their own sequences of a runtime's changes (`LiveActivityKit`).
extension LiveActivityRuntime {
    /// Passes changes to a receiver, under the lock of their shard, until the returned object is released.
    ///
    /// - Parameter first: Called before the first change, atomically with the registration. Not called for several shards at
    ///   once.
    package func subscribe(
        _ filter: ChangeFilter, _ receiver: some TypedReceiver,
        first: @Sendable (borrowing Engine, inout WakeUps) -> Void = { _, _ in }
    ) -> ChangeSubscription {
        let (id, shards) = (nextListener(), shards(of: filter))
        for shard in shards { shard.add(id, filter, .typed(receiver), first: first) }
        if shards.isEmpty {
            var wakeUps = WakeUps()
            receiver.finish(&wakeUps)
            wakeUps.callIfAny()
        }
        return ChangeSubscription(id: id, filter: filter, shards: shards.map { WeakShard($0) })
    }
}

/// A receiver's registration with a runtime. It ends when this is released, and does not retain the runtime.
package final class ChangeSubscription: Sendable {
    private let id: Listener.ID
    private let filter: ChangeFilter
    private let shards: [WeakShard]

    init(id: Listener.ID, filter: ChangeFilter, shards: [WeakShard]) {
        self.id = id
        self.filter = filter
        self.shards = shards
    }

    deinit { for shard in shards { shard.shard?.depart(id, filter) } }
}
