import LiveActivityCore
import LiveActivityJSON

// The JSON form is an object: `code` is the permanent name of the case (``RuntimeError/code``), beside the values of the case.
// An error of the engine has the engine's form.
extension RuntimeError: Codable {
    private enum CodingKeys: String, CodingKey { case code, id, reason, numbers, eventID }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func reason() throws -> String { try container.decode(String.self, forKey: .reason) }
        func number() throws -> Int { try container.decode([Int].self, forKey: .numbers).first ?? 0 }
        switch try container.decode(String.self, forKey: .code) {
        case "closed": self = .closed
        case "storeUnavailable": self = .storeUnavailable(reason: try reason())
        case "notDurable": self = .notDurable(reason: try reason())
        case "fenced": self = .fenced(reason: try reason())
        case "otherPartition": self = .otherPartition(try number())
        case "otherRevision":
            self = .otherRevision(try container.decode(ActivityID.self, forKey: .id), revision: UInt32(clamping: try number()))
        case "outcomeUnknown":
            self = .outcomeUnknown(
                reason: try reason(), eventID: try container.decodeIfPresent(EventID.self, forKey: .eventID))
        default: self = .engine(try EngineError(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if case .engine(let error) = self { return try error.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        switch self {
        case .engine, .closed: break
        case .storeUnavailable(let reason), .notDurable(let reason), .fenced(let reason):
            try container.encode(reason, forKey: .reason)
        case .otherPartition(let partition): try container.encode([partition], forKey: .numbers)
        case .otherRevision(let id, let revision):
            try container.encode(id, forKey: .id)
            try container.encode([Int(revision)], forKey: .numbers)
        case .outcomeUnknown(let reason, let eventID):
            try container.encode(reason, forKey: .reason)
            try container.encodeIfPresent(eventID, forKey: .eventID)
        }
    }
}
