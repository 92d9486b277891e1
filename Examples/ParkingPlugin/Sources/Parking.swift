public import LiveActivityCore

/// A car at a parking meter. The attributes never change after the start.
public struct ParkingAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with every event.
    public struct ContentState: Codable, Hashable, Sendable {
        /// When the paid time ends.
        public var paidUntil: Date
        /// The last five minutes have begun.
        public var isRunningOut = false
    }

    /// The number plate. 1 to 16 bytes of UTF-8.
    public var plate: String
    /// The paid time, in minutes. 1 to 480.
    public var minutes: Int

    public init(plate: String, minutes: Int) {
        self.plate = plate
        self.minutes = minutes
    }
}

/// The events of a parking session: what the driver does.
public enum ParkingEvent: Codable, Hashable, Sendable {
    /// The driver pays for more time, in minutes, 1 to 480.
    case extended(minutes: Int)
    /// The car has left.
    case left
}

/// Counts down the paid time, alerts five minutes before its end, and ends with it.
public struct ParkingProvider: ActivityProvider {
    public typealias Attributes = ParkingAttributes
    public typealias Event = ParkingEvent

    /// The permanent name of the kind. It is stored and sent, so never change it.
    public let kind: ActivityKind = "parking"

    public init() {}

    /// Checks the attributes of a start, which are untrusted input.
    public func validate(_ attributes: Attributes) throws {
        try InvalidField.check(attributes.plate, "plate", bytes: 16)
        try InvalidField.check(attributes.minutes, "minutes", in: 1...480)
    }

    /// Checks content that comes from a host.
    public func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        try InvalidField.check(state.paidUntil, "paidUntil")
    }

    /// The content of a new activity.
    public func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        let paidUntil = now + TimeInterval(attributes.minutes * 60)
        return ActivityContent(state: .init(paidUntil: paidUntil), staleDate: nil)
    }

    /// One activity for each car: a second start returns the first activity's id.
    public func options(for attributes: Attributes, at now: Date) -> StartOptions {
        StartOptions(key: StartKey(attributes.plate), ifRunning: .join)
    }

    /// Asks for the first wake.
    public func begin(_ activity: inout Scope) throws {
        activity.wake(at: max(activity.state.paidUntil - 300, activity.now + 1))
    }

    /// Applies an event.
    public func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .extended(let minutes):
            try InvalidField.check(minutes, "minutes", in: 1...480)
            activity.state.paidUntil += TimeInterval(minutes * 60)
            activity.state.isRunningOut = false
            try begin(&activity)
        case .left:
            activity.end(dismissal: .immediate)
        }
    }

    /// Called when the requested wake is due.
    public func tick(_ activity: inout Scope) throws {
        guard activity.now < activity.state.paidUntil else { return activity.end(dismissal: .default) }
        activity.state.isRunningOut = true
        activity.alert(Self.fiveMinutesLeft(activity.attributes.plate))
        activity.wake(at: activity.state.paidUntil)
    }

    static func fiveMinutesLeft(_ plate: String) -> AlertConfiguration {
        AlertConfiguration(title: "Parking", body: .literal("\(plate): five minutes left"))
    }

    /// Half an hour, extended once.
    public var samples: ProviderSamples<Attributes, Event> {
        ProviderSamples(
            attributes: [Attributes(plate: "HH-LA 26", minutes: 30)],
            story: [.init(after: 20 * 60, .extended(minutes: 10)), .init(after: 38 * 60, .left)])
    }
}
