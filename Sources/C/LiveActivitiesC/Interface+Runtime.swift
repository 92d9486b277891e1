public import CLiveActivities
import DeliveryActivity
import LiveActivityCore
import LiveActivityHost
import MeditationTimerActivity
import SportsActivity
import WaitQueueActivity

@c @implementation
public func la_runtime_create(_ options: UnsafePointer<la_options>!, _ out: UnsafeMutablePointer<OpaquePointer?>!) -> la_status
{
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        var given = la_options()
        // The first version of the struct ends with seed.
        if let options { given = try sized(options, given, atLeast: 16, "la_options") }
        let known = UInt32(
            LA_VIRTUAL_TIME | LA_NO_BUILT_IN_KINDS | LA_TAKE_MISTAKES | LA_NO_POLL | LA_REFUSE_EQUAL_TIMESTAMPS
                | LA_DENIED_GO_ON | LA_COUNT_FROM_REQUEST)
        guard given.flags & ~known == 0, given.reserved == 0 else {
            throw Failure(LA_ERROR_UNSUPPORTED, "la_options.flags or reserved has a bit that this version does not know")
        }
        let jsonLimits = try JSONLimits(given)
        let configuration = try EngineConfiguration(given)
        let storeOptions = try StoreOptions(given)
        let store = try hostStore(given)
        do throws(Failure) {
            out.pointee = try RuntimeTable.shared.insert { (slot) throws(Failure) in
                try Runtime.make(given, configuration, jsonLimits, store, storeOptions, in: slot)
            }
        } catch {
            store?.close()
            throw error
        }
    }
}

/// The store that the host's options request.
private func hostStore(_ options: la_options) throws(Failure) -> HostStore? {
    if options.store != nil, options.store_path != nil { throw .argument("store and store_path are both set") }
    if let store = options.store { return try HostStore(store) }
    guard let path = options.store_path else { return nil }
    var store = la_store()
    store.size = UInt32(MemoryLayout<la_store>.size)
    let status = openSQLiteStore(path, &store)
    guard status == LA_OK else { throw Failure(Int(status), "'\(try text(path, "store_path"))': \(sqliteReason(status))") }
    return try HostStore(&store)
}

private func sqliteReason(_ status: la_status) -> String {
    if status == la_status(LA_ERROR_UNSUPPORTED) { return "this library was built without SQLite" }
    return sqliteStoreReason().map { String(cString: $0) } ?? "it cannot be opened"
}

extension Runtime {
    fileprivate static func make(
        _ options: la_options, _ configuration: EngineConfiguration, _ jsonLimits: JSONLimits, _ store: HostStore?,
        _ storeOptions: StoreOptions, in slot: UnsafeMutablePointer<RuntimeSlot>
    ) throws(Failure) -> Runtime {
        var configuration = configuration
        var head: StoreHead?
        do throws(StoreError) { head = try store?.head() } catch { throw Failure(error) }
        // The stored seed is used, so that ids of an earlier run are not issued again.
        if let head, head.run > 0 { configuration.seed = head.seed }
        let runtime = Runtime(
            configuration, isVirtual: options.flags & UInt32(LA_VIRTUAL_TIME) != 0, jsonLimits: jsonLimits, in: slot)
        runtime.discardsPolled = options.flags & UInt32(LA_NO_POLL) != 0
        if options.flags & UInt32(LA_NO_BUILT_IN_KINDS) == 0 {
            try runtime.command { (engine) throws(EngineError) in
                try engine.register(AnyProvider(DeliveryProvider()))
                try engine.register(AnyProvider(MeditationTimerProvider()))
                try engine.register(AnyProvider(SportsProvider()))
                try engine.register(AnyProvider(WaitQueueProvider()))
            }
        }
        guard let store, let head else { return runtime }
        do { try runtime.open(store, head, storeOptions) } catch {
            throw error as? Failure ?? (error as? StoreError).map { Failure($0) } ?? (error as? EngineError).map { Failure($0) }
                ?? Failure(LA_ERROR_STORE_DAMAGED, String(describing: error))
        }
        return runtime
    }
}

