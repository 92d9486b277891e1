import LiveActivityJSON

// The JSON form of a command is one flat object: `{"command": "send", "activity": …, "event": …}`. `at`, if present, is the
// command's time, and `traceparent` its trace.
//
// A command with an unknown member is refused: with `"ky"` for `"key"`, a start would have no key, and a repetition would start
// a second activity. The members inside attributes, states and events are checked by their kinds.

/// A command with its time; one line of input of `live-activities run`.
public struct TimedCommand: Codable, Hashable, Sendable {
    /// The command's time; `nil` for the host's current time.
    public var at: Date?
    /// The command to carry out.
    public var command: Command
    /// The trace that the command belongs to. Its changes have it too (``Change/trace``).
    public var trace: TraceContext?

    /// Creates a command with its time.
    public init(at: Date? = nil, _ command: Command, trace: TraceContext? = nil) {
        self.at = at
        self.command = command
        self.trace = trace
    }

    private enum CodingKeys: String, CodingKey { case at, traceparent }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        at = try container.dateIfPresent(.at)
        trace = try container.traceIfPresent(.traceparent)
        command = try Command(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date: at, .at)
        try command.encode(to: encoder)
        try container.encodeIfPresent(trace, forKey: .traceparent)
    }
}

extension Command: Codable {
    enum CodingKeys: String, CodingKey {
        case command, activity, kind, owner, attributes, content, event, id, topic, action, surface, allowed, timestamp, alert
        case dismissalPolicy
        case key, ifRunning, start, endDate, lease, renews, style
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func activity() throws -> ActivityReference { try container.decode(ActivityReference.self, forKey: .activity) }
        func content() throws -> ContentUpdate? { try container.decodeIfPresent(ContentUpdate.self, forKey: .content) }

