/// Derives the current time from the wall clock and from a monotonic clock.
///
/// **Problem.** A person, a time server or the host of a virtual machine may set the wall clock, and it may be wrong briefly.
/// An engine's time never goes back: a single reading that is a year ahead would stop a shard's deadlines for a year.
///
/// **Solution.** A jump is held back: time advances by the monotonic clock. If the wall clock still differs by the same amount
/// after ``confirmation``, the jump is accepted.
///
/// Rejected: querying a time server, which is the system's task; and comparing with the latest time in the store, which may be
/// from yesterday, or wrong itself.
struct ClockGuard: Hashable, Sendable {
    /// The deviation that is accepted at once, in seconds. A time server's correction at the start of a machine is smaller.
    static let tolerance = 5.0
    /// The additional deviation accepted per second of elapsed time. Time servers correct by less.
    static let drift = 0.001
    /// How long a jump must persist before it is accepted, in seconds.
    static let confirmation = 60.0

    /// A clock that has jumped: its deviation, and when that was first detected.
    private struct Candidate: Hashable {
        var offset: Double
        var since: Double
    }

    /// The wall clock's lead over the monotonic clock, in seconds; `nil` before the first reading.
    private var offset: Double?
    private var latest = 0.0
    private var candidate: Candidate?

    /// Whether a jump is held back now.
    var isHoldingBack: Bool { candidate != nil }

    /// The current time.
    ///
    /// - Parameters:
    ///   - wall: The wall clock, in seconds since 2001.
    ///   - steady: The monotonic clock, in seconds since any moment. It never decreases.
    /// - Returns: The time, in seconds since 2001, and the change in the state of a jump, if any.
    mutating func time(wall: Double, steady: Double) -> (time: Double, jump: ClockJump?) {
        let found = wall - steady
        guard let offset else {
            (self.offset, latest) = (found, steady)
            return (wall, nil)
        }
        let allowed = Self.tolerance + Self.drift * (steady - latest)
        latest = steady
        if abs(found - offset) <= allowed {
            self.offset = found
            defer { candidate = nil }
            return (wall, candidate.map { .undone(by: $0.offset - offset) })
        }
        if let candidate, abs(found - candidate.offset) <= Self.tolerance + Self.drift * (steady - candidate.since) {
            guard steady - candidate.since >= Self.confirmation else { return (steady + offset, nil) }
            self.offset = found
            self.candidate = nil
            return (wall, .confirmed(by: found - offset))
        }
        candidate = Candidate(offset: found, since: steady)
        return (steady + offset, .heldBack(by: found - offset))
    }
}

/// A jump of the computer's clock, in seconds; positive values are forward.
public enum ClockJump: Hashable, Sendable {
    /// The clock deviates from the elapsed time; the jump is not accepted yet.
    case heldBack(by: TimeInterval)
    /// The deviation has persisted for a minute; the jump is accepted.
    case confirmed(by: TimeInterval)
    /// The clock has returned to the elapsed time; the jump is discarded.
    case undone(by: TimeInterval)
}

extension ClockJump: CustomStringConvertible {
    public var description: String {
        switch self {
        case .heldBack(let seconds):
            "the clock has jumped by \(seconds.rounded()) s; the jump is ignored until it has persisted for a minute"
        case .confirmed(let seconds):
            "the clock, which has jumped by \(seconds.rounded()) s, has kept the new time for a minute: it is accepted"
        case .undone(let seconds): "the clock, which had jumped by \(seconds.rounded()) s, is back"
        }
    }
}
