/// The progress of a match: its phase, and the number of the period, 0 before the first.
struct MatchProgress: Hashable, CustomStringConvertible {
    var phase: MatchPhase
    var period: Int

    var description: String { period == 0 ? phase.rawValue : "\(phase.rawValue) in period \(period)" }

    /// A report that changes the phase or the period.
    enum Transition: Hashable {
        /// - Parameter isWithinReach: The new kick-off is early enough for this activity.
        case kickOffMoved(isWithinReach: Bool)
        case started(Int)
        case ended(Int)
        case shootOutStarted
        case suspended
        case resumed
        case finished
        case abandoned
    }

    /// The transition table: the progress after `transition`, `nil` if that cannot follow.
    ///
    /// A match only moves forward. It may skip steps, because feeds lose events: the second half can begin without a
    /// report of half-time. It cannot finish before its last regular period has begun; it can only be abandoned.
    func after(_ transition: Transition, in sport: Sport) -> MatchProgress? {
        let isDecidable = period >= sport.periods
        switch transition {
        case .kickOffMoved(let isWithinReach):
            guard phase == .scheduled || phase == .postponed else { return nil }
            return MatchProgress(phase: isWithinReach ? .scheduled : .postponed, period: 0)
        case .started(let next):
            return forward(to: MatchProgress(phase: .playing, period: next))
        case .ended(let next):
            return forward(to: MatchProgress(phase: .interval, period: next))
        case .shootOutStarted:
            guard sport.hasShootOut, isDecidable, phase.isLive else { return nil }
            return MatchProgress(phase: .shootOut, period: period)
        case .suspended:
            return phase == .playing ? MatchProgress(phase: .suspended, period: period) : nil
        case .resumed:
            // Possible while playing as well: then the report of the suspension is late and will be ignored.
            return phase == .suspended || phase == .playing ? MatchProgress(phase: .playing, period: period) : nil
        case .finished:
            return isDecidable && phase.isLive ? MatchProgress(phase: .finished, period: period) : nil
        case .abandoned:
            return phase.isLive ? MatchProgress(phase: .abandoned, period: period) : nil
        }
    }

    private func forward(to next: MatchProgress) -> MatchProgress? { next.rank >= rank ? next : nil }

    /// The order of phases and periods in a match; a match never moves to a lower rank.
    var rank: Int {
        // A sport has at most 18 periods.
        let period = min(max(period, 0), 100)
        return switch phase {
        case .scheduled, .postponed: 0
        case .playing, .suspended: period * 2
        case .interval: period * 2 + 1
        case .shootOut: 1_000
        case .finished, .abandoned: 1_001
        }
    }
}
