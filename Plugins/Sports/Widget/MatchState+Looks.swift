import SportsActivity

extension MatchState {
    var hasBegun: Bool { phase != .scheduled && phase != .postponed }

    /// `nil` before there can be any.
    func shownPoints(of side: Side) -> Int? { hasBegun ? (side == .home ? home : away) : nil }
}
