import CJansson
import CLiveActivities
import Foundation
import JanssonCoding
import LiveActivitiesC
import LiveActivityCore

/// The results of the plugin's callbacks. Safe: one input is processed at a time.
nonisolated(unsafe) private var program = JanssonProgram(UnsafeBufferPointer(start: nil, count: 0))

/// The results of the plugin's `topics` and `options`.
nonisolated(unsafe) private var topics: UnsafeMutablePointer<json_t>?
nonisolated(unsafe) private var options: UnsafeMutablePointer<json_t>?

/// Writes the input's values into the draft.
private func answer(_ scope: UnsafeMutablePointer<la_scope>?) -> la_status {
    guard let scope else { return -1 }
    let what = program.byte()
    if what & 1 != 0 || scope.pointee.state == nil {
        if let state = scope.pointee.state { json_decref(state) }
        scope.pointee.state = what & 2 != 0 ? nil : program.run()
    }
    if what & 4 != 0 { scope.pointee.stale_ms = date() }
    if what & 8 != 0 { scope.pointee.wake_ms = date() }
    if what & 16 != 0 { scope.pointee.relevance = Double(bitPattern: program.number()) }
    if what & 32 != 0 { scope.pointee.alert = program.run() }
    if what & 64 != 0 {
        scope.pointee.dismissal = la_dismissal(Int8(bitPattern: program.byte()) / 16)
        scope.pointee.dismissal_ms = date()
    }
    if what & 128 != 0 {
        // Bytes without a terminator and not in UTF-8.
        let filler = program.byte()
        _ = withUnsafeMutableBytes(of: &scope.pointee.reason) { $0.initializeMemory(as: UInt8.self, repeating: filler) }
        return la_status(Int8(bitPattern: program.byte()))
    }
    return 0
}

private func date() -> Int64 {
    let offset = program.byte()
    return offset < 200 ? now + (Int64(offset) - 50) * 60_000 : Int64(bitPattern: program.number())
}

/// 2026-06-20 17:00 UTC.
private let now: Int64 = 1_781_974_800_000

extension FuzzTarget {
    /// A C provider that answers with arbitrary values: every call must return a status, and the runtime can always be saved.
    static let plugin = FuzzTarget(
        name: "plugin", seeds: { [[0, 8, 1, 1, 97, 3, 5, 0, 0, 8, 60, 1, 8, 0], [200, 201, 3], [1, 7, 2, 3, 1, 3, 2]] }
    ) {
        { bytes in
            // Small values keep a run short, as the runtime reads each of them several times.
            program = JanssonProgram(bytes, maximum: 200)
            var given = la_options()
            given.size = UInt32(MemoryLayout<la_options>.size)
            given.flags = UInt32(LA_VIRTUAL_TIME | LA_NO_BUILT_IN_KINDS)
            if program.byte() & 1 != 0 { given.payload_bytes_max = .max }
            var runtime: OpaquePointer?
            require(la_runtime_create(&given, &runtime) == 0, "no runtime: \(String(cString: la_last_error()))")
            defer { la_runtime_destroy(runtime) }
            "fuzz".withCString { kind in
                var provider = la_provider()
                provider.size = UInt32(MemoryLayout<la_provider>.size)
                provider.abi_version = 1
                provider.kind = kind
                provider.`init` = { _ in 0 }
                provider.content = { answer($1) }
                provider.handle = { answer($2) }
                provider.tick = { answer($1) }
                provider.perform = { answer($2) }
                provider.begin = { answer($1) }
                // Constant for the attributes, so that a started activity can be restored.
                topics = program.byte() & 1 == 0 ? nil : program.run()
                options = program.byte() & 1 == 0 ? nil : program.run()
                defer {
                    json_decref(topics)
                    json_decref(options)
                }
                provider.topics = { _, _ in json_incref(topics) }
                provider.options = { _, _, _ in json_incref(options) }
                provider.samples = { _ in program.byte() & 1 == 0 ? nil : program.run() }
                require(la_runtime_add_provider(runtime, &provider) == 0, "the provider is refused")
                play(runtime, kind)
            }
        }
    }

    private static func play(_ runtime: OpaquePointer?, _ kind: UnsafePointer<CChar>) {
        var description: UnsafeMutablePointer<json_t>?
        if la_runtime_describe(runtime, kind, &description) == 0 { json_decref(description) }
        let attributes = program.run()
        defer { json_decref(attributes) }
        var start = la_start_options()
        start.size = UInt32(MemoryLayout<la_start_options>.size)
        start.kind = kind
        start.attributes = UnsafePointer(attributes)
        var activity: la_activity = 0
        "anna".withCString { owner in
            start.owner = owner
            _ = la_start(runtime, &start, now, &activity)
        }
        for step in 1..<6 where !program.isAtEnd {
            let event = program.run()
            defer { json_decref(event) }
            let time = now + Int64(step) * 60_000
            la_send(runtime, activity, event, nil, time, nil)
            la_publish(runtime, "topic", event, nil, time, nil)
            la_perform(runtime, activity, "pause", 0, time, nil)
            la_runtime_advance(runtime, time + 30_000, nil)
            poll(runtime)
        }
        save(runtime)
    }

    private static func poll(_ runtime: OpaquePointer?) {
        var changes = [la_change](repeating: la_change(), count: 16)
        var count = 0
        repeat {
            require(
                la_runtime_poll(runtime, &changes, MemoryLayout<la_change>.size, 16, &count) == 0,
                "the changes cannot be polled: \(String(cString: la_last_error()))")
            for index in 0..<count { la_change_release(&changes[index]) }
        } while count > 0
    }

    /// Saves as a `json_t` and as text, and restores.
    private static func save(_ runtime: OpaquePointer?) {
        poll(runtime)
        var (value, text, again): (UnsafeMutablePointer<json_t>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        require(
            la_runtime_snapshot(runtime, &value) == 0 && la_runtime_snapshot_text(runtime, &text, nil) == 0,
            "no snapshot: \(String(cString: la_last_error()))")
        defer {
            json_decref(value)
            la_free(text)
            la_free(again)
        }
        require(
            la_runtime_restore(runtime, value) == 0,
            "its own snapshot is refused: \(String(cString: la_last_error()))")
        if let text {
            require(
                la_runtime_restore_text(runtime, text, strlen(text)) == 0,
                "its own text is refused: \(String(cString: la_last_error()))")
        }
        require(la_runtime_snapshot_text(runtime, &again, nil) == 0, "no second snapshot")
        if let text, let again { require(strcmp(text, again) == 0, "another snapshot after restoring") }
    }
}
