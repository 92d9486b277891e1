/// The content state of an activity, its stale date, and its relevance.
///
/// An update replaces all three. Nothing is merged: a `staleDate` of `nil` removes an earlier one.
public struct ActivityContent<State: Codable & Hashable>: Codable, Hashable {
    /// The values that the surfaces show.
    public var state: State

    /// When the content becomes stale unless an update arrives first; `nil` if it never does.
    public var staleDate: Date?

    /// The activity's relevance among the activities of the same owner. Only the order counts.
    ///
    /// The Dynamic Island shows the activity with the highest score; of several with an equal score, the oldest one.
    public var relevanceScore: Double

    /// Creates content with its stale date and relevance.
    ///
    /// - Parameters:
    ///   - staleDate: Without a default, as in ActivityKit: pass `nil` for content that never becomes stale.
    ///   - relevanceScore: Any finite number; by default 0.
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
        // Hosts that write JSON by hand may leave the relevance out.
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
