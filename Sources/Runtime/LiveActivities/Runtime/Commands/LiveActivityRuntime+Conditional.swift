import LiveActivityCore
import LiveActivityHost
import Synchronization

// Commands that are applied only if the activity still has the revision that their sender has read.
extension LiveActivityRuntime {
    /// Applies a command if the activity has this revision; otherwise it is refused with
    /// ``/LiveActivityHost/RuntimeError/otherRevision(_:revision:)``.
    func applied(
        _ command: Command, to reference: ActivityReference, at revision: UInt32, in shard: Shard, _ trace: TraceContext?,
        _ request: RequestName?
    ) -> Applied<Outcome> {
        // The journal must not record a command that is refused here, as a replay would apply it. So it is called after the
        // command.
        let isMismatch = Flag()
        let applied = shard.command(
            as: command.name, trace: trace, journaled: { _ in isMismatch.isSet ? [] : [Journaled(command)] }
        ) { (engine, now) throws(EngineError) -> Conditional in
            var mismatch: (ActivityID, UInt32)?
            let outcome = try engine.once(request) { (engine) throws(EngineError) in
                mismatch = engine.mismatch(of: reference, revision)
                // Not remembered, as nothing has changed.
                return mismatch == nil ? try engine.apply(command, at: now) : .unchanged
            }
            guard let (id, present) = mismatch else { return .outcome(outcome) }
            isMismatch.set()
            return .mismatch(id, present)
        }
        var result = Applied<Outcome>(
            applied.result.flatMap {
                switch $0 {
                case .outcome(let outcome): .success(outcome)
                case .mismatch(let id, let present): .failure(.otherRevision(id, revision: present))
                }
            }, isDirty: applied.isDirty)
        result.isAdmitted = applied.isAdmitted
        return result
    }
}

/// Accessed under the lock of one shard.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

private enum Conditional: Sendable {
    case outcome(Outcome)
    case mismatch(ActivityID, UInt32)
}

extension Engine {
    /// The current revision, if it differs. For an activity that does not exist, the command itself throws.
    fileprivate func mismatch(of reference: ActivityReference, _ revision: UInt32) -> (ActivityID, UInt32)? {
        guard let id = try? resolve(reference), let present = self.revision(of: id), present != revision else { return nil }
        return (id, present)
    }
}
