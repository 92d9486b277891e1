public import LiveActivities

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
        let id = activityID
        do throws(RuntimeError) {
            let outcome = try runtime.changeWithLenientChecks(
                id, content?.finite, alert: alert, dismissal: dismissal, timestamp: timestamp)
            guard case .ignored(let reason) = outcome else { return true }
            log("\(name) of \(id) was ignored: \(reason.rawValue)")
        } catch {
            log("\(name) of \(id) was not done: \(error)")
        }
        return false
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
