public import LiveActivities
import Synchronization

/// One Live Activity, in ActivityKit's shape: what starts it, updates it, ends it, and tells how it fares.
///
/// ```swift
/// let activity = try Activity.request(
///     attributes: DeliveryAttributes(orderNumber: 42),
///     content: .init(state: .init(step: .confirmed), staleDate: nil))
/// await activity.update(.init(state: .init(step: .delivering), staleDate: nil))
/// await activity.end(nil, dismissalPolicy: .immediate)
/// ```
///
/// It runs on ``LiveActivities/LiveActivityRuntime/current``, or on ``LiveActivities/LiveActivityRuntime/default`` where none is
/// set, and stays with the runtime that it began on. Only `request` throws. An update or an end that comes too late does
/// nothing, as in ActivityKit (API-07, LIFE-14); ``ActivityKitConfiguration/debugLog`` is told why.
///
/// Any number of values may stand for the same activity; all of them see the same. After the dismissal ``content`` stays what it was
/// last. Used from any thread.
//
// `@unchecked Sendable`: everything here is a constant, and what changes stands behind the mirror's lock. `Attributes` need not be
// Sendable, as ActivityKit's need not: they are values, see `UncheckedSendable`.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    public typealias ContentState = Attributes.ContentState

    /// Unique, in a form that the runtime's ``ActivityKitConfiguration/idFormat`` says.
    public let id: String

    /// What the activity was started with. Never changes.
    public let attributes: Attributes

    /// The engine's own name for the activity, for the runtime's methods.
    public let activityID: ActivityID

    /// What the activity runs on.
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
        subscription = runtime.subscribe(.activity(activityID), mirror) { [mirror, activityID] engine, _ in
            mirror.reflect(
                content: engine.content(of: activityID, as: Attributes.self), state: engine.state(of: activityID) ?? .dismissed)
        }
    }

    // MARK: - What it is now

    /// What the activity shows; what it showed last, once it is dismissed.
    public var content: ActivityContent<ContentState> { mirror.content }

    /// Where the activity is in its life.
    public var activityState: ActivityState { mirror.state }

    /// The token for updating it by push; `nil` until a push adapter has one, and unless it was started with
    /// ``/LiveActivities/PushType/token``.
    public var pushToken: Data? { runtime.pushToken(of: activityID) }

    // MARK: - Those there are

    /// The owner's activities with these attributes, the one that started first at the beginning: pending, active, stale, and ended
    /// but still on show (``ActivityKitConfiguration/listsEndedActivities``). Those of a restored runtime are among them (API-08).
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

    /// An activity that is running; `nil` if it has been dismissed, or has other attributes.
    convenience init?(_ activityID: ActivityID, in context: ActivityKitContext) {
        guard let attributes = context.runtime.attributes(of: activityID, as: Attributes.self),
            let content = context.runtime.content(of: activityID, as: Attributes.self)
        else { return nil }
        self.init(activityID, attributes: attributes, content: content, in: context)
    }
}

/// What an ``Activity`` last heard of itself. Told under its shard's lock, before the command that changed it returns.
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

    /// - Parameter content: `nil` leaves it as it was.
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
}
