public import LiveActivityCore

// @ActivityJSON(.reading)
/// The settings of a meditation. They never change after the start.
public struct MeditationTimerAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with every event.
    public typealias ContentState = MeditationTimerState

    /// The duration of one cycle, in seconds: 1 to ``secondsMax``.
    public let timerDuration: Int

    /// How many cycles there are: 1 to ``cyclesMax``; `nil` if the number is open.
    public let cycles: Int?

    /// The language that the user chose in the app, such as `de` or `he-IL`. It need not be the device's language.
    ///
    /// Alerts come in English, German, Hebrew and Arabic; `nil` and every other language give English.
    public let languageCode: String?

    /// Creates attributes. Values out of range are refused when the activity is started.
    public init(timerDuration: Int, cycles: Int? = nil, languageCode: String? = nil) {
        self.timerDuration = timerDuration
        self.cycles = cycles
        self.languageCode = languageCode
    }

    /// The longest time on the clock, in seconds: 8 hours, which is as long as an activity can be active.
    public static let secondsMax = 8 * 3600

    /// The largest number of cycles. It only keeps the number short enough for every surface.
    public static let cyclesMax = 1000

    /// The longest language code, in bytes of UTF-8, as BCP 47 recommends.
    public static let languageCodeBytesMax = 35

    /// Refuses values that no timer can have.
    func validate() throws(InvalidField) {
        try InvalidField.check(timerDuration, "timerDuration", in: 1...Self.secondsMax)
        if let cycles { try InvalidField.check(cycles, "cycles", in: 1...Self.cyclesMax) }
        if let bytes = languageCode?.utf8.count, bytes > Self.languageCodeBytesMax {
            throw .tooLong("languageCode", bytes: bytes, limit: Self.languageCodeBytesMax)
        }
    }
}