        let text = try container.decode(String.self, forKey: .command)
        guard let name = CommandName(rawValue: text), let members = name.members else {
            let names = CommandName.allCases.filter { $0.members != nil }.map(\.rawValue)
            throw DecodingError.dataCorruptedError(
                forKey: .command, in: container,
                debugDescription: CaseNames.unknown(text, "command", among: names))
        }
        try decoder.refuseMembers(beyond: members + ["command", "at", "traceparent"])
        for (object, known) in CommandName.objects where members.contains(object.rawValue) {
            try decoder.refuseMembers(beyond: known, in: object)
        }
        switch name {
        case .start:
            self = .start(
                Start(
                    kind: try container.decode(ActivityKind.self, forKey: .kind),
                    owner: try container.decode(OwnerID.self, forKey: .owner),
                    attributes: try container.decode(JSONValue.self, forKey: .attributes), content: try content(),
                    options: try StartOptions(from: decoder)))
        case .update:
            self = .update(
                try activity(), content: try container.decode(ContentUpdate.self, forKey: .content),
                alert: try container.decodeIfPresent(AlertConfiguration.self, forKey: .alert),
                timestamp: try container.dateIfPresent(.timestamp))
        case .end:
            self = .end(
                try activity(), content: try content(),
                dismissalPolicy: try container.decodeIfPresent(ActivityUIDismissalPolicy.self, forKey: .dismissalPolicy)
                    ?? .default,
                timestamp: try container.dateIfPresent(.timestamp))
        case .endAll:
            self = .endAll(
                owner: try container.decode(OwnerID.self, forKey: .owner),
                kind: try container.decodeIfPresent(ActivityKind.self, forKey: .kind),
                dismissalPolicy: try container.decodeIfPresent(ActivityUIDismissalPolicy.self, forKey: .dismissalPolicy)
                    ?? .default)
        case .send:
            self = .send(
                try activity(), event: try container.decode(JSONValue.self, forKey: .event),
                id: try container.decodeIfPresent(EventID.self, forKey: .id),
                timestamp: try container.dateIfPresent(.timestamp))
        case .publish:
            self = .publish(
                try container.decode(Topic.self, forKey: .topic), event: try container.decode(JSONValue.self, forKey: .event),
                kind: try container.decodeIfPresent(ActivityKind.self, forKey: .kind),
                id: try container.decodeIfPresent(EventID.self, forKey: .id),
                timestamp: try container.dateIfPresent(.timestamp))
        case .perform:
            self = .perform(
                try container.decode(ActionID.self, forKey: .action), on: try activity(),
                surface: try container.decodeIfPresent(Surface.self, forKey: .surface) ?? .lockScreen)
        case .dismiss: self = .dismiss(try activity())
        case .renewLease: self = .renewLease(try activity())
        case .permit:
            self = .permit(
                owner: try container.decode(OwnerID.self, forKey: .owner),
                kind: try container.decodeIfPresent(ActivityKind.self, forKey: .kind),
                allowed: try container.decode(Bool.self, forKey: .allowed))
        case .permitFrequentUpdates:
            self = .permitFrequentUpdates(
                owner: try container.decode(OwnerID.self, forKey: .owner),
                allowed: try container.decode(Bool.self, forKey: .allowed))
        case .advance: self = .advance
        case .sendMany: preconditionFailure("a name without members was refused above")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .command)
        switch self {
        case .start(let start):
            try container.encode(start.kind, forKey: .kind)
            try container.encode(start.owner, forKey: .owner)
            try container.encode(start.attributes, forKey: .attributes)
            try container.encodeIfPresent(start.content, forKey: .content)
            try start.options.encode(to: encoder)
        case .update(let activity, let content, let alert, let timestamp):
            try container.encode(activity, forKey: .activity)
            try container.encode(content, forKey: .content)
            try container.encodeIfPresent(alert, forKey: .alert)
            try container.encode(date: timestamp, .timestamp)
        case .end(let activity, let content, let policy, let timestamp):
            try container.encode(activity, forKey: .activity)
            try container.encodeIfPresent(content, forKey: .content)
            try container.encode(policy, forKey: .dismissalPolicy)
            try container.encode(date: timestamp, .timestamp)
        case .endAll(let owner, let kind, let policy):
            try container.encode(owner, forKey: .owner)
            try container.encodeIfPresent(kind, forKey: .kind)
            try container.encode(policy, forKey: .dismissalPolicy)
        case .send(let activity, let event, let id, let timestamp):
            try container.encode(activity, forKey: .activity)
            try container.encode(event, forKey: .event)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encode(date: timestamp, .timestamp)
        case .publish(let topic, let event, let kind, let id, let timestamp):
            try container.encode(topic, forKey: .topic)
            try container.encode(event, forKey: .event)
            try container.encodeIfPresent(kind, forKey: .kind)
            try container.encodeIfPresent(id, forKey: .id)
            try container.encode(date: timestamp, .timestamp)
        case .perform(let action, let activity, let surface):
            try container.encode(action, forKey: .action)
            try container.encode(activity, forKey: .activity)
            try container.encode(surface, forKey: .surface)
        case .dismiss(let activity), .renewLease(let activity): try container.encode(activity, forKey: .activity)
        case .permit(let owner, let kind, let allowed):
            try container.encode(owner, forKey: .owner)
            try container.encodeIfPresent(kind, forKey: .kind)
            try container.encode(allowed, forKey: .allowed)
        case .permitFrequentUpdates(let owner, let allowed):
            try container.encode(owner, forKey: .owner)
            try container.encode(allowed, forKey: .allowed)
        case .advance: break
        }
    }
}

extension CommandName {
    /// The members of the command's object, besides `command`, `at` and `traceparent`; `nil` for a name that no ``Command``
    /// has.
    fileprivate var members: [String]? {
        switch self {
        case .start:
            [
                "kind", "owner", "attributes", "content", "key", "ifRunning", "start", "alert", "endDate", "dismissalPolicy",
                "lease",
                "renews", "style",
            ]
        case .update: ["activity", "content", "alert", "timestamp"]
        case .end: ["activity", "content", "dismissalPolicy", "timestamp"]
        case .endAll: ["owner", "kind", "dismissalPolicy"]
        case .send: ["activity", "event", "id", "timestamp"]
        case .publish: ["topic", "event", "kind", "id", "timestamp"]
        case .perform: ["activity", "action", "surface"]
        case .dismiss, .renewLease: ["activity"]
        case .permit: ["owner", "kind", "allowed"]
        case .permitFrequentUpdates: ["owner", "allowed"]
        case .advance: []
        case .sendMany: nil
        }
    }

