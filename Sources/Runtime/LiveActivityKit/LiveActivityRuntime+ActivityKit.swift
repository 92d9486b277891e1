public import LiveActivities
import Synchronization

// Which runtime code that is written for ActivityKit talks to, and for whom.
extension LiveActivityRuntime {
    /// The runtime that ``Activity`` and ``ActivityAuthorizationInfo`` use in this task, in place of ``default``; `nil` for that.
    ///
    /// ```swift
    /// try await LiveActivityRuntime.$current.withValue(runtime) { … }
    /// ```
    ///
    /// A `Task` that is started within has it too; a detached one, a timer and a dispatch queue have not. An activity stays with the
    /// runtime that started it, wherever it is used.
    @TaskLocal public static var current: LiveActivityRuntime?

    /// Whom ``Activity`` and ``ActivityAuthorizationInfo`` mean in this task; `nil` for ``ActivityKitConfiguration/owner``. For a service
    /// whose one runtime has many people's activities.
    @TaskLocal public static var currentOwner: OwnerID?

    private static let shared = Mutex<LiveActivityRuntime?>(nil)

    /// The process's own runtime, which starts when it is first asked for. It keeps nothing beyond the process.
    ///
    /// Set it to another one before that, for instance to one that was restored from a snapshot. The old one stays with the
    /// activities it started.
    public static var `default`: LiveActivityRuntime {
        get {
            shared.withLock { runtime in
                if let runtime { return runtime }
                do throws(RuntimeError) {
                    let made = try LiveActivityRuntime()
                    runtime = made
                    return made
                } catch {
                    preconditionFailure("a runtime without providers cannot refuse one: \(error)")
                }
            }
        }
        set { shared.withLock { $0 = newValue } }
    }

    /// How this runtime behaves towards code that is written for ActivityKit.
    public var activityKit: ActivityKitConfiguration {
        get { attached(ActivityKitState.self).state.withLock { $0.configuration } }
        set { attached(ActivityKitState.self).state.withLock { $0.configuration = newValue } }
    }
}

/// What a runtime has for callers of ActivityKit's shape besides its engines: settings, and final content by surface.
///
/// Neither outlives the process. Push tokens do, and are the runtime's own (``LiveActivityRuntime/pushToken(of:)``).
final class ActivityKitState: RuntimeExtension {
    struct State {
        var configuration = ActivityKitConfiguration()
        /// `[Surface: ActivityContent]` in the activity's own type, until the activity is dismissed.
        var finalContents: [ActivityID: any Sendable] = [:]
    }

    let state = Mutex(State())
}

/// Where a call of ActivityKit's goes: a runtime, an owner, and the settings at that moment.
struct ActivityKitContext: Sendable {
    let runtime: LiveActivityRuntime
    let owner: OwnerID
    let configuration: ActivityKitConfiguration

    static var here: Self {
        let runtime = LiveActivityRuntime.current ?? .default
        let configuration = runtime.activityKit
        return Self(
            runtime: runtime, owner: LiveActivityRuntime.currentOwner ?? configuration.owner, configuration: configuration)
    }

    /// The kind of activities with these attributes, made known to the runtime if nobody has.
    ///
    /// A kind without a provider has the attributes type's name, as in a push that starts one; the type's full name if another
    /// type has taken that.
    func kind<Attributes: ActivityAttributes>(of type: Attributes.Type) throws(RuntimeError) -> ActivityKind {
        if let kind = runtime.kind(with: type) { return kind }
        for name in ["\(type)", String(reflecting: type)] {
            do throws(RuntimeError) {
                try runtime.register(AnyProvider(kind: ActivityKind(name), attributes: type))
            } catch {
                // Closed; or somebody else was faster, or has a type of this name.
                if case .engine(.cannotRegister) = error {} else { throw error }
            }
            if let kind = runtime.kind(with: type) { return kind }
        }
        throw .engine(.ambiguousKind(attributes: "\(type)"))
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
