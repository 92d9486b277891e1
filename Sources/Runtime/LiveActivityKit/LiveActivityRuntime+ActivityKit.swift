public import LiveActivities
import Synchronization

// The runtime and the owner that code written for ActivityKit uses.
extension LiveActivityRuntime {
    /// The runtime that ``Activity`` and ``ActivityAuthorizationInfo`` use in this task; `nil` for ``default``.
    ///
    /// ```swift
    /// try await LiveActivityRuntime.$current.withValue(runtime) { … }
    /// ```
    ///
    /// A `Task` that is started within inherits it; a detached task, a timer and a dispatch queue do not. An activity stays
    /// with the runtime that started it, wherever it is used.
    @TaskLocal public static var current: LiveActivityRuntime?

    /// The owner that ``Activity`` and ``ActivityAuthorizationInfo`` use in this task; ``ActivityKitConfiguration/owner`` if
    /// `nil`. For a service with one runtime for many users' activities.
    @TaskLocal public static var currentOwner: OwnerID?

    private static let shared = Mutex<LiveActivityRuntime?>(nil)

    /// The process's default runtime, created on first use. It has no store.
    ///
    /// Set it to another one before that, for instance to one with a store. A runtime that was set earlier stays with the
    /// activities that it started.
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

    /// Options for code written for ActivityKit.
    public var activityKit: ActivityKitConfiguration {
        get { attached(ActivityKitState.self).state.withLock { $0.configuration } }
        set { attached(ActivityKitState.self).state.withLock { $0.configuration = newValue } }
    }
}

/// A runtime's additional state for ActivityKit's API: settings, and final content by surface.
///
/// Neither outlives the process. Push tokens do, and belong to the runtime itself (``LiveActivityRuntime/pushToken(of:)``).
final class ActivityKitState: RuntimeExtension {
    struct State {
        var configuration = ActivityKitConfiguration()
        /// The final contents, `[Surface: ActivityContent]` in the activity's own type, until the activity is dismissed.
        var finalContents: [ActivityID: any Sendable] = [:]
    }

    let state = Mutex(State())
}

/// The target of an ActivityKit call: a runtime, an owner, and the current settings.
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

    /// The kind of activities with these attributes, which is registered if necessary.
    ///
    /// A kind without a provider has the name of the attributes' type, as in a push that starts one; the type's full name if
    /// another type has that name.
    func kind<Attributes: ActivityAttributes>(of type: Attributes.Type) throws(RuntimeError) -> ActivityKind {
        if let kind = runtime.kind(with: type) { return kind }
        for name in ["\(type)", String(reflecting: type)] {
            do throws(RuntimeError) {
                try runtime.register(AnyProvider(kind: ActivityKind(name), attributes: type))
            } catch {
                // The runtime is closed, another thread has just registered the kind, or another type has this name.
                if case .engine(.cannotRegister) = error {} else { throw error }
            }
            if let kind = runtime.kind(with: type) { return kind }
        }
        throw .engine(.ambiguousKind(attributes: "\(type)"))
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
