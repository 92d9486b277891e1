public import ActivityKit
public import LiveActivityUI

/// An app's own data about an alarm, for its views.
public protocol AlarmMetadata: Codable, Hashable, Sendable {}

/// The attributes of an alarm's Live Activity, as in AlarmKit.
public struct AlarmAttributes<Metadata: AlarmMetadata>: ActivityAttributes, Hashable, Sendable {
    public typealias ContentState = AlarmPresentationState

    public var presentation: AlarmPresentation
    /// The app's own data.
    public var metadata: Metadata?
    private var codedColor: CodedColor

    public var tintColor: Color {
        get { codedColor.color }
        set { codedColor.color = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case presentation, metadata
        case codedColor = "tintColor"
    }

    public init(presentation: AlarmPresentation, metadata: Metadata? = nil, tintColor: Color) {
        self.presentation = presentation
        self.metadata = metadata
        codedColor = CodedColor(color: tintColor)
    }
}

/// The state of an alarm: the content state of its Live Activity, with AlarmKit's members.
public struct AlarmPresentationState: Codable, Hashable, Sendable {
    public enum Mode: Codable, Hashable, Sendable {
        case alert(Alert)
        case countdown(Countdown)
        case paused(Paused)

        public struct Alert: Codable, Hashable, Sendable {
            /// The time of day for which the alarm was set.
            public var time: Alarm.Schedule.Relative.Time

            public init(time: Alarm.Schedule.Relative.Time) { self.time = time }
        }

        public struct Countdown: Codable, Hashable, Sendable {
            public var totalCountdownDuration: TimeInterval
            /// The duration that had elapsed before the last pause.
            public var previouslyElapsedDuration: TimeInterval
            public var startDate: Date
            public var fireDate: Date

            public init(
                totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval, startDate: Date, fireDate: Date
            ) {
                self.totalCountdownDuration = totalCountdownDuration
                (self.previouslyElapsedDuration, self.startDate) = (previouslyElapsedDuration, startDate)
                self.fireDate = fireDate
            }
        }

        public struct Paused: Codable, Hashable, Sendable {
            public var totalCountdownDuration: TimeInterval
            public var previouslyElapsedDuration: TimeInterval

            public init(totalCountdownDuration: TimeInterval, previouslyElapsedDuration: TimeInterval) {
                self.totalCountdownDuration = totalCountdownDuration
                self.previouslyElapsedDuration = previouslyElapsedDuration
            }
        }
    }

    public var alarmID: Alarm.ID
    public var mode: Mode

    public init(alarmID: Alarm.ID, mode: Mode) {
        self.alarmID = alarmID
        self.mode = mode
    }
}
