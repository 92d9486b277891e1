#if Push
public import LiveActivityCore

/// One step in the trace of an activity.
public struct PushTraceEntry: Hashable, Sendable {
    public var at: Date
    /// The installation or channel; `nil` if the step concerns all.
    public var installation: InstallationID?
    /// The sequence of the change (``/LiveActivityCore/Change/sequence``).
    public var sequence: UInt64
    /// The step, or the reason why nothing was sent.
    public var step: PushStep
}

extension PushTraceEntry: CustomStringConvertible {
    public var description: String { "\(at.iso8601) #\(sequence)\(installation.map { " \($0)" } ?? ""): \(step)" }
}

extension PushTraceEntry: Codable {
    private enum CodingKeys: String, CodingKey { case at, installation, sequence, step }

    /// - Throws: The decoder's error. The step is always ``PushStep/described(_:)``, because steps are encoded as text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        at = try container.decode(Date.self, forKey: .at)
        installation = try container.decodeIfPresent(String.self, forKey: .installation).map(InstallationID.init)
        sequence = try container.decode(UInt64.self, forKey: .sequence)
        step = .described(try container.decode(String.self, forKey: .step))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        try container.encodeIfPresent(installation?.rawValue, forKey: .installation)
        try container.encode(sequence, forKey: .sequence)
        try container.encode("\(step)", forKey: .step)
    }

    /// The step as JSON for readers, with dates in ISO 8601. Pass `activity` to include it in the JSON.
    package func json(activity: ActivityID? = nil) -> JSONValue {
        let members: [(key: String, value: JSONValue?)] = [
            ("at", JSONValue(at.iso8601)), ("activity", activity.map { JSONValue("\($0)") }), ("sequence", JSONValue(sequence)),
            ("installation", installation.map { JSONValue($0.rawValue) }), ("step", JSONValue("\(step)")),
        ]
        return JSONValue(members: members.compactMap { member in member.value.map { (member.key, $0) } })
    }
}

/// The newest trace steps of each activity, until it is dismissed.
struct PushTraces: Sendable {
    private var entries: [ActivityID: [PushTraceEntry]] = [:]
    /// The steps since the last call, for a log.
    private var fresh: [(ActivityID, PushTraceEntry)] = []
    var limit = 16
    var collectsFresh = false

    mutating func add(_ entry: PushTraceEntry, to activity: ActivityID) {
        guard limit > 0 else { return }
        var list = entries[activity] ?? []
        // A wait for the same reason as before is not recorded again.
        if let last = list.last, last.step == entry.step, last.installation == entry.installation,
            last.sequence == entry.sequence
        {
            return
        }
        entries[activity] = nil
        list.append(entry)
        if list.count > limit { list.removeFirst(list.count - limit) }
        entries[activity] = list
        if collectsFresh { fresh.append((activity, entry)) }
    }

    mutating func remove(_ activity: ActivityID) { entries[activity] = nil }

    subscript(activity: ActivityID) -> [PushTraceEntry] { entries[activity] ?? [] }

    mutating func takeFresh() -> [(ActivityID, PushTraceEntry)] {
        defer { fresh = [] }
        return fresh
    }
}
#endif
