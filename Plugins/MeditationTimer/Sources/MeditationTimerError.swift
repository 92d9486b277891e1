/// Attributes or an event that make no sense, whatever the mode. Nothing has changed.
public enum MeditationTimerError: Error, Hashable, Sendable {
    /// A cycle takes 1 to ``MeditationTimerAttributes/secondsMax`` seconds.
    case durationOutOfRange(seconds: Int)
    /// An extension is 1 second or more, and no clock goes beyond ``MeditationTimerAttributes/secondsMax``.
    case extensionOutOfRange(seconds: Int, left: Int)
    /// There are 1 to ``MeditationTimerAttributes/cyclesMax`` cycles.
    case cyclesOutOfRange(Int)
    /// A language code has at most ``MeditationTimerAttributes/languageCodeBytesMax`` bytes.
    case languageCodeTooLong(bytes: Int)
}

extension MeditationTimerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .durationOutOfRange(let seconds):
            "\(seconds) seconds is not from 1 to \(MeditationTimerAttributes.secondsMax); durations are in seconds"
        case .extensionOutOfRange(let seconds, let left):
            "\(seconds) more seconds, with \(left) left, is not from 1 to \(MeditationTimerAttributes.secondsMax) in all"
        case .cyclesOutOfRange(let count): "\(count) cycles is not from 1 to \(MeditationTimerAttributes.cyclesMax)"
        case .languageCodeTooLong(let bytes):
            "a language code of \(bytes) bytes: \(MeditationTimerAttributes.languageCodeBytesMax) are allowed"
        }
    }
}
