// The JSON form of a change is one flat object: `{"sequence": 7, "at": …, "change": "updated", "activity": …, "content": …}`.
// Further members depend on the kind of change.
extension Change: Codable {
    private enum CodingKeys: String, CodingKey {
        case sequence, at, change, activity, kind, owner, revision, state, content
        case attributes, key, predecessor
        case start, alert, by, successor, dismissal, reason
        case traceparent
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func alert() throws -> AlertConfiguration { try container.decode(AlertConfiguration.self, forKey: .alert) }
        func reason() throws -> String { try container.decode(String.self, forKey: .reason) }

        let what: What
        switch try container.decode(String.self, forKey: .change) {
        case "scheduled": what = .scheduled(for: try container.date(.start))
        case "started": what = .started
        case "updated": what = .updated
        case "alerted": what = .alerted(try alert())
        case "becameStale": what = .becameStale
        case "becameActive": what = .becameActive
        case "ended":
            what = .ended(
                by: try EndReason(
                    name: try container.decode(String.self, forKey: .by),
                    successor: try container.decodeIfPresent(ActivityID.self, forKey: .successor), decoder),
                dismissal: try container.date(.dismissal))
        case "dismissed": what = .dismissed(by: try container.decode(DismissalReason.self, forKey: .by))
        case "refusedLateUpdate": what = .refusedLateUpdate
        case "ignored": what = .ignored(try container.decode(IgnoreReason.self, forKey: .reason))
        case "refused": what = .refused(reason: try reason())
        case "alertSuppressed": what = .alertSuppressed(try alert())
        case "faulted": what = .faulted(reason: try reason())
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .change, in: container, debugDescription: "'\(other)' is not a change that this version supports.")
        }
        self.init(
            sequence: try container.decode(UInt64.self, forKey: .sequence), at: try container.date(.at),
            activity: try container.decode(ActivityID.self, forKey: .activity),
            kind: try container.decode(ActivityKind.self, forKey: .kind),
            owner: try container.decode(OwnerID.self, forKey: .owner),
            revision: try container.decode(UInt32.self, forKey: .revision),
            state: try container.decode(ActivityState.self, forKey: .state), what: what,
            content: try container.decodeIfPresent(EncodedContent.self, forKey: .content),
            start: try container.decodeIfPresent(JSONText.self, forKey: .attributes).map {
                Start(
                    attributes: $0, key: try container.decodeIfPresent(StartKey.self, forKey: .key),
                    predecessor: try container.decodeIfPresent(ActivityID.self, forKey: .predecessor))
            }, trace: try container.traceIfPresent(.traceparent))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sequence, forKey: .sequence)
        try container.encode(date: at, .at)
        try container.encode(what.name, forKey: .change)
        try container.encode(activity, forKey: .activity)
        try container.encode(kind, forKey: .kind)
        try container.encode(owner, forKey: .owner)
        try container.encode(revision, forKey: .revision)
        try container.encode(state, forKey: .state)
        switch what {
        case .started, .updated, .becameStale, .becameActive, .refusedLateUpdate: break
        case .scheduled(let start): try container.encode(date: start, .start)
        case .alerted(let alert), .alertSuppressed(let alert): try container.encode(alert, forKey: .alert)
        case .ended(let reason, let dismissal):
            try container.encode(reason.name, forKey: .by)
            if case .renewed(let successor) = reason { try container.encode(successor, forKey: .successor) }
            try container.encode(date: dismissal, .dismissal)
        case .dismissed(let reason): try container.encode(reason, forKey: .by)
        case .ignored(let reason): try container.encode(reason, forKey: .reason)
        case .refused(let reason), .faulted(let reason): try container.encode(reason, forKey: .reason)
        }
        if let start {
            try container.encode(start.attributes, forKey: .attributes)
            try container.encodeIfPresent(start.key, forKey: .key)
            try container.encodeIfPresent(start.predecessor, forKey: .predecessor)
        }
        try container.encodeIfPresent(content, forKey: .content)
        try container.encodeIfPresent(trace, forKey: .traceparent)
    }
}

extension Change.EndReason {
    /// A permanent name for the case; the value of `by` in JSON.
    public var name: String {
        switch self {
        case .host: "host"
        case .provider: "provider"
        case .endDate: "endDate"
        case .timeLimit: "timeLimit"
        case .lease: "lease"
        case .person: "person"
        case .permission: "permission"
        case .replaced: "replaced"
        case .renewed: "renewed"
        }
    }

    fileprivate init(name: String, successor: ActivityID?, _ decoder: any Decoder) throws {
        switch (name, successor) {
        case ("host", _): self = .host
        case ("provider", _): self = .provider
        case ("endDate", _): self = .endDate
        case ("timeLimit", _): self = .timeLimit
        case ("lease", _): self = .lease
        case ("person", _): self = .person
        case ("permission", _): self = .permission
        case ("replaced", _): self = .replaced
        case ("renewed", let successor?): self = .renewed(successor)
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "'\(name.abridged)' is not a reason for an end, or its successor is missing."))
        }
    }
}

extension EncodedContent {
    private enum CodingKeys: String, CodingKey { case state, staleDate, relevanceScore }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            state: try container.decode(JSONText.self, forKey: .state), staleDate: try container.dateIfPresent(.staleDate),
            relevanceScore: try container.decode(Double.self, forKey: .relevanceScore))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(date: staleDate, .staleDate)
        try container.encode(relevanceScore, forKey: .relevanceScore)
    }
}
