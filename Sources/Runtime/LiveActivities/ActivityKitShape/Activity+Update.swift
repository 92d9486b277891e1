public import LiveActivityCore

// Updates and ends do not throw, and what comes too late does nothing (API-07). They are `async` as ActivityKit's are, but run to
// their end on the caller's own actor: they cost a lock, and nothing has to be sent across.
extension Activity {
    /// Replaces the whole content (LIFE-22). Does nothing once the activity has ended.
    public nonisolated(nonsending) func update(_ content: ActivityContent<ContentState>) async {
        change("update", content)
    }

    /// Replaces the whole content, and lets the person know if there is an alert (LIFE-24).
    public nonisolated(nonsending) func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        change("update", content, alert: alertConfiguration)
    }

    /// Replaces the whole content, unless `timestamp` is older than that of an update before (LIFE-26).
    ///
    /// - Parameter timestamp: When the content was made.
    public nonisolated(nonsending) func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
    ) async {
        change("update", content, alert: alertConfiguration, timestamp: timestamp)
    }

    /// Ends the activity, with final content or with the content it has (LIFE-28). Does nothing once it has ended.
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        change("end", content, dismissal: dismissalPolicy)
    }

    /// Ends the activity, unless `timestamp` is older than that of an update before (LIFE-26).
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async {
        change("end", content, dismissal: dismissalPolicy, timestamp: timestamp)
    }

    /// - Returns: Whether it was done.
    @discardableResult
    func change(
        _ name: StaticString, _ content: ActivityContent<ContentState>?, alert: AlertConfiguration? = nil,
        dismissal: ActivityUIDismissalPolicy? = nil, timestamp: Date? = nil
    ) -> Bool {
        let (id, content) = (activityID, content.map { Handed($0.finite) })
        do throws(EngineError) {
            let outcome = try runtime.shard(of: id).command(
                journaled: { engine in
                    let update = content.flatMap { engine.update($0.value) }
                    if let dismissal {
                        let end = Command.end(.id(id), content: update, dismissalPolicy: dismissal, timestamp: timestamp)
                        return [Journaled(end, isLenient: true)]
                    }
                    return update.map {
                        [Journaled(.update(.id(id), content: $0, alert: alert, timestamp: timestamp), isLenient: true)]
                    } ?? []
                }
            ) { (engine, now) throws(EngineError) in
                try engine.leniently { (engine) throws(EngineError) in
                    switch (content, dismissal) {
                    case (let content?, let policy?):
                        try engine.end(id, content.value, dismissalPolicy: policy, timestamp: timestamp, at: now)
                    case (nil, let policy?): try engine.end(id, dismissalPolicy: policy, timestamp: timestamp, at: now)
                    case (let content?, nil):
                        try engine.update(id, content.value, alert: alert, timestamp: timestamp, at: now)
                    case (nil, nil): Outcome.unchanged
                    }
                }
            }
            guard case .ignored(let reason) = outcome else { return true }
            log("\(name) of \(id) was ignored: \(reason.rawValue)")
        } catch {
            log("\(name) of \(id) was not done: \(error)")
        }
        return false
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
