public import CJansson
public import CLiveActivities
import LiveActivityCore
import LiveActivityHost

@c @implementation
public func la_runtime_flush(_ runtime: OpaquePointer!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard runtime.persistence != nil else { return }
        runtime.passChanges()
        do throws(StoreError) { try runtime.write() } catch { throw Failure(notWritten: error) }
    }
}

@c @implementation
public func la_batch_begin(_ runtime: OpaquePointer!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in runtime.persistence?.openBatches += 1 }
}

@c @implementation
public func la_batch_end(_ runtime: OpaquePointer!) -> la_status {
    // The batch is written at the end of the call.
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let persistence = runtime.persistence else { return }
        guard persistence.openBatches > 0 else { throw .argument("there is no la_batch_begin() for this la_batch_end()") }
        persistence.openBatches -= 1
    }
}

/// The JSON of `la_store_report()`.
private struct StoreReport: Encodable {
    struct Damage: Encodable {
        let table: String
        let key: String
        let activity: ActivityID?
        let reason: String
    }

    struct Skipped: Encodable {
        let activity: ActivityID
        let kind: ActivityKind
        let reason: String?
    }

    let run: UInt64
    let restored: Int
    let clockBehind: Double
    let failure: String?
    let damage: [Damage]
    let skipped: [Skipped]

    init(_ persistence: Persistence, _ engine: borrowing Engine) {
        run = persistence.commit.run
        restored = persistence.opening.activities
        clockBehind = persistence.opening.clockBehind
        failure = persistence.commit.refusal?.description
        damage = persistence.opening.damage.map {
            Damage(table: $0.table, key: $0.key, activity: $0.activity, reason: $0.reason)
        }
        skipped =
            engine.waiting.map { Skipped(activity: $0.id, kind: $0.kind, reason: nil) }
            + engine.skipped.map { Skipped(activity: $0.id, kind: "", reason: $0.reason) }
    }
}

@c @implementation
public func la_store_report(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        guard let persistence = runtime.persistence else { throw Failure(LA_ERROR_UNSUPPORTED, "the runtime has no store") }
        out.pointee = try runtime.jansson(StoreReport(persistence, runtime.host.engine))
    }
}

/// The JSON of `la_journal_replay()`.
private struct ReplayReport: Encodable {
    struct Difference: Encodable {
        let number: UInt64
        let command: JSONText?
        let recorded: String
        let replayed: String
    }

    let commands: Int
    let differences: [Difference]

    init(_ replay: JournalReplay) {
        commands = replay.commands
        differences = replay.differences.map {
            Difference(number: $0.number, command: $0.command, recorded: $0.recorded, replayed: $0.replayed)
        }
    }
}

@c @implementation
public func la_journal_replay(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        guard let persistence = runtime.persistence, runtime.host.isJournaling else {
            throw Failure(LA_ERROR_UNSUPPORTED, "the runtime has no journal: set journal_entries_max")
        }
        do throws(StoreError) { try runtime.write() } catch { throw Failure(notWritten: error) }
        // The caller holds the lock, so nothing is written while the store is read.
        runtime.waitForWriter()
        do {
            let replay = try persistence.store.replay(with: runtime.host.engine.providers)
            out.pointee = try runtime.jansson(ReplayReport(replay))
        } catch {
            throw error as? Failure ?? (error as? StoreError).map { Failure($0) }
                ?? Failure(LA_ERROR_STORE_DAMAGED, String(describing: error))
        }
    }
}
