public import ActivityKit
public import LiveActivityUI

/// An app's own data about an alarm, for its views.
public protocol AlarmMetadata: Codable, Hashable, Sendable {}

/// The attributes of an alarm's Live Activity. As in AlarmKit.
public struct AlarmAttributes<Metadata: AlarmMetadata>: ActivityAttributes, Hashable, Sendable {
    /// What the alarm is doing.
    public typealias ContentState = AlarmPresentationState

    /// The texts and buttons.
    public var presentation: AlarmPresentation
    /// The app's own data.
    public var metadata: Metadata?
    private var codedColor: CodedColor

    /// The tint. In JSON, its colors in light and in dark appearance.
    public var tintColor: Color {
        get { codedColor.color }
        set { codedColor.color = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case presentation, metadata
        case codedColor = "tintColor"
    }

    /// Attributes of an alarm.
    public init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {
        self.presentation = presentation
        self.metadata = metadata
        codedColor = CodedColor(color: tintColor)
    }
}

/// What an alarm is doing: the content state of its Live Activity. As in AlarmKit.
public struct AlarmPresentationState: Codable, Hashable, Sendable {
    /// What the alarm is doing.
    public enum Mode: Codable, Hashable, Sendable {
        /// It rings.
        case alert(Alert)
        /// It counts down.
        case countdown(Countdown)
        /// Its countdown is paused.
        case paused(Paused)

        /// A ringing alarm.
        public struct Alert: Codable, Hashable, Sendable {
            /// The time of day for which it was set.
            public var time: Alarm.Schedule.Relative.Time

            /// A ringing alarm.
            public init(time: Alarm.Schedule.Relative.Time) { self.time = time }
        }

        /// A paused countdown. Durations are in seconds.
        public struct Countdown: Codable, Hashable, Sendable {
            /// The whole duration.
            public var totalCountdownDuration: TimeInterval
            /// The duration that had elapsed before the last pause.
            public var previouslyElapsedDuration: TimeInterval
            /// When the countdown started or was resumed.
            public var startDate: Date
            /// When the alarm rings.
            public var fireDate: Date

            /// A countdown.
            public init(
                totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval, startDate: Date, fireDate: Date
            ) {
                self.totalCountdownDuration = totalCountdownDuration
                self.previouslyElapsedDuration = previouslyElapsedDuration
                self.startDate = startDate
                self.fireDate = fireDate
            }
        }

        /// Durations are in seconds.
        public struct Paused: Codable, Hashable, Sendable {
            /// The whole duration.
            public var totalCountdownDuration: TimeInterval
            /// The elapsed duration.
            public var previouslyElapsedDuration: TimeInterval

            /// A paused countdown.
            public init(totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval) {
                self.totalCountdownDuration = totalCountdownDuration
                self.previouslyElapsedDuration = previouslyElapsedDuration
            }
        }
    }

    /// The alarm.
    public var alarmID: Alarm.ID
    /// What it is doing.
    public var mode: Mode

    /// What an alarm is doing.
    public init(alarmID: Alarm.ID, mode: Mode) {
        self.alarmID = alarmID
        self.mode = mode
    }
}
