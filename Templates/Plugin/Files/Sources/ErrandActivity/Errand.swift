public import LiveActivityCore

/// The attributes of an errand. They never change after the start.
public struct ErrandAttributes: ActivityAttributes, Hashable, Sendable {
    /// The values that the surfaces show. They change with the events, and are the provider's only memory.
    public struct ContentState: Codable, Hashable, Sendable {
        /// How many steps are done.
        public var done = 0
        /// The date on which the last step is expected to be done; `nil` if unknown.
        public var expectedEnd: Date?
        /// Nothing has happened for ten minutes.
        public var isDelayed = false

        public init() {}
    }

    /// The title. 1 to 64 bytes of UTF-8.
    public var title: String
    /// How many steps there are. 1 to 20.
    public var steps: Int

    public init(title: String, steps: Int) {
        self.title = title
        self.steps = steps
    }
}

/// The events of an errand. Events are facts, so they are named in the past tense.
public enum ErrandEvent: Codable, Hashable, Sendable {
    /// One more step is done. `expectedEnd` is when the last one should be, if that is known.
    case stepDone(expectedEnd: Date?)
    /// It was called off.
    case cancelled
}

/// The rules: counts the steps, notices a delay, and ends with the last step.
///
/// A provider is a pure function. `activity.now` is the time; there is no other clock, no waiting and no state besides the
/// content.
public struct ErrandProvider: ActivityProvider {
    public typealias Attributes = ErrandAttributes
    public typealias Event = ErrandEvent

    /// It is stored and sent, so it never changes.
    public let kind: ActivityKind = "errand"

    /// Seconds without news until the activity counts as delayed.
    static let delay: TimeInterval = 600

    public init() {}

    /// Which attributes are possible. They come from outside.
    public func validate(_ attributes: Attributes) throws {
        try InvalidField.check(attributes.title, "title", bytes: 64)
        try InvalidField.check(attributes.steps, "steps", in: 1...20)
    }

    /// Checks content that comes from a host, a store or a snapshot.
    public func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        try InvalidField.check(state.done, "done", in: 0...attributes.steps)
        try InvalidField.check(state.expectedEnd, "expectedEnd")
    }

    /// The content that an activity begins with.
    public func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    /// The activity has become active. Asks for the first wake.
    public func begin(_ activity: inout Scope) throws { activity.wake(at: activity.now + Self.delay) }

    /// Applies an event. What it changes takes effect when it returns; if it throws, nothing does.
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

    /// The requested wake is due: no event has come since.
    public func tick(_ activity: inout Scope) throws { activity.state.isDelayed = true }

    /// The button that calls it off.
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
