public import ActivityKit
public import Foundation
public import LiveActivityUI

/// The alarm manager that intents of alarm buttons and app code call. Permission is always denied here, so no alarm is
/// scheduled or fires.
public final class AlarmManager: Sendable {
    /// The only instance.
    public static let shared = AlarmManager()

    public enum AuthorizationState: Hashable, Sendable {
        case notDetermined, denied, authorized
    }

    /// The reasons for which an alarm is not scheduled.
    public enum AlarmError: Error, Hashable {
        /// The app has scheduled the maximum number of alarms.
        case maximumLimitReached
        /// The user has not allowed alarms.
        case notAuthorized
        case noSuchAlarm
    }

    /// Always `denied`.
    public var authorizationState: AuthorizationState { .denied }
    /// Always `denied`; the user is not prompted.
    public func requestAuthorization() async throws -> AuthorizationState { .denied }
    /// A sequence without elements, which finishes at once.
    public var authorizationUpdates: AsyncStream<AuthorizationState> { AsyncStream { $0.finish() } }

    /// Always empty.
    public var alarms: [Alarm] { get throws { [] } }
    /// A sequence without elements, which finishes at once.
    public var alarmUpdates: AsyncStream<[Alarm]> { AsyncStream { $0.finish() } }

    /// Schedules nothing.
    ///
    /// - Throws: Always ``AlarmError/notAuthorized``.
    @discardableResult
    public func schedule<Metadata: AlarmMetadata>(id: Alarm.ID, configuration: AlarmConfiguration<Metadata>) async throws
        -> Alarm
    { throw AlarmError.notAuthorized }

    /// - Throws: Always ``AlarmError/noSuchAlarm``.
    public func pause(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func resume(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func stop(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func cancel(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func countdown(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }

    /// The configuration of an alarm: its schedule and its presentation. Not used here.
    public struct AlarmConfiguration<Metadata: AlarmMetadata> {
        public init(
            countdownDuration: Alarm.CountdownDuration? = nil, schedule: Alarm.Schedule? = nil,
            attributes: AlarmAttributes<Metadata>,
            stopIntent: (any LiveActivityIntent)? = nil, secondaryIntent: (any LiveActivityIntent)? = nil,
            sound: AlertConfiguration.AlertSound = .default
        ) {}

        /// An alarm that fires after a duration in seconds.
        public static func timer(
            duration: TimeInterval, attributes: AlarmAttributes<Metadata>, stopIntent: (any LiveActivityIntent)? = nil,
            secondaryIntent: (any LiveActivityIntent)? = nil, sound: AlertConfiguration.AlertSound = .default
        ) -> Self { Self(attributes: attributes) }

        /// An alarm that fires at a date or at a time of day.
        public static func alarm(
            schedule: Alarm.Schedule? = nil, attributes: AlarmAttributes<Metadata>, stopIntent: (any LiveActivityIntent)? = nil,
            secondaryIntent: (any LiveActivityIntent)? = nil, sound: AlertConfiguration.AlertSound = .default
        ) -> Self { Self(schedule: schedule, attributes: attributes) }
    }
}
