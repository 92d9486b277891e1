public import LiveActivityCore
public import LiveActivityHost
import Synchronization

// Commands that are applied only to the revision that their sender has seen.
extension LiveActivityRuntime {
    /// Applies a command to an activity if nobody has changed it meanwhile: if it still has a revision.
    ///
    /// Between the comparison and the command nothing else happens to the activity, except deadlines that are due by the command's time.
    ///
    /// - Parameters:
    ///   - command: About one activity: an update, an end, an event, an action, a dismissal or a renewed lease. Others are applied as by
    ///     `apply(_:trace:)`.
    ///   - revision: What the activity must be at.
    ///   - trace: The trace that the command belongs to.
    /// - Throws: ``/LiveActivityHost/RuntimeError/otherRevision(_:revision:)``, and as `apply(_:)`.
    @discardableResult
    public nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32, trace: TraceContext? = nil
    ) async throws(RuntimeError) -> Outcome { try await apply(command, ifRevision: revision, trace: trace, as: nil) }

    /// The same for a command that its sender repeats (``/LiveActivityCore/RequestName``): a repetition has the outcome of the first time.
    package nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32, trace: TraceContext?, as request: RequestName?
    ) async throws(RuntimeError) -> Outcome {
        guard let reference = command.activity else { return try await apply(command, trace: trace, as: request) }
        // A command that is not carried out here would be when the journal is replayed. The journal is asked after the command.
        let isMismatch = Flag()
        let applied = try shard(of: reference).command(
            as: CommandName(command), trace: trace,
            journaled: { _ in isMismatch.isSet ? [] : [Journaled(command)] }
        ) { (engine, now) throws(EngineError) -> Conditional in
            var mismatch: (ActivityID, UInt32)?
            let outcome = try engine.once(request) { (engine) throws(EngineError) in
                mismatch = engine.mismatch(of: reference, revision)
                // It is not remembered: nothing has changed.
                return mismatch == nil ? try engine.apply(command, at: now) : .unchanged
            }
            guard let (id, present) = mismatch else { return .outcome(outcome) }
            isMismatch.set()
            return .mismatch(id, present)
        }
        switch try await stored(applied) {
        case .outcome(let outcome): return outcome
        case .mismatch(let id, let present): throw .otherRevision(id, revision: present)
        }
    }
}

/// Set and read under the lock of one shard.
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
    /// The present revision, where it is another one. An activity that does not exist is left to the command, which says so.
    fileprivate func mismatch(of reference: ActivityReference, _ revision: UInt32) -> (ActivityID, UInt32)? {
        guard let id = try? resolve(reference), let present = self.revision(of: id), present != revision else { return nil }
        return (id, present)
    }
}

extension Command {
    /// The one activity that it is about; `nil` for a start, and for what concerns several.
    package var activity: ActivityReference? {
        switch self {
        case .update(let reference, _, _, _), .end(let reference, _, _, _), .send(let reference, _, _, _),
            .perform(_, let reference, _), .dismiss(let reference), .renewLease(let reference):
            reference
        default: nil
        }
    }
}
