public import LiveActivities

// As in ActivityKit, updates and ends do not throw, and do nothing if they are too late. They run on the caller's actor and
// send nothing to another one. They suspend only when a strict store makes the caller wait.
extension Activity {
    /// Replaces the whole content. Does nothing if the activity has ended.
    public nonisolated(nonsending) func update(_ content: ActivityContent<ContentState>) async {
        await change("update", content)
    }

    /// Replaces the whole content, and alerts the user if there is an alert.
    public nonisolated(nonsending) func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil
    ) async {
        await change("update", content, alert: alertConfiguration)
    }

    /// Replaces the whole content, unless an earlier update has a later `timestamp`.
    ///
    /// - Parameter timestamp: When the content was made.
    public nonisolated(nonsending) func update(
        _ content: ActivityContent<ContentState>, alertConfiguration: AlertConfiguration? = nil, timestamp: Date
    ) async {
        await change("update", content, alert: alertConfiguration, timestamp: timestamp)
    }

    /// Ends the activity with final content, or with its current content if `nil`.
    ///
    /// If it has already ended, a policy with an earlier date brings its dismissal forward: `end(nil, dismissalPolicy:
    /// .immediate)` removes an old card. The content is then ignored, and any other policy has no effect.
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        await change("end", content, dismissal: dismissalPolicy)
    }

    /// Ends the activity, unless an earlier update has a later `timestamp`.
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date
    ) async {
        await change("end", content, dismissal: dismissalPolicy, timestamp: timestamp)
    }

    /// - Returns: Whether the command was applied.
    @discardableResult
    nonisolated(nonsending) func change(
        _ name: StaticString, _ content: ActivityContent<ContentState>?, alert: AlertConfiguration? = nil,
        dismissal: ActivityUIDismissalPolicy? = nil, timestamp: Date? = nil
    ) async -> Bool {
        let id = activityID
        do throws(RuntimeError) {
            let outcome = try await runtime.changeWithLenientChecks(
                id, content?.finite, alert: alert, dismissal: dismissal, timestamp: timestamp)
            guard case .ignored(let reason) = outcome else { return true }
            log("\(name) of \(id) was ignored: \(reason.rawValue)")
        } catch {
            log("\(name) of \(id) failed: \(error)")
        }
        return false
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
