import LiveActivityCore

/// The simplest kind: a text that its host changes.
struct NoteAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var text: String }
    var title: String
}

extension ActivityContent where State == NoteAttributes.ContentState {
    static func note(_ text: String, staleDate: Date? = nil, relevance: Double = 0) -> Self {
        ActivityContent(state: .init(text: text), staleDate: staleDate, relevanceScore: relevance)
    }
}

/// A kind with rules: a counter that counts its wakes and applies events.
struct CounterProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var count = 0
            var note: String?
        }
        var name: String
        /// Seconds between wakes; `nil` for none.
        var every: Double?
        var topics: [Topic] = []
        var key: StartKey?
        var startAfter: Double?
        /// Seconds after the start at which the first content becomes stale; `nil` for never.
        var staleAfter: Double?
    }

    enum Event: Codable, Hashable, Sendable {
        case added(Int)
        case noted(String)
        case alerted(Int)
        case staleSet(after: Double)
        case wakeSet(after: Double?)
        case relevanceSet(Double)
        case finished(linger: Double)
        case failed
        case failedHalfway
    }

    struct Failure: Error, Hashable {}

    /// Variable, as several kinds may have the same rules.
    var kind: ActivityKind = "counter"

    func validate(_ attributes: Attributes) throws {
        if attributes.name == "impossible" { throw Failure() }
    }

    /// A counter must not be negative; one with the name "small" must not exceed 9.
    func validate(_ state: Attributes.ContentState, for attributes: Attributes) throws {
        try InvalidField.check(state.count, "count", in: 0...(attributes.name == "small" ? 9 : Int.max))
    }

    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState> {
        if attributes.name == "bad" { throw Failure() }
        return ActivityContent(state: .init(), staleDate: attributes.staleAfter.map { now + $0 })
    }

    func options(for attributes: Attributes, at now: Date) -> StartOptions {
        StartOptions(key: attributes.key)
    }

    func topics(for attributes: Attributes) -> [Topic] { attributes.topics }

    func begin(_ activity: inout Scope) throws {
        if activity.attributes.name == "failsAtBegin" { throw Failure() }
        if let every = activity.attributes.every { activity.wake(at: activity.now + every) }
    }

    func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .added(let amount): activity.state.count += amount
        case .noted(let text): activity.state.note = text
        case .alerted(let amount):
            activity.state.count += amount
            activity.alert(AlertConfiguration(title: "Counted", body: "\(activity.state.count)"))
        case .staleSet(let seconds): activity.stale(at: activity.now + seconds)
        case .wakeSet(let seconds): activity.wake(at: seconds.map { activity.now + $0 })
        case .relevanceSet(let score): activity.relevanceScore = score
        case .finished(let linger): activity.end(dismissal: .after(activity.now + linger))
        case .failed: throw InvalidTransition(from: activity.state.count, event: event)
        case .failedHalfway:
            activity.state.count += 1_000
            activity.relevanceScore = 99
            activity.wake(at: activity.now + 1)
            throw Failure()
        }
    }

    func tick(_ activity: inout Scope) throws {
        if activity.attributes.name == "breaks" { throw Failure() }
        activity.state.count += 1
        if let every = activity.attributes.every { activity.wake(at: activity.now + every) }
    }

    func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == "double" else { throw UnknownAction(action) }
        activity.state.count *= 2
    }
}
