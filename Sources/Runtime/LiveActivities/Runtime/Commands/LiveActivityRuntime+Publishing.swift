package import LiveActivityCore
import LiveActivityHost

extension LiveActivityRuntime {
    /// Publishes in each shard that has followers, like a single engine with all of them.
    ///
    /// - Parameter isTyped: Whether the event's own type determines its kinds.
    @usableFromInline func published(
        to topic: Topic, kind: ActivityKind?, _ eventID: EventID?, _ timestamp: Date?, isTyped: Bool,
        _ publish: (Shard, ActivityKind?, Date) -> Applied<Outcome>
    ) -> Applied<Outcome> {
        let now = clock.now
        do throws(RuntimeError) {
            let outcome = try publishEverywhere(to: topic, kind, eventID, timestamp, isTyped: isTyped, at: now, publish)
            return Applied(.success(outcome), isDirty: true)
        } catch {
            switch error {
            case .storeUnavailable, .closed, .fenced: return Applied(notAdmitted: error)
            // Time has advanced nevertheless, so there may be something to write.
            default: return Applied(.failure(error), isDirty: true)
            }
        }
    }

    private func publishEverywhere(
        to topic: Topic, _ kind: ActivityKind?, _ eventID: EventID?, _ timestamp: Date?, isTyped: Bool, at now: Date,
        _ publish: (Shard, ActivityKind?, Date) -> Applied<Outcome>
    ) throws(RuntimeError) -> Outcome {
        // Done before the publishing lock is taken, which a batch needs.
        if storeWriter != nil {
            for shard in shards { if let refusal = shard.catchUp(to: now) { throw refusal } }
        }
        if shards.count == 1 { return try publish(shards[0], kind, now).result.get() }
        return try publishing.withLock { (_) throws(RuntimeError) in
            var followed: [Shard] = []
            var kinds: Set<ActivityKind> = []
            var ignored: Change.IgnoreReason?
            for shard in shards {
                let here = try shard.command(at: now) { (engine, now) throws(EngineError) in
                    engine.advance(to: now)
                    return engine.reception(of: topic, eventID: eventID, timestamp: timestamp)
                }.result.get()
                if !here.kinds.isEmpty { followed.append(shard) }
                kinds.formUnion(here.kinds)
                // "Repeated" is checked before "too old", as in a single engine.
                if here.ignored == .repeatedEvent || ignored == nil { ignored = here.ignored }
            }
            // No activity follows the topic, so any shard can check the event itself.
            guard !followed.isEmpty else { return try publish(shards[0], kind, now).result.get() }
            let all = kinds
            if kind == nil, !isTyped, !shards[0].query({ $0.haveSameEvents(all) }) {
                throw .engine(.ambiguousKind(attributes: "followers of '\(topic)'", kinds: kinds.sorted()))
            }
            if let ignored { return .ignored(ignored) }
            var report = PublishReport()
            for (number, shard) in followed.enumerated() {
                // The first shard may throw, for an event that cannot be decoded; the others would decode it equally.
                let outcome: Outcome
                do throws(RuntimeError) { outcome = try publish(shard, kind, now).result.get() } catch {
                    // The store began to fail in between: earlier shards have applied the event.
                    if number > 0, case .storeUnavailable(let reason) = error { throw .notDurable(reason: reason) }
                    throw error
                }
                if number == 0 { shard.common?.topics.remember(topic, eventID, timestamp) }
                guard case .published(let part) = outcome else { continue }
                report.add(part)
            }
            return .published(report)
        }
    }
}
