public import ActivityKit
public import Foundation
public import LiveActivityUI

/// Schedules alarms, as intents of an alarm's buttons and managers call it. Nobody has allowed any here: none is scheduled, and none rings.
public final class AlarmManager: Sendable {
    /// The only instance.
    public static let shared = AlarmManager()

    public enum AuthorizationState: Hashable, Sendable {
        case notDetermined, denied, authorized
    }

    /// Why an alarm is not scheduled.
    public enum AlarmError: Error, Hashable {
        /// There are too many.
        case maximumLimitReached
        /// They are not allowed.
        case notAuthorized
        /// There is none with this identifier.
        case noSuchAlarm
    }

    /// `denied`.
    public var authorizationState: AuthorizationState { .denied }
    /// `denied`; nobody is asked.
    public func requestAuthorization() async throws -> AuthorizationState { .denied }
    /// A sequence without elements, which finishes at once.
    public var authorizationUpdates: AsyncStream<AuthorizationState> { AsyncStream { $0.finish() } }

    /// None.
    public var alarms: [Alarm] { get throws { [] } }
    /// A sequence without elements, which finishes at once.
    public var alarmUpdates: AsyncStream<[Alarm]> { AsyncStream { $0.finish() } }

    /// Schedules nothing.
    ///
    /// - Throws: ``AlarmError/notAuthorized``.
    @discardableResult
    public func schedule<Metadata: AlarmMetadata>(id: Alarm.ID, configuration: AlarmConfiguration<Metadata>) async throws
        -> Alarm
    { throw AlarmError.notAuthorized }

    /// - Throws: ``AlarmError/noSuchAlarm``.
    public func pause(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func resume(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func stop(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func cancel(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }
    public func countdown(id: Alarm.ID) throws { throw AlarmError.noSuchAlarm }

    /// What an alarm is: when it rings, and what it shows. Not used here.
    public struct AlarmConfiguration<Metadata: AlarmMetadata> {
        public init(
            countdownDuration: Alarm.CountdownDuration? = nil, schedule: Alarm.Schedule? = nil,
            attributes: AlarmAttributes<Metadata>,
            stopIntent: (any LiveActivityIntent)? = nil, secondaryIntent: (any LiveActivityIntent)? = nil,
            sound: AlertConfiguration.AlertSound = .default
        ) {}

        /// One that rings after a duration in seconds.
        public static func timer(
            duration: TimeInterval, attributes: AlarmAttributes<Metadata>, stopIntent: (any LiveActivityIntent)? = nil,
            secondaryIntent: (any LiveActivityIntent)? = nil, sound: AlertConfiguration.AlertSound = .default
        ) -> Self { Self(attributes: attributes) }

        /// One that rings at a date or at a time of day.
        public static func alarm(
            schedule: Alarm.Schedule? = nil, attributes: AlarmAttributes<Metadata>, stopIntent: (any LiveActivityIntent)? = nil,
            secondaryIntent: (any LiveActivityIntent)? = nil, sound: AlertConfiguration.AlertSound = .default
        ) -> Self { Self(schedule: schedule, attributes: attributes) }
    }
}
