public import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore
import LiveActivityHost

// The commands of a host. Each function converts its arguments and passes the command to the engine.

@c @implementation
public func la_start(
    _ runtime: OpaquePointer!, _ start: UnsafePointer<la_start_options>!, _ now_ms: Int64,
    _ out: UnsafeMutablePointer<la_activity>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let start else { throw .argument("start is NULL") }
        // The first version of the struct ends with attributes_text_bytes.
        let given = try sized(start, la_start_options(), atLeast: 48, "la_start_options")
        let now = try runtime.time(now_ms)
        let command = Command.start(try Command.Start(given, runtime.jsonLimits))
        let outcome = try runtime.perform(command, at: now)
        if let activity = outcome.activity { out?.pointee = activity.rawValue }
    }
}

extension Command.Start {
    init(_ given: la_start_options, _ limits: JSONLimits) throws(Failure) {
        let attributes = try JSONValue(
            given.attributes, given.attributes_text, given.attributes_text_bytes, "attributes", limits)
        guard let attributes else { throw .argument("attributes and attributes_text are NULL") }
        self.init(
            kind: ActivityKind(rawValue: try text(given.kind, "kind")),
            owner: OwnerID(rawValue: try text(given.owner, "owner")), attributes: attributes,
            content: try given.content.map { (content) throws(Failure) in try ContentUpdate(content, limits) },
            options: try StartOptions(given))
    }
}

extension StartOptions {
    init(_ given: la_start_options) throws(Failure) {
        self.init()
        let known = UInt32(LA_START_RENEWS | LA_START_TRANSIENT | LA_START_DISMISSAL)
        guard given.flags & ~known == 0 else {
            throw Failure(LA_ERROR_UNSUPPORTED, "la_start_options.flags has a bit that this version does not know")
        }
        key = try optionalText(given.key, "key").map(StartKey.init(rawValue:))
        switch Int(given.if_running) {
        case LA_IF_RUNNING_DEFAULT: break
        case LA_IF_RUNNING_JOIN: ifRunning = .join
        case LA_IF_RUNNING_REPLACE: ifRunning = .replace
        case LA_IF_RUNNING_REJECT: ifRunning = .reject
        default: throw .argument("if_running is \(given.if_running)")
        }
        start = try Milliseconds.optional(given.start_ms, "start_ms")
        alert = try given.alert.map { (alert) throws(Failure) in try AlertConfiguration(alert) }
        endDate = try Milliseconds.optional(given.end_ms, "end_ms")
        if given.flags & UInt32(LA_START_DISMISSAL) != 0 {
            dismissalPolicy = try ActivityUIDismissalPolicy(given.dismissal, given.dismissal_ms)
        }
        if given.lease_stale_ms != 0 || given.lease_end_ms != 0 {
            lease = Lease(
                staleAfter: Double(given.lease_stale_ms) / 1_000, endAfter: Double(given.lease_end_ms) / 1_000)
        }
        if given.flags & UInt32(LA_START_RENEWS) != 0 { renews = true }
        if given.flags & UInt32(LA_START_TRANSIENT) != 0 { style = .transient }
    }
}

extension ContentUpdate {
    init(_ content: UnsafePointer<la_content>, _ limits: JSONLimits) throws(Failure) {
        // The first version of the struct ends with state_text_bytes.
        let given = try sized(content, la_content(), atLeast: 32, "la_content")
        guard let state = try JSONValue(given.state, given.state_text, given.state_text_bytes, "content", limits) else {
            throw .argument("state and state_text are NULL")
        }
        self.init(
            state: state, staleDate: try Milliseconds.optional(given.stale_ms, "stale_ms"),
            relevanceScore: given.relevance)
    }
}

extension AlertConfiguration {
    init(_ alert: UnsafePointer<la_alert>) throws(Failure) {
        // The first version of the struct ends with body.
        let given = try sized(alert, la_alert(), atLeast: 24, "la_alert")
        self.init(
            title: .literal(try text(given.title, "title")), body: .literal(try text(given.body, "body")),
            sound: try optionalText(given.sound, "sound").map(AlertSound.named) ?? .default)
    }
}

extension ActivityUIDismissalPolicy {
    init(_ dismissal: la_dismissal, _ date_ms: Int64) throws(Failure) {
        switch Int(dismissal) {
        case LA_DISMISS_DEFAULT: self = .default
        case LA_DISMISS_IMMEDIATE: self = .immediate
        case LA_DISMISS_AFTER: self = .after(try Milliseconds.checked(date_ms, "dismissal_ms"))
        default: throw .argument("dismissal is \(dismissal)")
        }
    }
}

extension Outcome {
    func report(_ out: UnsafeMutablePointer<la_outcome>?) {
        switch self {
        case .started, .joined, .applied, .published: out?.pointee = la_outcome(LA_OUTCOME_APPLIED)
        case .unchanged: out?.pointee = la_outcome(LA_OUTCOME_UNCHANGED)
        case .ignored: out?.pointee = la_outcome(LA_OUTCOME_IGNORED)
        }
    }
}

