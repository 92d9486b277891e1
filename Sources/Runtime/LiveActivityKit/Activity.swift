public import LiveActivities
import Synchronization

/// One Live Activity, with ActivityKit's interface: starts it, updates it, ends it, and reports its changes.
///
/// ```swift
/// let activity = try Activity.request(
///     attributes: DeliveryAttributes(orderNumber: 42),
///     content: .init(state: .init(step: .confirmed), staleDate: nil))
/// await activity.update(.init(state: .init(step: .delivering), staleDate: nil))
/// await activity.end(nil, dismissalPolicy: .immediate)
/// ```
///
/// It runs on ``LiveActivities/LiveActivityRuntime/current``, or on ``LiveActivities/LiveActivityRuntime/default`` if none is
/// set, and stays with that runtime. Only `request` throws. An update or an end that is too late has no effect, as in
/// ActivityKit; ``ActivityKitConfiguration/debugLog`` receives the reason.
///
/// Several objects may represent the same activity, and all have the same values. After the dismissal ``content`` keeps the
/// last content. May be used from any thread.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    // `@unchecked Sendable`: every stored property is a constant, and the mutable state is in the mirror, under its lock. As in
    // ActivityKit, `Attributes` need not be Sendable: they are values, see `UncheckedSendable`.

    /// The values that change while the activity is ongoing.
    public typealias ContentState = Attributes.ContentState

    /// The activity's id as text, in the form of ``ActivityKitConfiguration/idFormat``.
    public let id: String

    /// The attributes of the activity's request. They never change.
    public let attributes: Attributes

    /// The activity's id, for the runtime's methods.
    public let activityID: ActivityID

    /// The runtime that has the activity.
    public let runtime: LiveActivityRuntime

    let configuration: ActivityKitConfiguration
    let mirror: ActivityMirror<Attributes>
    private let subscription: ChangeSubscription

    init(
        _ activityID: ActivityID, attributes: Attributes, content: ActivityContent<ContentState>, in context: ActivityKitContext
    ) {
        self.activityID = activityID
        self.attributes = attributes
        runtime = context.runtime
        configuration = context.configuration
        id = configuration.idFormat.text(activityID)
        mirror = ActivityMirror(content)
        // Safe: only the type, which need not be `Sendable`, and the mirror, which has a lock, are captured.
        nonisolated(unsafe) let reflect = { [mirror, activityID] (engine: borrowing Engine) in
            mirror.reflect(
                content: engine.content(of: activityID, as: Attributes.self), state: engine.state(of: activityID) ?? .dismissed)
        }
        subscription = runtime.subscribe(.activity(activityID), mirror) { engine, _ in reflect(engine) }
    }

    // MARK: - Current state

    /// The current content; after the dismissal, the last content.
    public var content: ActivityContent<ContentState> { mirror.content }

    /// The state of the activity.
    public var activityState: ActivityState { mirror.state }

    /// The update token; `nil` until a push adapter sets one, and always unless the activity was started with `PushType.token`.
    public var pushToken: Data? { runtime.pushToken(of: activityID) }

    // MARK: - All activities

    /// The owner's activities with these attributes, in the order of their starts.
    ///
    /// They are pending, active, stale, or ended and still visible (``ActivityKitConfiguration/listsEndedActivities``). The
    /// activities of a restored runtime are included.
    public static var activities: [Activity<Attributes>] {
        let here = ActivityKitContext.here
        do throws(RuntimeError) {
            let (owner, kind) = (here.owner, try here.kind(of: Attributes.self))
            return here.runtime.activities(of: owner, kind: kind)
                .compactMap { Activity($0, in: here) }
                .filter { here.configuration.listsEndedActivities || $0.activityState.acceptsContent }
        } catch {
            here.log("there are no activities of \(Attributes.self): \(error)")
            return []
        }
    }

    /// An existing activity; `nil` if it was dismissed, or has attributes of another type.
    convenience init?(_ activityID: ActivityID, in context: ActivityKitContext) {
        guard let attributes = context.runtime.attributes(of: activityID, as: Attributes.self),
            let content = context.runtime.content(of: activityID, as: Attributes.self)
        else { return nil }
        self.init(activityID, attributes: attributes, content: content, in: context)
    }
}

/// The content and state of an ``Activity``. Updated under its shard's lock, before the command that changed it returns.
final class ActivityMirror<Attributes: ActivityAttributes>: TypedReceiver {
    private struct Reflection {
        var content: UncheckedSendable<ActivityContent<Attributes.ContentState>>
        var state = ActivityState.dismissed
    }

    private let reflection: Mutex<Reflection>

    init(_ content: ActivityContent<Attributes.ContentState>) {
        reflection = Mutex(Reflection(content: UncheckedSendable(content)))
    }

    var content: ActivityContent<Attributes.ContentState> { reflection.withLock { $0.content }.value }
    var state: ActivityState { reflection.withLock { $0.state } }

    /// - Parameter content: The new content; `nil` keeps the current one.
    func reflect(content: ActivityContent<Attributes.ContentState>?, state: ActivityState) {
        let content = content.map { UncheckedSendable($0) }
        reflection.withLock { reflection in
            if let content { reflection.content = content }
            reflection.state = state
        }
    }

    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) {
        reflect(content: change.content(of: Attributes.self), state: change.state)
    }

    func finish(_ wakeUps: inout WakeUps) {}
    func abandon(_ wakeUps: inout WakeUps) { reflect(content: nil, state: .dismissed) }
}
