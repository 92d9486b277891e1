public import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore
import LiveActivityHost

extension Runtime {
    fileprivate func snapshot() throws(Failure) -> Snapshot {
        guard polled.isEmpty else { throw Failure(.changesNotDrained(count: polled.count)) }
        return try command { (engine) throws(EngineError) in try engine.snapshot() }
    }

    fileprivate func restore(_ read: (WireDecoder) throws -> Snapshot) throws(Failure) {
        guard persistence == nil else {
            throw Failure(LA_ERROR_UNSUPPORTED, "the runtime has a store, which has its state: restore into one without")
        }
        // A snapshot of a whole runtime is larger and deeper than the values that other functions accept.
        let decoder = WireDecoder(limits: .stored)
        let snapshot: Snapshot
        do {
            snapshot = try read(decoder)
        } catch let error as DecodingError {
            if case .dataCorrupted(let context) = error, context.underlyingError is JSONParseError {
                throw Failure(LA_ERROR_NOT_JSON, "snapshot: \(error.reason)")
            }
            throw Failure(LA_ERROR_CANNOT_RESTORE, "it is not a snapshot: \(error.reason)")
        } catch {
            throw Failure(LA_ERROR_CANNOT_RESTORE, "it is not a snapshot: \(error)")
        }
        try command { (engine) throws(EngineError) in try engine.restore(snapshot) }
    }
}

@c @implementation
public func la_runtime_snapshot(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.snapshot())
    }
}

@c @implementation
public func la_runtime_snapshot_text(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        try returnText(runtime.jsonText(runtime.snapshot()), out, text_bytes)
    }
}

@c @implementation
public func la_runtime_restore(_ runtime: OpaquePointer!, _ snapshot: UnsafePointer<json_t>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let snapshot else { throw .argument("snapshot is NULL") }
        try runtime.restore { try $0.decode(Snapshot.self, from: UnsafeMutablePointer(mutating: snapshot)) }
    }
}

@c @implementation
public func la_runtime_restore_text(
    _ runtime: OpaquePointer!, _ snapshot: UnsafePointer<CChar>!, _ snapshot_bytes: Int
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let text = try bytes(snapshot, snapshot_bytes, "snapshot")
        try runtime.restore { try $0.decode(Snapshot.self, from: text) }
    }
}

@c @implementation
public func la_runtime_unreadable(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.host.engine.unreadableActivities)
    }
}
