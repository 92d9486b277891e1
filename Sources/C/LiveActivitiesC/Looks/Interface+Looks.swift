public import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore

// Presentations of activities. Only a library that was built with looks contains the views; any other returns
// LA_ERROR_UNSUPPORTED.

@c @implementation
public func la_present(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ look: UnsafePointer<la_look>!, _ at_ms: Int64,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try Looks.jansson(Looks.presentations(of: activity, in: runtime, look, at: at_ms))
    }
}

@c @implementation
public func la_present_text(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ look: UnsafePointer<la_look>!, _ at_ms: Int64,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!, _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        try returnText(Looks.text(Looks.presentations(of: activity, in: runtime, look, at: at_ms)), out, text_bytes)
    }
}

@c @implementation
public func la_present_check(
    _ presentations: UnsafePointer<json_t>!, _ at_ms: Int64, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        guard let presentations else { throw .argument("presentations is NULL") }
        out.pointee = try Looks.jansson(Looks.findings(in: presentations, at: at_ms))
    }
}

@c @implementation
public func la_present_lint(
    _ runtime: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ language: UnsafePointer<CChar>!,
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try Looks.jansson(Looks.findings(of: kind, in: runtime, language))
    }
}

@c @implementation
public func la_present_surfaces(_ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try Looks.jansson(Looks.surfaces())
    }
}

/// Implements the functions above. The runtime's lock is held only while the activity is read, not while its views are
/// resolved.
enum Looks {
    static func jansson(_ value: some Encodable) throws(Failure) -> UnsafeMutablePointer<json_t> {
        do { return try WireEncoder().encodeToJansson(value).release() } catch {
            throw Failure(LA_ERROR_UNENCODABLE, String(describing: error))
        }
    }

    static func text(_ value: some Encodable) throws(Failure) -> [UInt8] {
        do { return try WireEncoder().encode(value) } catch { throw Failure(LA_ERROR_UNENCODABLE, String(describing: error)) }
    }

    /// Runs `body` with a runtime under its lock, and rethrows its failure.
    static func read<R>(_ handle: OpaquePointer?, _ body: (Runtime) throws(Failure) -> R) throws(Failure) -> R {
        guard handle != nil else { throw .argument("the runtime is NULL") }
        var result: R?
        try RuntimeTable.shared.withRuntime(handle) { (runtime) throws(Failure) in result = try body(runtime) }
        return result.unsafelyUnwrapped
    }
}
