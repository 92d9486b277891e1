package import LiveActivityCore
package import LiveActivityHost

// Commands without the checks of ``/LiveActivityCore/EngineConfiguration/refusesMistakes``, for code written for ActivityKit,
// which accepts stale dates in the past and in the distant future.
extension LiveActivityRuntime {
    /// Starts an activity with ActivityKit's checks instead of the engine's stricter ones.
    package func startWithLenientChecks<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>, kind: ActivityKind, owner: OwnerID,
        options: StartOptions
    ) throws(RuntimeError) -> ActivityID {
        let applied = withCapacity(in: try shard(commanding: owner)) { shard in
            shard.commandWithValues(
                as: .start,
                journaled: { $0.journaledStart(attributes, content, kind, owner, options, isLenient: true) }
            ) { (engine, now) throws(EngineError) in
                try engine.withLenientChecks { (engine) throws(EngineError) in
                    try engine.start(attributes, content: content, kind: kind, owner: owner, options: options, at: now)
                }
            }
        }
        return try stored(applied)
    }

    /// Updates or ends an activity with ActivityKit's checks instead of the engine's stricter ones.
    ///
    /// - Parameter dismissal: Ends the activity with this policy; updates it if `nil`.
    package nonisolated(nonsending) func changeWithLenientChecks<State: Codable & Hashable>(
        _ id: ActivityID, _ content: ActivityContent<State>?, alert: AlertConfiguration?, dismissal: ActivityUIDismissalPolicy?,
        timestamp: Date?
    ) async throws(RuntimeError) -> Outcome {
        try await stored(appliedChange(id, content, alert, dismissal, timestamp))
    }

    private func appliedChange<State: Codable & Hashable>(
        _ id: ActivityID, _ content: ActivityContent<State>?, _ alert: AlertConfiguration?,
        _ dismissal: ActivityUIDismissalPolicy?,
        _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        try shard(of: id).commandWithValues(
            as: dismissal == nil ? .update : .end,
            journaled: { engine in
                let update = content.flatMap { engine.update($0) }
                if let dismissal {
                    let end = Command.end(.id(id), content: update, dismissalPolicy: dismissal, timestamp: timestamp)
                    return [Journaled(end, isLenient: true)]
                }
                return update.map {
                    [Journaled(.update(.id(id), content: $0, alert: alert, timestamp: timestamp), isLenient: true)]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.withLenientChecks { (engine) throws(EngineError) in
                switch (content, dismissal) {
                case (let content?, let policy?):
                    try engine.end(id, content, dismissalPolicy: policy, timestamp: timestamp, at: now)
                case (nil, let policy?): try engine.end(id, dismissalPolicy: policy, timestamp: timestamp, at: now)
                case (let content?, nil):
                    try engine.update(id, content, alert: alert, timestamp: timestamp, at: now)
                case (nil, nil): Outcome.unchanged
                }
            }
        }
    }
}
