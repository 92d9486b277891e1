public import LiveActivities
import Synchronization

// Overloads that ActivityKit does not have. Each comment names ActivityKit's equivalent.

// MARK: - Scheduled

extension Activity {
    /// Schedules an activity, with an optional alert.
    ///
    /// ActivityKit has `request(attributes:content:pushType:style:alertConfiguration:start:)`, where the alert is required.
    ///
    /// - Parameter alertConfiguration: The alert for the start. The default plays the default sound and shows no text. APNs
    ///   needs a title and a body for the start of an activity on Apple's devices.
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

/// The date on which an activity ends automatically, and its dismissal policy.
public struct ActivityTimeBound: Hashable, Sendable {
    /// When the runtime ends the activity.
    public var endDate: Date
    /// How long it stays visible afterwards.
    public var dismissalPolicy: ActivityUIDismissalPolicy

    /// Creates a bound.
    public init(endDate: Date, dismissalPolicy: ActivityUIDismissalPolicy = .default) {
        self.endDate = endDate
        self.dismissalPolicy = dismissalPolicy
    }
}

extension Activity {
    /// Starts an activity that the runtime ends at a date, even if its host does nothing.
    ///
    /// ActivityKit has no equivalent: there an activity ends by `end`, by a push, or after eight hours. For a visible time
    /// after the end use `ActivityUIDismissalPolicy.afterTimeout(_:)`; ActivityKit has `.after(_:)` with a date.
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
    /// ActivityKit has one final content for all surfaces; its views query the surface on which they are drawn.
    ///
    /// - Parameters:
    ///   - content: The content of every surface that is not in `surfaceContents`; `nil` for the current content.
    ///   - surfaceContents: The content of single surfaces, each at most as large as the engine allows. A larger one is left
    ///     out, and reported to ``ActivityKitConfiguration/debugLog``. They are not persisted: after a restart all surfaces
    ///     show `content`.
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

    /// The content on a surface: ``content``, unless the activity ended with different content for that surface.
    public func content(on surface: Surface) -> ActivityContent<ContentState> {
        runtime.finalContent(of: activityID, on: surface, as: Attributes.self) ?? content
    }
}

extension LiveActivityRuntime {
    /// The final content of one surface; `nil` if the activity has none for it, or was dismissed.
    public func finalContent<Attributes: ActivityAttributes>(of id: ActivityID, on surface: Surface, as _: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        let contents = attached(ActivityKitState.self).state.withLock { $0.finalContents[id] }
        return (contents as? UncheckedSendable<[Surface: ActivityContent<Attributes.ContentState>]>)?.value[surface]
    }

    /// Stores the final content of single surfaces until the activity is dismissed.
    fileprivate func retainFinalContents(_ contents: any Sendable, of id: ActivityID) {
        let extra = attached(ActivityKitState.self)
        extra.state.withLock { $0.finalContents[id] = contents }
        whenDismissed(id) { [weak extra] _ in extra?.state.withLock { $0.finalContents[id] = nil } }
    }

    /// Whether attributes and state together do not exceed ``/LiveActivityCore/EngineLimits/payloadBytes``.
    fileprivate func fits(_ attributes: some Encodable, _ state: some Encodable) -> Bool {
        guard let limit = payloadBytesMax else { return true }
        let encoder = WireEncoder()
        guard let bytes = try? (encoder.encode(attributes).count + encoder.encode(state).count) else { return false }
        return bytes <= limit
    }
}