    /// The members of nested objects.
    fileprivate static let objects: [(Command.CodingKeys, [String])] = [
        (.content, ["state", "staleDate", "relevanceScore"]), (.alert, ["title", "body", "sound"]),
        (.activity, ["owner", "kind", "key"]), (.lease, ["staleAfter", "endAfter"]),
    ]
}

extension Decoder {
    /// - Parameter place: The member to check; `nil` for the object itself. A missing member, or one that is not an object, has
    ///   no members.
    fileprivate func refuseMembers(beyond known: [String], in place: Command.CodingKeys? = nil) throws {
        let container: KeyedDecodingContainer<JSONKey>
        if let place {
            let object = try self.container(keyedBy: Command.CodingKeys.self)
            guard object.contains(place), let nested = try? object.nestedContainer(keyedBy: JSONKey.self, forKey: place) else {
                return
            }
            container = nested
        } else {
            container = try self.container(keyedBy: JSONKey.self)
        }
        for member in container.allKeys where !known.contains(member.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: container.codingPath + [member],
                    debugDescription: CaseNames.unknown(member.stringValue, "member", among: known)))
        }
    }
}

extension StartOptions {
    private typealias Keys = Command.CodingKeys

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(
            key: try container.decodeIfPresent(StartKey.self, forKey: .key),
            ifRunning: try container.decodeIfPresent(IfRunning.self, forKey: .ifRunning),
            start: try container.dateIfPresent(.start),
            alert: try container.decodeIfPresent(AlertConfiguration.self, forKey: .alert),
            endDate: try container.dateIfPresent(.endDate),
            dismissalPolicy: try container.decodeIfPresent(ActivityUIDismissalPolicy.self, forKey: .dismissalPolicy),
            lease: try container.decodeIfPresent(Lease.self, forKey: .lease),
            renews: try container.decodeIfPresent(Bool.self, forKey: .renews),
            style: try container.decodeIfPresent(ActivityStyle.self, forKey: .style))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(key, forKey: .key)
        try container.encodeIfPresent(ifRunning, forKey: .ifRunning)
        try container.encode(date: start, .start)
        try container.encodeIfPresent(alert, forKey: .alert)
        try container.encode(date: endDate, .endDate)
        try container.encodeIfPresent(dismissalPolicy, forKey: .dismissalPolicy)
        try container.encodeIfPresent(lease, forKey: .lease)
        try container.encodeIfPresent(renews, forKey: .renews)
        try container.encodeIfPresent(style, forKey: .style)
    }
}

extension ContentUpdate {
    private enum CodingKeys: String, CodingKey { case state, staleDate, relevanceScore }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            state: try container.decode(JSONValue.self, forKey: .state), staleDate: try container.dateIfPresent(.staleDate),
            relevanceScore: try container.decodeIfPresent(Double.self, forKey: .relevanceScore))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(date: staleDate, .staleDate)
        try container.encodeIfPresent(relevanceScore, forKey: .relevanceScore)
    }
}

extension ActivityReference: Codable {
    private enum CodingKeys: String, CodingKey { case owner, kind, key }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .key(
                owner: try container.decode(OwnerID.self, forKey: .owner),
                kind: try container.decode(ActivityKind.self, forKey: .kind),
                key: try container.decode(StartKey.self, forKey: .key))
        } else {
            self = .id(try ActivityID(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .id(let id): try id.encode(to: encoder)
        case .key(let owner, let kind, let key):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(owner, forKey: .owner)
            try container.encode(kind, forKey: .kind)
            try container.encode(key, forKey: .key)
        }
    }
}
