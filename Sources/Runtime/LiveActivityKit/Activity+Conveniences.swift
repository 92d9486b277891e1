public import LiveActivities
import Synchronization

// Overloads that ActivityKit does not have. Each comment names ActivityKit's equivalent.

// MARK: - Scheduled

extension Activity {
    /// Schedules an activity, with an optional alert.
    ///
    /// ActivityKit has `request(attributes:content:pushType:style:alertConfiguration:start:)`, where the alert is not optional.
    ///
    /// - Parameter alertConfiguration: The alert for the start. Without one it is the default sound and no text; an activity
    ///   that is sent to Apple's devices should have one.
    /// - Throws: The errors of `request(attributes:content:pushType:)`.
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

/// The date on which an activity ends without a call, and its dismissal policy.
public struct ActivityTimeBound: Hashable, Sendable {
    /// When the runtime ends the activity.
    public var endDate: Date
    /// How long it stays on show after that.
    public var dismissalPolicy: ActivityUIDismissalPolicy

    /// Creates a bound.
    public init(endDate: Date, dismissalPolicy: ActivityUIDismissalPolicy = .default) {
        self.endDate = endDate
        self.dismissalPolicy = dismissalPolicy
    }
}

extension Activity {
    /// Starts an activity that the runtime ends at a date, whatever its host does.
    ///
    /// ActivityKit has no equivalent: there an activity ends by `end`, by a push, or after eight hours. The time that it stays
    /// on show after its end is `ActivityUIDismissalPolicy.afterTimeout(_:)`; ActivityKit has `.after(_:)` with a date.
    ///
    /// - Throws: The errors of `request(attributes:content:pushType:)`.
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
    /// Ends the activity with different final content on some surfaces, which they show until the dismissal.
    ///
    /// ActivityKit has one final content for all surfaces; its views ask where they are drawn.
    ///
    /// - Parameters:
    ///   - content: For every surface that `surfaceContents` does not name; the content that the activity has if `nil`.
    ///   - surfaceContents: Each at most as large as the engine allows. A larger one is left out, and reported to
    ///     ``ActivityKitConfiguration/debugLog``. They are not persisted: after a restart all surfaces show `content`.
    public nonisolated(nonsending) func end(
        _ content: ActivityContent<ContentState>?, on surfaceContents: [Surface: ActivityContent<ContentState>],
        dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        var fitting = surfaceContents
        for (surface, content) in surfaceContents where !runtime.fits(attributes, content.state) {
            log("the final content of \(activityID) on \(surface.rawValue) is too large and was left out")
            fitting[surface] = nil
        }
        guard await change("end", content, dismissal: dismissalPolicy) else { return }
        runtime.retainFinalContents(UncheckedSendable(fitting), of: activityID)
    }

    /// The content on a surface: ``content``, unless the activity's end left different content for that surface.
    public func content(on surface: Surface) -> ActivityContent<ContentState> {
        runtime.finalContent(of: activityID, on: surface, as: Attributes.self) ?? content
    }
}

extension LiveActivityRuntime {
    /// The content that an activity's end left for one surface; `nil` if it left none, or the activity was dismissed.
    public func finalContent<Attributes: ActivityAttributes>(of id: ActivityID, on surface: Surface, as _: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        let contents = attached(ActivityKitState.self).state.withLock { $0.finalContents[id] }
        return (contents as? UncheckedSendable<[Surface: ActivityContent<Attributes.ContentState>]>)?.value[surface]
    }

    /// Retains what an activity shows on single surfaces after its end, until it is dismissed.
    fileprivate func retainFinalContents(_ contents: any Sendable, of id: ActivityID) {
        let extra = attached(ActivityKitState.self)
        extra.state.withLock { $0.finalContents[id] = contents }
        whenDismissed(id) { [weak extra] _ in extra?.state.withLock { $0.finalContents[id] = nil } }
    }

    /// Whether attributes and state together are no larger than ``/LiveActivityCore/EngineLimits/payloadBytes``.
    fileprivate func fits(_ attributes: some Encodable, _ state: some Encodable) -> Bool {
        guard let limit = payloadBytesMax else { return true }
        let encoder = WireEncoder()
        guard let bytes = try? (encoder.encode(attributes).count + encoder.encode(state).count) else { return false }
        return bytes <= limit
    }
}
