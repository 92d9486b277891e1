public import Foundation

/// An alarm, as far as a Live Activity shows one. Nothing here rings: alarms are the phone's.
public struct Alarm: Codable, Hashable, Identifiable, Sendable {
    public enum State: String, Codable, Hashable, Sendable {
        case scheduled, countdown, paused, alerting
    }

    /// When an alarm rings.
    public enum Schedule: Codable, Hashable, Sendable {
        case fixed(Date)
        case relative(Relative)

        /// At a time of the day, whichever time zone the device is in.
        public struct Relative: Codable, Hashable, Sendable {
            public enum Recurrence: Codable, Hashable, Sendable {
                case never
                case weekly([Locale.Weekday])
            }

            public struct Time: Codable, Hashable, Sendable {
                public var hour: Int
                public var minute: Int

                public init(hour: Int, minute: Int) {
                    self.hour = hour
                    self.minute = minute
                }
            }

            public var time: Time
            public var repeats: Recurrence

            public init(time: Time, repeats: Recurrence = .never) {
                self.time = time
                self.repeats = repeats
            }
        }
    }

    /// How long a countdown is shown, in seconds.
    public struct CountdownDuration: Codable, Hashable, Sendable {
        /// Before the alarm rings.
        public var preAlert: TimeInterval?
        /// After a snooze.
        public var postAlert: TimeInterval?

        public init(preAlert: TimeInterval?, postAlert: TimeInterval?) {
            self.preAlert = preAlert
            self.postAlert = postAlert
        }
    }

    public var id: UUID
    public var schedule: Schedule?
    public var countdownDuration: CountdownDuration?
    public var state: State

    public init(id: UUID, schedule: Schedule? = nil, countdownDuration: CountdownDuration? = nil, state: State = .scheduled) {
        self.id = id
        self.schedule = schedule
        self.countdownDuration = countdownDuration
        self.state = state
    }
}
