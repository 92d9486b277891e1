/// A value in an event that is wrong in every mode of the timer. Nothing has changed.
///
/// Numbers that are out of range are an `InvalidField`; an event that cannot follow the current mode is an
/// `InvalidTransition`.
public enum MeditationTimerError: Error, Hashable, Sendable {
    /// An extension is less than a second, or would put more than ``MeditationTimerAttributes/secondsMax`` seconds on
    /// the clock.
    case extensionOutOfRange(seconds: Int, left: Int)
}

extension MeditationTimerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .extensionOutOfRange(let seconds, let left):
            """
            an extension of \(seconds) seconds with \(left) seconds left; it must be 1 second or more, and the two together at \
            most \(MeditationTimerAttributes.secondsMax)
            """
        }
    }
}
