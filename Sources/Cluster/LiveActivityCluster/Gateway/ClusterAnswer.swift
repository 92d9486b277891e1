import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A partition owner's answer.
enum ClusterAnswer: Sendable {
    /// The node does not own the partition and has done nothing.
    case notOwner
    case failure(RuntimeError)
    case outcome(Outcome)
    /// The results of the events of a batch, in their order.
    case outcomes([EventAnswer])
    // Not inline: an answer is copied several times on its way, and nearly all of them are outcomes.
    indirect case values(Values)

    /// The result of one event of a batch: one member is set.
    struct EventAnswer: Codable, Sendable {
        var outcome: Outcome?
        var error: RuntimeError?

        /// This answer; with its error in words if JSON cannot express the error's values.
        fileprivate var encodable: Self {
            (try? WireEncoder().encode(self)) != nil ? self : Self(outcome: outcome, error: error?.inWords)
        }
    }

    /// The answer to any other request: the members of its kind of request.
    struct Values: Codable, Sendable {
        var id: ActivityID?
        var ids: [ActivityID]?
        var state: ActivityState?
        var record: ActivityRecord?
        var name: String?
        var names: [String]?
        var flag: Bool?
        var data: Data?
    }

    /// The values of the answer; none for another kind of answer.
    var values: Values { if case .values(let values) = self { values } else { Values() } }

    // Nearly all answers are one of these two, which are encoded once.
    private static let applied = Self.outcome(.applied).coded()
    private static let unchanged = Self.outcome(.unchanged).coded()

    /// The answer to an unreadable request.
    static let otherVersion = Self.failure(
        .engine(.undecodable(what: "request", path: "", reason: "it is from a node with another version")))

    /// The encoded answer; an error if it is too large for a message.
    func encodedForFrame() -> [UInt8] {
        let bytes = encoded()
        guard bytes.count > Frames.frameBytesMax else { return bytes }
        let reason =
            "the answer has \(bytes.count) bytes, more than the \(Frames.frameBytesMax) that nodes send each other: request less"
        return Self.failure(.engine(.refused("", reason: reason))).encoded()
    }

    func encoded() -> [UInt8] {
        switch self {
        case .outcome(.applied): Self.applied
        case .outcome(.unchanged): Self.unchanged
        default: coded()
        }
    }

    private func coded() -> [UInt8] {
        if let bytes = try? WireEncoder().encode(self) { return bytes }
        // JSON cannot express a value, such as a number that is not finite. An answer that cannot be read would leave the
        // outcomes of all its events unknown.
        let answer =
            switch self {
            case .outcomes(let answers): Self.outcomes(answers.map(\.encodable))
            case .failure(let error): Self.failure(error.inWords)
            default: Self.failure(.engine(.refused("", reason: "its answer cannot be written as JSON")))
            }
        return (try? WireEncoder().encode(answer)) ?? []
    }

    init?(encoded bytes: [UInt8]) {
        if bytes == Self.applied {
            self = .outcome(.applied)
        } else if bytes == Self.unchanged {
            self = .outcome(.unchanged)
        } else if let answer = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) {
            self = answer
        } else {
            return nil
        }
    }
}

// The JSON form is an object; values are its members.
extension ClusterAnswer: Codable {
    private enum CodingKeys: String, CodingKey { case isNotOwner, error, outcome, outcomes }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decodeIfPresent(Bool.self, forKey: .isNotOwner) == true {
            self = .notOwner
        } else if let error = try container.decodeIfPresent(RuntimeError.self, forKey: .error) {
            self = .failure(error)
        } else if let outcome = try container.decodeIfPresent(Outcome.self, forKey: .outcome) {
            self = .outcome(outcome)
        } else if let outcomes = try container.decodeIfPresent([EventAnswer].self, forKey: .outcomes) {
            self = .outcomes(outcomes)
        } else {
            self = .values(try Values(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
        func encode(_ value: some Encodable, _ key: CodingKeys) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: key)
        }
        switch self {
        case .notOwner: try encode(true, .isNotOwner)
        case .failure(let error): try encode(error, .error)
        case .outcome(let outcome): try encode(outcome, .outcome)
        case .outcomes(let outcomes): try encode(outcomes, .outcomes)
        case .values(let values): try values.encode(to: encoder)
        }
    }
}

extension RuntimeError {
    fileprivate var inWords: RuntimeError { .engine(.refused("", reason: description)) }
}