@c @implementation
public func la_update(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ content: UnsafePointer<la_content>!,
    _ alert: UnsafePointer<la_alert>!, _ timestamp_ms: Int64, _ now_ms: Int64, _ outcome: UnsafeMutablePointer<la_outcome>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let content else { throw .argument("content is NULL") }
        let command = Command.update(
            .id(ActivityID(rawValue: activity)), content: try ContentUpdate(content, runtime.jsonLimits),
            alert: try alert.map { (alert) throws(Failure) in try AlertConfiguration(alert) },
            timestamp: try Milliseconds.optional(timestamp_ms, "timestamp_ms"))
        try runtime.apply(command, now_ms, outcome)
    }
}

@c @implementation
public func la_end(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ content: UnsafePointer<la_content>!, _ dismissal: la_dismissal,
    _ dismissal_ms: Int64, _ timestamp_ms: Int64, _ now_ms: Int64, _ outcome: UnsafeMutablePointer<la_outcome>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let command = Command.end(
            .id(ActivityID(rawValue: activity)),
            content: try content.map { (content) throws(Failure) in try ContentUpdate(content, runtime.jsonLimits) },
            dismissalPolicy: try ActivityUIDismissalPolicy(dismissal, dismissal_ms),
            timestamp: try Milliseconds.optional(timestamp_ms, "timestamp_ms"))
        try runtime.apply(command, now_ms, outcome)
    }
}

extension Runtime {
    func apply(_ command: Command, _ now_ms: Int64, _ out: UnsafeMutablePointer<la_outcome>?) throws(Failure) {
        let now = try time(now_ms)
        try perform(command, at: now).report(out)
    }

    /// Sends an event as a Swift value, because the journal records it.
    fileprivate func send(
        _ event: JSONValue, to activity: la_activity, _ options: UnsafePointer<la_event_options>?, _ now_ms: Int64,
        _ out: UnsafeMutablePointer<la_outcome>?
    ) throws(Failure) {
        let details = try EventDetails(options)
        try apply(
            .send(.id(ActivityID(rawValue: activity)), event: event, id: details.id, timestamp: details.timestamp), now_ms, out)
    }

    /// Reads the options of an event and calls `body` to send it.
    @inline(__always)
    fileprivate func send(
        to activity: la_activity, _ options: UnsafePointer<la_event_options>?, _ now_ms: Int64,
        _ out: UnsafeMutablePointer<la_outcome>?,
        _ body: (inout Engine, ActivityID, EventDetails, Date) throws(EngineError) -> Outcome
    ) throws(Failure) {
        let now = try time(now_ms)
        let details = try EventDetails(options)
        try command { (engine) throws(EngineError) in
            try body(&engine, ActivityID(rawValue: activity), details, now)
        }.report(out)
    }

    func publish(
        _ event: JSONValue, to topic: UnsafePointer<CChar>?, _ options: UnsafePointer<la_event_options>?,
        _ now_ms: Int64, _ out: UnsafeMutablePointer<la_publish_report>?
    ) throws(Failure) {
        let now = try time(now_ms)
        let details = try EventDetails(options)
        var report = la_publish_report()
        if let out { report = try sized(out, report, atLeast: 32, "la_publish_report") }
        let command = Command.publish(
            Topic(rawValue: try text(topic, "topic")), event: event, kind: details.kind, id: details.id,
            timestamp: details.timestamp)
        let outcome = try perform(command, at: now)
        (report.applied, report.unchanged, report.refused) = (0, 0, 0)
        if case .published(let counts) = outcome {
            report.applied = UInt64(counts.applied)
            report.unchanged = UInt64(counts.unchanged)
            report.refused = UInt64(counts.refused)
        }
        if let out { UnsafeMutableRawPointer(out).copyMemory(from: &report, byteCount: 32) }
    }
}

/// The parameters of an event besides its JSON.
private struct EventDetails {
    var id: EventID?
    var timestamp: Date?
    var kind: ActivityKind?

    @inline(__always)
    init(_ options: UnsafePointer<la_event_options>?) throws(Failure) {
        if let options { try read(options) }
    }

    private mutating func read(_ options: UnsafePointer<la_event_options>) throws(Failure) {
        // The first version of the struct ends with id.
        let given = try sized(options, la_event_options(), atLeast: 16, "la_event_options")
        id = try optionalText(given.id, "id").map(EventID.init(rawValue:))
        timestamp = try Milliseconds.optional(given.timestamp_ms, "timestamp_ms")
        kind = try optionalText(given.kind, "kind").map(ActivityKind.init(rawValue:))
    }
}

@c @implementation
public func la_send(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ event: UnsafePointer<json_t>!,
    _ options: UnsafePointer<la_event_options>!, _ now_ms: Int64, _ outcome: UnsafeMutablePointer<la_outcome>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let event else { throw .argument("event is NULL") }
        if runtime.host.isJournaling, let value = try JSONValue(event, nil, 0, "event", runtime.jsonLimits) {
            return try runtime.send(value, to: activity, options, now_ms, outcome)
        }
        try runtime.send(to: activity, options, now_ms, outcome) { (engine, id, details, now) throws(EngineError) in
            try engine.send(
                jansson: UnsafeMutablePointer(mutating: event), to: id, eventID: details.id, timestamp: details.timestamp,
                at: now)
        }
    }
}

