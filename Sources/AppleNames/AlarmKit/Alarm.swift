public import Foundation

/// The part of AlarmKit's alarm that a Live Activity shows. Alarms never fire on this platform.
public struct Alarm: Codable, Hashable, Identifiable, Sendable {
    public enum State: String, Codable, Hashable, Sendable {
        case scheduled, countdown, paused, alerting
    }

    public enum Schedule: Codable, Hashable, Sendable {
        case fixed(Date)
        case relative(Relative)

        public struct Relative: Codable, Hashable, Sendable {
            public enum Recurrence: Codable, Hashable, Sendable {
                /// The alarm fires once.
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

            /// Creates a schedule for a time of day; by default it fires once.
            public init(time: Time, repeats: Recurrence = .never) {
                self.time = time
                self.repeats = repeats
            }
        }
    }

    public struct CountdownDuration: Codable, Hashable, Sendable {
        /// The countdown before the alarm fires; `nil` for none.
        public var preAlert: TimeInterval?
        /// The countdown after a snooze; `nil` for none.
        public var postAlert: TimeInterval?

        public init(preAlert: TimeInterval?, postAlert: TimeInterval?) {
            self.preAlert = preAlert
            self.postAlert = postAlert
        }
    }

    public var id: UUID
    /// The schedule; `nil` for a timer.
    public var schedule: Schedule?
    public var countdownDuration: CountdownDuration?
    public var state: State

    public init(id: UUID, schedule: Schedule? = nil, countdownDuration: CountdownDuration? = nil, state: State = .scheduled) {
        (self.id, self.schedule, self.countdownDuration, self.state) = (id, schedule, countdownDuration, state)
    }
}
