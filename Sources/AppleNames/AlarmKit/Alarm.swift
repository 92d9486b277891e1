public import Foundation

/// An alarm as far as a Live Activity shows it. As in AlarmKit, except that no alarm ever rings here.
public struct Alarm: Codable, Hashable, Identifiable, Sendable {
    /// The state of an alarm.
    public enum State: String, Codable, Hashable, Sendable {
        /// As in AlarmKit.
        case scheduled, countdown, paused, alerting
    }

    /// When an alarm rings.
    public enum Schedule: Codable, Hashable, Sendable {
        /// At a date.
        case fixed(Date)
        /// At a time of day.
        case relative(Relative)

        /// A time of day in the time zone of the device.
        public struct Relative: Codable, Hashable, Sendable {
            /// Whether the alarm repeats.
            public enum Recurrence: Codable, Hashable, Sendable {
                /// It rings once.
                case never
                /// It rings on these days of each week.
                case weekly([Locale.Weekday])
            }

            /// A time of day.
            public struct Time: Codable, Hashable, Sendable {
                /// The hour, 0 to 23.
                public var hour: Int
                /// The minute, 0 to 59.
                public var minute: Int

                /// A time of day.
                public init(hour: Int, minute: Int) {
                    self.hour = hour
                    self.minute = minute
                }
            }

            /// The time of day.
            public var time: Time
            /// Whether it repeats.
            public var repeats: Recurrence

            /// A time of day, by default once.
            public init(time: Time, repeats: Recurrence = .never) {
                self.time = time
                self.repeats = repeats
            }
        }
    }

    /// The durations of countdowns in seconds.
    public struct CountdownDuration: Codable, Hashable, Sendable {
        /// The countdown before the alarm rings; `nil` for none.
        public var preAlert: TimeInterval?
        /// The countdown after a snooze; `nil` for none.
        public var postAlert: TimeInterval?

        /// Durations in seconds.
        public init(preAlert: TimeInterval?, postAlert: TimeInterval?) {
            self.preAlert = preAlert
            self.postAlert = postAlert
        }
    }

    public var id: UUID
    /// When it rings; `nil` for a timer.
    public var schedule: Schedule?
    /// The durations of its countdowns.
    public var countdownDuration: CountdownDuration?
    /// Its state.
    public var state: State

    /// An alarm.
    public init(id: UUID, schedule: Schedule? = nil, countdownDuration: CountdownDuration? = nil, state: State = .scheduled) {
        self.id = id
        self.schedule = schedule
        self.countdownDuration = countdownDuration
        self.state = state
    }
}
