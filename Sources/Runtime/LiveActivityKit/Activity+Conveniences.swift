public import LiveActivities
import Synchronization

// What the people who asked for this package wrote, and ActivityKit does not have. Beside each stands what ActivityKit has instead.

// MARK: - Scheduled

extension Activity {
    /// Schedules an activity.
    ///
    /// ActivityKit has `request(attributes:content:pushType:style:alertConfiguration:start:)`, where the alert is not optional (SEED-05).
    ///
    /// - Parameter alertConfiguration: What the person hears and reads at the start. Without one the default sound, and no text: an
    ///   activity that goes out to Apple's devices should bring its own.
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
        style: ActivityStyle = .standard, alertConfiguration: AlertConfiguration? = nil, scheduledDate: Date
    ) throws -> Activity<Attributes> {
        try request(
            attributes: attributes, content: content, pushType: pushType, style: style,
            alertConfiguration: alertConfiguration ?? AlertConfiguration(title: "", body: ""), start: scheduledDate)
    }
}

// MARK: - Time-bound

/// When an activity ends by itself, and how it goes then (SEED-06).
public struct ActivityTimeBound: Hashable, Sendable {
    public var endDate: Date
    public var dismissalPolicy: ActivityUIDismissalPolicy

    public init(endDate: Date, dismissalPolicy: ActivityUIDismissalPolicy = .default) {
        self.endDate = endDate
        self.dismissalPolicy = dismissalPolicy
    }
}

extension Activity {
    /// Starts an activity that the runtime ends by itself at a date, whatever its host does.
    ///
    /// ActivityKit has nothing of the kind: there an activity ends by `end`, by a push, or after eight hours (SEED-06). For the time
    /// it stays on show there is ``/LiveActivityCore/ActivityUIDismissalPolicy/afterTimeout(_:)``; ActivityKit has `.after(_:)`,
    /// a date (SEED-07).
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil,
        style: ActivityStyle = .standard, timeBound: ActivityTimeBound
    ) throws -> Activity<Attributes> {
        try start(
            attributes, content, pushType,
            StartOptions(endDate: timeBound.endDate, dismissalPolicy: timeBound.dismissalPolicy, style: style))
    }
}

// MARK: - Final content by surface

extension Activity {
    /// Ends the activity and leaves something else to show on some surfaces for as long as it stays there.
    ///
    /// ActivityKit has one final content for all; its views ask where they are drawn.
    ///
    /// - Parameters:
    ///   - content: For every surface that `surfaceContents` does not name; the content it has if `nil`.
    ///   - surfaceContents: Each within the size that the engine allows; what is larger is left out, and the log told.
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, on surfaceContents: [Surface: ActivityContent<ContentState>],
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        var fitting = surfaceContents
        for (surface, content) in surfaceContents where !runtime.fits(attributes, content.state) {
            log("the final content of \(activityID) on \(surface.rawValue) is too large and was left out")
            fitting[surface] = nil
        }
        guard change("end", content, dismissal: dismissalPolicy) else { return }
        let kept = UncheckedSendable(fitting)
        runtime.retainFinalContents(kept, of: activityID)
    }

    /// What the activity shows on a surface: ``content``, unless its end left something else there.
    public func content(on surface: Surface) -> ActivityContent<ContentState> {
        runtime.finalContent(of: activityID, on: surface, as: Attributes.self) ?? content
    }
}

extension LiveActivityRuntime {
    /// What an activity's end left for one surface; `nil` if nothing of its own, or the activity is gone.
    public func finalContent<Attributes: ActivityAttributes>(of id: ActivityID, on surface: Surface, as _: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        let kept = attached(ActivityKitState.self).state.withLock { $0.finalContents[id] }
        return (kept as? UncheckedSendable<[Surface: ActivityContent<Attributes.ContentState>]>)?.value[surface]
    }

    /// Retains what an activity shows on single surfaces after its end, until it is dismissed.
    fileprivate func retainFinalContents(_ contents: any Sendable, of id: ActivityID) {
        let extra = attached(ActivityKitState.self)
        extra.state.withLock { $0.finalContents[id] = contents }
        whenDismissed(id) { [weak extra] _ in extra?.state.withLock { $0.finalContents[id] = nil } }
    }

    /// Whether attributes and state together are no larger than ``EngineLimits/payloadBytes``.
    fileprivate func fits(_ attributes: some Encodable, _ state: some Encodable) -> Bool {
        guard let limit = payloadBytesMax else { return true }
        let encoder = WireEncoder()
        guard let bytes = try? (encoder.encode(attributes).count + encoder.encode(state).count) else { return false }
        return bytes <= limit
    }
}
