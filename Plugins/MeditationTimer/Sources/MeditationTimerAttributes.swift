public import LiveActivityCore

/// What a meditation was set to (DOM-05). Never changes once the timer is there.
public struct MeditationTimerAttributes: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = MeditationTimerState

    /// How many seconds one cycle takes, 1 to ``secondsMax``.
    public let timerDuration: Int

    /// How many cycles there are, 1 to ``cyclesMax``; `nil` for as many as the person likes.
    public let cycles: Int?

    /// The language that the person chose in the app, such as `de` or `he-IL`, for it need not be the device's (HIG-28).
    /// Alerts come in English, German, Hebrew and Arabic; `nil` and every other language give English.
    public let languageCode: String?

    public init(timerDuration: Int, cycles: Int? = nil, languageCode: String? = nil) {
        self.timerDuration = timerDuration
        self.cycles = cycles
        self.languageCode = languageCode
    }

    /// The longest time on the clock, in seconds: as long as an activity lives (LIM-01).
    public static let secondsMax = 8 * 3600

    /// More cycles than anybody sits through, so that the count stays a small number on every surface.
    public static let cyclesMax = 1000

    /// The longest language code, in bytes of UTF-8: what BCP 47 asks everybody to have room for.
    public static let languageCodeBytesMax = 35

    /// Refuses attributes that no timer can have.
    func validate() throws(MeditationTimerError) {
        guard 1...Self.secondsMax ~= timerDuration else { throw .durationOutOfRange(seconds: timerDuration) }
        if let cycles, !(1...Self.cyclesMax ~= cycles) { throw .cyclesOutOfRange(cycles) }
        if let bytes = languageCode?.utf8.count, bytes > Self.languageCodeBytesMax {
            throw .languageCodeTooLong(bytes: bytes)
        }
    }
}
