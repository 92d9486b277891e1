public import LiveActivityCore

/// The attributes of an order. They never change after the start.
public struct RestaurantOrderAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. Events change them, and the provider has no other state.
    public struct ContentState: Codable, Hashable, Sendable {
        /// How many dishes are ready.
        public var done = 0
        /// The date on which the last dish is expected to be ready; `nil` if unknown.
        public var expectedEnd: Date?
        /// Whether nothing has happened for ten minutes.
        public var isDelayed = false

        public init() {}
    }

    /// Who has ordered. 1 to 64 bytes of UTF-8.
    public var guest: String
    /// How many dishes were ordered. 1 to 20.
    public var dishes: Int

    public init(guest: String, dishes: Int) {
        self.guest = guest
        self.dishes = dishes
    }
}

/// The events of an order. Events are facts, so they are named in the past tense.
public enum RestaurantOrderEvent: Codable, Hashable, Sendable {
    /// One more dish is ready. `expectedEnd` is the expected date of the last one, if known.
    case dishReady(expectedEnd: Date?)
    /// The order was cancelled.
    case cancelled
}

/// The rules of an order: counts the dishes, detects a delay, and ends the activity with the last dish.
///
/// A provider is a pure function. `activity.now` is the time; there is no other clock, no waiting and no state besides the
/// content.
public struct RestaurantOrderProvider: ActivityProvider {
    public typealias Attributes = RestaurantOrderAttributes
    public typealias Event = RestaurantOrderEvent

    /// The permanent name of the kind. It is stored and sent, so never change it.
    public let kind: ActivityKind = "restaurantOrder"

    /// Seconds without news until the activity counts as delayed.
    static let delay: TimeInterval = 600

    public init() {}

    /// Checks the attributes of a start, which are untrusted input.
    public func validate(_ attributes: Attributes) throws {
        try InvalidField.check(attributes.guest, "guest", bytes: 64)
        try InvalidField.check(attributes.dishes, "dishes", in: 1...20)
    }

    /// Checks content that comes from a host, a store or a snapshot.
    public func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        try InvalidField.check(state.done, "done", in: 0...attributes.dishes)
        try InvalidField.check(state.expectedEnd, "expectedEnd")
    }

    /// The initial content of an activity.
    public func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    /// The activity has become active. Asks for the first wake.
    public func begin(_ activity: inout Scope) throws { activity.wake(at: activity.now + Self.delay) }

    /// Applies an event. The changes take effect when it returns; if it throws, none of them do.
    public func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .dishReady(let expectedEnd):
            try InvalidField.check(expectedEnd, "expectedEnd")
            activity.state.done = min(activity.state.done + 1, activity.attributes.dishes)
            activity.state.expectedEnd = expectedEnd
            activity.state.isDelayed = false
            activity.wake(at: activity.now + Self.delay)
            guard activity.state.done == activity.attributes.dishes else { return }
            activity.state.expectedEnd = nil
            activity.alert(Self.finished(activity.attributes.guest))
            activity.end(dismissal: .after(activity.now + 900))
        case .cancelled:
            activity.end(dismissal: .immediate)
        }
    }

    /// Called when the requested wake is due, because no event has arrived since the request.
    public func tick(_ activity: inout Scope) throws { activity.state.isDelayed = true }

    static func finished(_ guest: String) -> AlertConfiguration {
        AlertConfiguration(title: "Ready to be picked up", body: .literal(guest))
    }

    /// Examples for `describe`, `lint`, `render` and the conformance check. The first attributes have a story.
    public var samples: ProviderSamples<Attributes, Event> {
        let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
        return ProviderSamples(
            attributes: [Attributes(guest: "Anna", dishes: 3), Attributes(guest: "Ben", dishes: 1)],
            story: [
                .init(after: 300, .dishReady(expectedEnd: start + 1_500)),
                .init(after: 1_200, .dishReady(expectedEnd: nil)),
                .init(after: 1_500, .dishReady(expectedEnd: nil)),
            ])
    }
}
