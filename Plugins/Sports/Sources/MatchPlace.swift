/// What is going on in a match.
public enum MatchPhase: String, Codable, Hashable, Sendable, CaseIterable {
    /// It has not begun.
    case scheduled
    /// It will not begin while this activity lives.
    case postponed
    /// A period is being played.
    case playing
    /// Between two periods, or after the last before the result stands.
    case interval
    /// The draw is being decided.
    case shootOut
    /// It was stopped in the middle of a period and is to go on.
    case suspended
    /// It is over and has a result.
    case finished
    /// It was stopped and does not go on.
    case abandoned

    /// Whether something may happen in it at any moment.
    public var isLive: Bool {
        switch self {
        case .playing, .interval, .shootOut, .suspended: true
        case .scheduled, .postponed, .finished, .abandoned: false
        }
    }

    /// Whether nothing more is expected of it.
    public var isOver: Bool {
        switch self {
        case .postponed, .finished, .abandoned: true
        case .scheduled, .playing, .interval, .shootOut, .suspended: false
        }
    }
}

/// Where a match is on its way: a phase, and the period it belongs to, 0 before the first.
struct MatchPlace: Hashable, CustomStringConvertible {
    var phase: MatchPhase
    var period: Int

    var description: String { period == 0 ? phase.rawValue : "\(phase.rawValue) in period \(period)" }

    /// What moves a match on.
    enum Whistle: Hashable {
        case kickOffMoved(isWithinReach: Bool)
        case started(Int)
        case ended(Int)
        case shootOutStarted
        case suspended
        case resumed
        case finished
        case abandoned
    }

    /// The transition table: where the match is after `whistle`, `nil` if that cannot follow.
    ///
    /// A match only goes forward. It may leave places out, because feeds lose events: the second half can begin without a word about
    /// half-time. It cannot end before its last regular period has begun; that is *abandoned*.
    func after(_ whistle: Whistle, in sport: Sport) -> MatchPlace? {
        let isDecidable = period >= sport.periods
        switch whistle {
        case .kickOffMoved(let isWithinReach):
            guard phase == .scheduled || phase == .postponed else { return nil }
            return MatchPlace(phase: isWithinReach ? .scheduled : .postponed, period: 0)
        case .started(let next):
            return forward(to: MatchPlace(phase: .playing, period: next))
        case .ended(let next):
            return forward(to: MatchPlace(phase: .interval, period: next))
        case .shootOutStarted:
            guard sport.hasShootOut, isDecidable, phase.isLive else { return nil }
            return MatchPlace(phase: .shootOut, period: period)
        case .suspended:
            return phase == .playing ? MatchPlace(phase: .suspended, period: period) : nil
        case .resumed:
            // From playing as well: then the suspension was overtaken by its end, and will be ignored.
            return phase == .suspended || phase == .playing ? MatchPlace(phase: .playing, period: period) : nil
        case .finished:
            return isDecidable && phase.isLive ? MatchPlace(phase: .finished, period: period) : nil
        case .abandoned:
            return phase.isLive ? MatchPlace(phase: .abandoned, period: period) : nil
        }
    }

    private func forward(to next: MatchPlace) -> MatchPlace? { next.rank >= rank ? next : nil }

    /// How far a match has come.
    var rank: Int {
        switch phase {
        case .scheduled, .postponed: 0
        case .playing, .suspended: period * 2
        case .interval: period * 2 + 1
        case .shootOut: 1_000
        case .finished, .abandoned: 1_001
        }
    }
}
