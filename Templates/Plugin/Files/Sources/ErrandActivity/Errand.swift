public import LiveActivityCore

/// The attributes of an errand. They never change after the start.
public struct ErrandAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. Events change them, and the provider has no other state.
    public struct ContentState: Codable, Hashable, Sendable {
        /// The number of completed steps.
        public var done = 0
        /// The date on which the last step is expected to be done; `nil` if unknown.
        public var expectedEnd: Date?
        /// Whether nothing has happened for ten minutes.
        public var isDelayed = false

        public init() {}
    }

    /// The title, 1 to 64 bytes of UTF-8.
    public var title: String
    /// The total number of steps, 1 to 20.
    public var steps: Int

    public init(title: String, steps: Int) {
        self.title = title
        self.steps = steps
    }
}

/// The events of an errand. Events are facts, so they are named in the past tense.
public enum ErrandEvent: Codable, Hashable, Sendable {
    /// One more step is done. `expectedEnd` is the expected date of the last step, if known.
    case stepDone(expectedEnd: Date?)
    /// The errand was cancelled.
    case cancelled
}

/// The rules of an errand: counts the steps, detects a delay, and ends the activity with the last step.
///
/// A provider is a pure function. `activity.now` is the time; there is no other clock, no waiting and no state besides the
/// content.
public struct ErrandProvider: ActivityProvider {
    public typealias Attributes = ErrandAttributes
    public typealias Event = ErrandEvent

    /// The permanent name of the kind. It is stored and sent, so never change it.
    public let kind: ActivityKind = "errand"

    /// The number of seconds without an event after which the errand counts as delayed.
    static let delay: TimeInterval = 600

    public init() {}

    /// Checks the attributes of a start, which are untrusted input.
    public func validate(_ attributes: Attributes) throws {
        try InvalidField.check(attributes.title, "title", bytes: 64)
        try InvalidField.check(attributes.steps, "steps", in: 1...20)
    }

    /// Checks content that comes from a host, a store or a snapshot.
    public func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        try InvalidField.check(state.done, "done", in: 0...attributes.steps)
        try InvalidField.check(state.expectedEnd, "expectedEnd")
    }

    /// The initial content of an activity.
    public func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    /// Called when the activity has become active. Requests the first wake.
    public func begin(_ activity: inout Scope) throws { activity.wake(at: activity.now + Self.delay) }

    /// Applies an event. The changes take effect when it returns; if it throws, none of them do.
    public func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .stepDone(let expectedEnd):
            try InvalidField.check(expectedEnd, "expectedEnd")
            activity.state.done = min(activity.state.done + 1, activity.attributes.steps)
            activity.state.expectedEnd = expectedEnd
            activity.state.isDelayed = false
            activity.wake(at: activity.now + Self.delay)
            guard activity.state.done == activity.attributes.steps else { return }
            activity.state.expectedEnd = nil
            activity.alert(Self.finished(activity.attributes.title))
            activity.end(dismissal: .after(activity.now + 900))
        case .cancelled:
            activity.end(dismissal: .immediate)
        }
    }

    /// Called when the requested wake is due, because no event has arrived since the request.
    public func tick(_ activity: inout Scope) throws { activity.state.isDelayed = true }

    /// Performs the action of the Cancel button.
    public func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == Self.cancel else { throw UnknownAction(action) }
        activity.end(dismissal: .immediate)
    }

    static let cancel: ActionID = "cancel"

    static func finished(_ title: String) -> AlertConfiguration {
        AlertConfiguration(title: "Finished", body: .literal(title))
    }

    /// Examples for `describe`, `lint`, `render` and the conformance check. The first attributes have a story.
    public var samples: ProviderSamples<Attributes, Event> {
        let start = Date(timeIntervalSinceReferenceDate: 803_667_600)
        return ProviderSamples(
            attributes: [Attributes(title: "Blue bicycle", steps: 3), Attributes(title: "One step", steps: 1)],
            story: [
                .init(after: 300, .stepDone(expectedEnd: start + 1_500)),
                .init(after: 1_200, .stepDone(expectedEnd: nil)),
                .init(after: 1_500, .stepDone(expectedEnd: nil)),
            ],
            actions: [.init(Self.cancel, "Cancel")])
    }
}
