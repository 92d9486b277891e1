public import LiveActivityCore
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
                do throws(EngineError) {
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
        get { activityKitSide.state.withLock { $0.configuration } }
        set { activityKitSide.state.withLock { $0.configuration = newValue } }
    }
}

/// What a runtime keeps for ActivityKit's callers besides its engines: settings, tokens, and last content by surface.
final class ActivityKitSide: Sendable {
    struct State {
        var configuration = ActivityKitConfiguration()
        /// What is kept of activities with a push mode, a token or content by surface, until they are dismissed.
        var companions: [ActivityID: Companion] = [:]
        var startTokens: [StartTokenKey: Data] = [:]
        var startTokenFeeds: [StartTokenKey: [UInt64: Feed<NewestBuffer<Data>>]] = [:]
        var feedsEver: UInt64 = 0
    }

    struct Companion {
        var pushType: PushType?
        var token: Data?
        var tokenFeeds: [UInt64: Feed<NewestBuffer<Data>>] = [:]
        /// `[Surface: ActivityContent]` in the activity's own type.
        var finalContents: (any Sendable)?
    }

    struct StartTokenKey: Hashable {
        let owner: OwnerID
        let kind: ActivityKind
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
    func kind<Attributes: ActivityAttributes>(of type: Attributes.Type) throws(EngineError) -> ActivityKind {
        if let kind = runtime.kind(with: type) { return kind }
        for name in ["\(type)", String(reflecting: type)] {
            do throws(EngineError) {
                try runtime.register(AnyProvider(kind: ActivityKind(name), attributes: type))
            } catch {
                // Closed; or somebody else was faster, or has a type of this name.
                if case .cannotRegister = error {} else { throw error }
            }
            if let kind = runtime.kind(with: type) { return kind }
        }
        throw .ambiguousKind(attributes: "\(type)")
    }

    func log(_ message: @autoclosure () -> String) { configuration.debugLog?(message()) }
}