extension EngineConfiguration {
    init(_ options: la_options) throws(Failure) {
        self.init(seed: options.seed)
        if let duration = try Milliseconds.duration(options.active_ms, "active_ms") { activeDuration = duration }
        if let duration = try Milliseconds.duration(options.linger_ms, "linger_ms") { lingerDuration = duration }
        if let duration = try Milliseconds.duration(options.refuse_dismissed_ms, "refuse_dismissed_ms") {
            afterDismissal = .refuse(seconds: duration)
        }
        switch options.payload_bytes_max {
        case 0: break
        case .max: limits.payloadBytes = nil
        case let bytes: limits.payloadBytes = Int(bytes)
        }
        if options.activities_per_owner_max > 0 { limits.activitiesPerOwner = Int(options.activities_per_owner_max) }
        if options.activities_max > 0 { limits.activities = Int(options.activities_max) }
        if options.alerts_per_hour_max > 0 { limits.alertsPerHour = Int(options.alerts_per_hour_max) }
        limits.undrainedChanges = options.changes_max > 0 ? Int(options.changes_max) : 1_000_000
        refusesMistakes = options.flags & UInt32(LA_TAKE_MISTAKES) == 0
        acceptsEqualTimestamps = options.flags & UInt32(LA_REFUSE_EQUAL_TIMESTAMPS) == 0
        denialEndsActivities = options.flags & UInt32(LA_DENIED_GO_ON) == 0
        scheduledTimeCountsFromStart = options.flags & UInt32(LA_COUNT_FROM_REQUEST) == 0
        if let duration = try Milliseconds.duration(options.renewal_lead_ms, "renewal_lead_ms") { renewalLead = duration }
        guard options.date_horizon_ms >= 0 else { throw .argument("date_horizon_ms is negative") }
        if options.date_horizon_ms > 0 { limits.dateHorizon = Double(options.date_horizon_ms) / 1_000 }
        if options.remembered_events_max > 0 { limits.rememberedEvents = Int(options.remembered_events_max) }
        if options.name_bytes_max > 0 { limits.nameBytes = Int(options.name_bytes_max) }
        if options.remembered_dismissals_max > 0 { limits.rememberedDismissals = Int(options.remembered_dismissals_max) }
    }
}

extension JSONLimits {
    fileprivate init(_ options: la_options) throws(Failure) {
        self.init()
        if options.json_depth_max > 0 { maximumDepth = Int(options.json_depth_max) }
        if options.json_bytes_max > 0 { maximumBytes = Int(options.json_bytes_max) }
        guard options.json_depth_max == 0 || maximumDepth == Int(options.json_depth_max) else {
            throw .argument("json_depth_max is \(options.json_depth_max), more than \(maximumDepth)")
        }
        guard options.json_bytes_max == 0 || maximumBytes == Int(options.json_bytes_max) else {
            throw .argument("json_bytes_max is \(options.json_bytes_max), more than \(maximumBytes)")
        }
        // Values that are passed in as text may be requested as a json_t, which cannot represent larger numbers.
        refusesNumbersBeyondDouble = true
    }
}

@c @implementation
public func la_runtime_destroy(_ handle: OpaquePointer!) -> la_status {
    guard handle != nil else { return la_status(LA_OK) }
    // Released after its lock, because a provider's destroy() may take long.
    var last: Runtime?
    var unwritten: Failure?
    return status { () throws(Failure) in
        try RuntimeTable.shared.withLockedRuntime(handle) { (runtime) throws(Failure) in
            try runtime.stopThreads()
            // No call can start a thread between these two: the lock is not released.
            try runtime.beginClosing()
            runtime.stopWriter()
            unwritten = runtime.closeStore()
            RuntimeTable.shared.remove(runtime)
            last = runtime
        }
        last?.close()
        last = nil
        if let unwritten { throw unwritten }
    }
}

@c @implementation
public func la_runtime_advance(
    _ runtime: OpaquePointer!, _ now_ms: Int64, _ next_deadline_ms: UnsafeMutablePointer<Int64>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        // Deadlines also run while the store fails; their changes are written later.
        let now = try runtime.clockTime(now_ms)
        try? runtime.catchUp(to: now)
        runtime.host.engine.advance(to: now)
        if runtime.readiness == nil && next_deadline_ms == nil { return }
        runtime.reportedDeadline = runtime.nextDeadline
        next_deadline_ms?.pointee = runtime.reportedDeadline
    }
}

@c @implementation
public func la_runtime_fd(_ runtime: OpaquePointer!, _ fd: UnsafeMutablePointer<Int32>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let fd else { throw .argument("fd is NULL") }
        if runtime.readiness == nil { runtime.readiness = ReadinessPipe() }
        guard let pipe = runtime.readiness else {
            throw Failure(LA_ERROR_SYSTEM, "cannot create a pipe: error \(errno)")
        }
        fd.pointee = pipe.descriptor
    }
}