@c @implementation
public func la_send_text(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ event: UnsafePointer<CChar>!, _ event_bytes: Int,
    _ options: UnsafePointer<la_event_options>!, _ now_ms: Int64, _ outcome: UnsafeMutablePointer<la_outcome>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let text = try bytes(event, event_bytes, "event")
        if runtime.host.isJournaling {
            return try runtime.send(JSONValue(text, "event", runtime.jsonLimits), to: activity, options, now_ms, outcome)
        }
        do throws(Failure) {
            try runtime.send(to: activity, options, now_ms, outcome) { (engine, id, details, now) throws(EngineError) in
                try engine.send(.text(text), to: id, eventID: details.id, timestamp: details.timestamp, at: now)
            }
        } catch {
            // The engine decodes the text directly as an event. Only after a failure is it parsed again, to find out whether it
            // is JSON at all.
            if error.status == la_status(LA_ERROR_UNDECODABLE) { _ = try JSONValue(text, "event", runtime.jsonLimits) }
            throw error
        }
    }
}

@c @implementation
public func la_publish(
    _ runtime: OpaquePointer!, _ topic: UnsafePointer<CChar>!, _ event: UnsafePointer<json_t>!,
    _ options: UnsafePointer<la_event_options>!, _ now_ms: Int64, _ report: UnsafeMutablePointer<la_publish_report>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let value = try JSONValue(event, nil, 0, "event", runtime.jsonLimits) else {
            throw .argument("event is NULL")
        }
        try runtime.publish(value, to: topic, options, now_ms, report)
    }
}

@c @implementation
public func la_publish_text(
    _ runtime: OpaquePointer!, _ topic: UnsafePointer<CChar>!, _ event: UnsafePointer<CChar>!, _ event_bytes: Int,
    _ options: UnsafePointer<la_event_options>!, _ now_ms: Int64, _ report: UnsafeMutablePointer<la_publish_report>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let value = try JSONValue(bytes(event, event_bytes, "event"), "event", runtime.jsonLimits)
        try runtime.publish(value, to: topic, options, now_ms, report)
    }
}

@c @implementation
public func la_perform(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ action: UnsafePointer<CChar>!, _ surface: la_surface,
    _ now_ms: Int64, _ outcome: UnsafeMutablePointer<la_outcome>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let command = Command.perform(
            ActionID(rawValue: try text(action, "action")), on: .id(ActivityID(rawValue: activity)),
            surface: try Surface(surface))
        try runtime.apply(command, now_ms, outcome)
    }
}

extension Surface {
    fileprivate init(_ surface: la_surface) throws(Failure) {
        switch Int(surface) {
        case LA_SURFACE_LOCK_SCREEN: self = .lockScreen
        case LA_SURFACE_COMPACT: self = .compact
        case LA_SURFACE_MINIMAL: self = .minimal
        case LA_SURFACE_EXPANDED: self = .expanded
        case LA_SURFACE_STAND_BY: self = .standBy
        case LA_SURFACE_MENU_BAR: self = .menuBar
        case LA_SURFACE_SMART_STACK: self = .smartStack
        case LA_SURFACE_CAR_PLAY: self = .carPlay
        default: throw .argument("surface is \(surface)")
        }
    }
}

@c @implementation
public func la_dismiss(_ runtime: OpaquePointer!, _ activity: la_activity, _ now_ms: Int64) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        try runtime.apply(.dismiss(.id(ActivityID(rawValue: activity))), now_ms, nil)
    }
}

@c @implementation
public func la_renew_lease(_ runtime: OpaquePointer!, _ activity: la_activity, _ now_ms: Int64) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        try runtime.apply(.renewLease(.id(ActivityID(rawValue: activity))), now_ms, nil)
    }
}

@c @implementation
public func la_permit(
    _ runtime: OpaquePointer!, _ owner: UnsafePointer<CChar>!, _ kind: UnsafePointer<CChar>!, _ allowed: Int32,
    _ now_ms: Int64
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let command = Command.permit(
            owner: OwnerID(rawValue: try text(owner, "owner")),
            kind: try optionalText(kind, "kind").map(ActivityKind.init(rawValue:)), allowed: allowed != 0)
        try runtime.apply(command, now_ms, nil)
    }
}

@c @implementation
public func la_permit_frequent_updates(
    _ runtime: OpaquePointer!, _ owner: UnsafePointer<CChar>!, _ allowed: Int32, _ now_ms: Int64
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let command = Command.permitFrequentUpdates(
            owner: OwnerID(rawValue: try text(owner, "owner")), allowed: allowed != 0)
        try runtime.apply(command, now_ms, nil)
    }
}
