public import CJansson
public import CLiveActivities
import JanssonCoding
import LiveActivityCore
import LiveActivityHost

// Queries. They do not change the runtime.

@c @implementation
public func la_activity_format(_ activity: la_activity, _ out: UnsafeMutablePointer<CChar>!) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        copy(ActivityID(rawValue: activity).description, to: out, capacity: 17)
    }
}

@c @implementation
public func la_activity_parse(_ given: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<la_activity>!) -> la_status {
    status { () throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        guard let id = ActivityID(try text(given, "text")) else {
            throw .argument("an activity's id has 16 lowercase hexadecimal digits")
        }
        out.pointee = id.rawValue
    }
}

@c @implementation
public func la_find(
    _ runtime: OpaquePointer!, _ owner: UnsafePointer<CChar>!, _ kind: UnsafePointer<CChar>!,
    _ key: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<la_activity>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        let reference = ActivityReference.key(
            owner: OwnerID(rawValue: try text(owner, "owner")), kind: ActivityKind(rawValue: try text(kind, "kind")),
            key: StartKey(rawValue: try text(key, "key")))
        do throws(EngineError) { out.pointee = try runtime.host.engine.resolve(reference).rawValue } catch {
            guard case .nothingRunning(_, let kind, _) = error,
                !runtime.host.engine.providers.contains(where: { $0.kind == kind })
            else { throw Failure(error) }
            // The activity may exist in a restored store or snapshot and wait for its provider.
            throw Failure(LA_ERROR_NOTHING_RUNNING, "\(error); no provider of kind '\(kind)' is registered", code: error.code)
        }
    }
}

@c @implementation
public func la_list(
    _ runtime: OpaquePointer!, _ owner: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<la_activity>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let count else { throw .argument("count is NULL") }
        guard capacity >= 0, out != nil || capacity == 0 else { throw .argument("out is NULL") }
        let owner = try optionalText(owner, "owner").map(OwnerID.init(rawValue:))
        let ids = owner.map { runtime.host.engine.activities(of: $0) } ?? runtime.host.engine.activities
        for (place, id) in ids.prefix(capacity).enumerated() { out[place] = id.rawValue }
        count.pointee = ids.count
    }
}

@c @implementation
public func la_get_state(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<la_state>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        let id = ActivityID(rawValue: activity)
        guard let state = runtime.host.engine.state(of: id) else { throw Failure(.unknownActivity(id)) }
        out.pointee = la_state(state.code)
    }
}

@c @implementation
public func la_get_content(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.state(of: activity).release()
    }
}

@c @implementation
public func la_get_attributes(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        do throws(EngineError) {
            out.pointee = try runtime.host.engine.janssonAttributes(of: ActivityID(rawValue: activity)).release()
        } catch {
            throw Failure(error)
        }
    }
}

@c @implementation
public func la_get_content_text(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        let text = try runtime.command { (engine) throws(EngineError) in
            try engine.encodedState(of: ActivityID(rawValue: activity))
        }
        try returnText(text.bytes, out, text_bytes)
    }
}

/// The complete description of an activity, for la_get_activity().
private struct ActivityDescription: Encodable {
    let activity: ActivityID
    let kind: ActivityKind
    let owner: OwnerID
    let key: StartKey?
    let state: ActivityState
    let revision: UInt32
    let attributes: JSONText?
    let content: JSONText
    let relevance: Double
    let stale_ms: Int64?
    let started_ms: Int64
    let closing_ms: Int64
    let wake_ms: Int64?
    let timestamp_ms: Int64?
    let end_ms: Int64?
    let renews: Bool
    let predecessor: ActivityID?

    init(_ record: ActivityRecord, kind: ActivityKind) {
        activity = record.id
        self.kind = kind
        owner = record.owner
        key = record.key
        state = record.state
        revision = record.revision
        attributes = record.attributes
        content = record.content.state
        relevance = record.content.relevanceScore
        stale_ms = record.content.staleDate.map(Milliseconds.nearest)
        started_ms = Milliseconds.nearest(record.startedAt)
        closing_ms = Milliseconds.nearest(record.closingDate)
        wake_ms = record.wakeDate.map(Milliseconds.nearest)
        timestamp_ms = record.timestamp.map(Milliseconds.nearest)
        end_ms = record.extras?.endDate.map(Milliseconds.nearest)
        renews = record.extras?.renews ?? false
        predecessor = record.extras?.predecessor
    }
}

@c @implementation
public func la_get_activity(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.description(of: ActivityID(rawValue: activity)))
    }
}

@c @implementation
public func la_get_activity_text(
    _ runtime: OpaquePointer!, _ activity: la_activity, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        try returnText(runtime.jsonText(runtime.description(of: ActivityID(rawValue: activity))), out, text_bytes)
    }
}

