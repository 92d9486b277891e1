package import LiveActivityCore
import Synchronization

/// State that another module adds to a runtime: one object per type and runtime, which lives as long as the runtime.
///
/// `LiveActivityKit` keeps its settings and its final contents by surface in one. The runtime does not access its contents, so
/// that higher modules can add state without a dependency in the other direction. No current extension has state that must
/// outlive the process, so it is not persisted; push tokens, which must outlive the process, belong to the runtime itself.
package protocol RuntimeExtension: AnyObject, Sendable {
    init()
}

/// The extensions of one runtime, by their type.
final class RuntimeExtensions: Sendable {
    private let attached = Mutex<[ObjectIdentifier: any RuntimeExtension]>([:])

    func attached<Extension: RuntimeExtension>(_ type: Extension.Type) -> Extension {
        let found = attached.withLock { attached -> any RuntimeExtension in
            if let found = attached[ObjectIdentifier(type)] { return found }
            let new = Extension()
            attached[ObjectIdentifier(type)] = new
            return new
        }
        guard let found = found as? Extension else { preconditionFailure("\(found) was attached as \(type)") }
        return found
    }
}

extension LiveActivityRuntime {
    /// This runtime's object of an extension type. It is created by the first call.
    package func attached<Extension: RuntimeExtension>(_ type: Extension.Type) -> Extension { extensions.attached(type) }

    /// Calls `cleanUp` once: when the activity is dismissed, or lost by a restored snapshot, or now if it already was.
    ///
    /// It is called under the lock of the activity's shard, so it must not call the runtime. It is not called if the runtime is
    /// closed while the activity exists.
    package func whenDismissed(_ id: ActivityID, _ cleanUp: @escaping @Sendable (inout WakeUps) -> Void) {
        whenDismissed(id, cleanUp, closed: { _ in })
    }

    /// - Parameter closed: Called instead of `cleanUp` if the runtime is closed first.
    func whenDismissed(
        _ id: ActivityID, _ cleanUp: @escaping @Sendable (inout WakeUps) -> Void,
        closed: @escaping @Sendable (inout WakeUps) -> Void
    ) {
        guard let shard = shardIfAny(of: id) else { return }
        // Without a separate subscription: the shard removes the listener with the activity.
        let receiver = DismissalCleanup(cleanUp: cleanUp, closed: closed)
        let isListening = shard.add(nextListener(), .activity(id), .typed(receiver))
        guard !isListening, state(of: id) == nil else { return }
        var wakeUps = WakeUps()
        cleanUp(&wakeUps)
        wakeUps.callIfAny()
    }
}

/// Removes data of an activity when it is dismissed.
private struct DismissalCleanup: TypedReceiver {
    let cleanUp: @Sendable (inout WakeUps) -> Void
    let closed: @Sendable (inout WakeUps) -> Void

    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) {
        if case .dismissed = change.what { cleanUp(&wakeUps) }
    }

    func finish(_ wakeUps: inout WakeUps) { closed(&wakeUps) }
    func abandon(_ wakeUps: inout WakeUps) { cleanUp(&wakeUps) }
}
