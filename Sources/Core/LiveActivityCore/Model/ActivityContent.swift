/// What an activity shows, until when that can be trusted, and how much it matters.
///
/// An update replaces all three at once, there is no merge (LIFE-22): a `nil` `staleDate` clears an earlier one.
public struct ActivityContent<State: Codable & Hashable>: Codable, Hashable {
    /// What the surfaces show.
    public var state: State

    /// When the content turns stale unless an update arrives first; `nil` if it never does (LIFE-31).
    public var staleDate: Date?

    /// How much this activity matters against the others of the same owner. Only the order counts; the highest takes
    /// the Dynamic Island, and among equals the one that started first (LIFE-33).
    public var relevanceScore: Double

    /// - Parameters:
    ///   - staleDate: Without a default, as in ActivityKit: say `nil` for content that never turns stale.
    ///   - relevanceScore: Any finite number; 0 unless said otherwise.
    public init(state: State, staleDate: Date?, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }

    private enum CodingKeys: String, CodingKey { case state, staleDate, relevanceScore }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        state = try container.decode(State.self, forKey: .state)
        staleDate = try container.decodeIfPresent(Date.self, forKey: .staleDate)
        // A host that writes JSON by hand need not know of relevance to be understood.
        relevanceScore = try container.decodeIfPresent(Double.self, forKey: .relevanceScore) ?? 0
    }
}

extension ActivityContent: CustomStringConvertible {
    public var description: String {
        let stale = staleDate.map { ", stale at \($0)" } ?? ""
        return "\(state)\(stale), relevance \(relevanceScore)"
    }
}

extension ActivityContent: Sendable where State: Sendable {}