@c @implementation
public func la_get_permission(
    _ runtime: OpaquePointer!, _ owner: UnsafePointer<CChar>!, _ kind: UnsafePointer<CChar>!,
    _ allowed: UnsafeMutablePointer<Int32>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let allowed else { throw .argument("allowed is NULL") }
        let owner = OwnerID(rawValue: try text(owner, "owner"))
        let isAllowed =
            if let kind = try optionalText(kind, "kind") {
                runtime.host.engine.isPermitted(ActivityKind(rawValue: kind), by: owner)
            } else {
                runtime.host.engine.areFrequentUpdatesPermitted(by: owner)
            }
        allowed.pointee = isAllowed ? 1 : 0
    }
}

extension Runtime {
    fileprivate func description(of id: ActivityID) throws(Failure) -> ActivityDescription {
        let found = try command { (engine) throws(EngineError) in try engine.record(of: id) }
        guard let found, let kind = host.engine.kind(of: id) else {
            // For a restored activity whose kind is not registered this throws a more exact error.
            _ = try state(of: id.rawValue)
            throw Failure(.unknownActivity(id))
        }
        return ActivityDescription(found, kind: kind)
    }

    func state(of activity: la_activity) throws(Failure) -> JanssonValue {
        do throws(EngineError) {
            return try host.engine.janssonState(of: ActivityID(rawValue: activity))
        } catch {
            throw Failure(error)
        }
    }

    /// Converts a value to a `json_t` that the host releases.
    func jansson(_ value: some Encodable) throws(Failure) -> UnsafeMutablePointer<json_t> {
        do {
            return try encoder.encodeToJansson(value).release()
        } catch {
            throw Failure(LA_ERROR_UNENCODABLE, String(describing: error))
        }
    }

    func jsonText(_ value: some Encodable) throws(Failure) -> [UInt8] {
        do {
            return try encoder.encode(value)
        } catch {
            throw Failure(LA_ERROR_UNENCODABLE, String(describing: error))
        }
    }
}

// MARK: - Kinds

/// An entry of the list of kinds.
private struct KindEntry: Encodable {
    let kind: ActivityKind
    let hasRules: Bool
}

/// The description of a kind with its examples.
private struct KindDescription: Encodable {
    let kind: ActivityKind
    let hasRules: Bool
    let samples: EncodedSamples?

    private enum CodingKeys: String, CodingKey { case kind, hasRules, attributes, content, story, actions }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(hasRules, forKey: .hasRules)
        guard hasRules, let samples else { return }
        try container.encode(samples.attributes, forKey: .attributes)
        try container.encodeIfPresent(samples.content, forKey: .content)
        try container.encode(samples.story, forKey: .story)
        try container.encode(samples.actions, forKey: .actions)
    }
}

extension Runtime {
    fileprivate var kinds: [KindEntry] { host.engine.providers.map { KindEntry(kind: $0.kind, hasRules: $0.hasRules) } }

    fileprivate func description(of kind: UnsafePointer<CChar>?) throws(Failure) -> KindDescription {
        let kind = ActivityKind(rawValue: try text(kind, "kind"))
        guard let provider = host.engine.providers.first(where: { $0.kind == kind }) else { throw failure(.unknownKind(kind)) }
        if let table = tables.first(where: { $0.kind == kind }) {
            do { try CProvider(provider: table).checkSamples() } catch {
                throw Failure(LA_ERROR_BAD_PLUGIN, String(describing: error))
            }
        }
        return KindDescription(kind: kind, hasRules: provider.hasRules, samples: provider.samples())
    }
}

@c @implementation
public func la_runtime_kinds(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.kinds)
    }
}

@c @implementation
public func la_runtime_describe(
    _ runtime: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.description(of: kind))
    }
}

@c @implementation
public func la_runtime_describe_text(
    _ runtime: OpaquePointer!, _ kind: UnsafePointer<CChar>!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        let text = kind == nil ? try runtime.jsonText(runtime.kinds) : try runtime.jsonText(runtime.description(of: kind))
        try returnText(text, out, text_bytes)
    }
}

@c @implementation
public func la_runtime_notices(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<json_t>?>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("out is NULL") }
        out.pointee = try runtime.jansson(runtime.takeNotices())
    }
}

@c @implementation
public func la_runtime_notices_text(
    _ runtime: OpaquePointer!, _ out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>!,
    _ text_bytes: UnsafeMutablePointer<Int>!
) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        guard let out else { throw .argument("text is NULL") }
        try returnText(runtime.jsonText(runtime.takeNotices()), out, text_bytes)
    }
}

@c @implementation
public func la_runtime_add_kind(_ runtime: OpaquePointer!, _ kind: UnsafePointer<CChar>!) -> la_status {
    withRuntime(runtime) { (runtime) throws(Failure) in
        let kind = ActivityKind(rawValue: try text(kind, "kind"))
        guard !kind.rawValue.isEmpty else { throw .argument("kind is empty") }
        try runtime.command { (engine) throws(EngineError) in try engine.register(AnyProvider(kind: kind)) }
        runtime.host.journal?.breakOff()
    }
}
