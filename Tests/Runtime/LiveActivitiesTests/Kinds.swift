import LiveActivities
import Synchronization

#if SANITIZE_THREAD
typealias Mutex = SanitizedMutex
#endif

/// The simplest kind: a text that its host changes.
struct NoteAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var text: String }
    var title: String
}

extension ActivityContent where State == NoteAttributes.ContentState {
    static func note(_ text: String, staleDate: Date? = nil) -> Self {
        ActivityContent(state: .init(text: text), staleDate: staleDate)
    }
}

/// A kind with rules: a counter of its events and of its wakes.
struct CounterProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var count = 0 }
        /// Seconds between wakes; `nil` for none.
        var every: Double?
        var topics: [Topic] = []
    }

    enum Event: Codable, Hashable, Sendable {
        case added(Int)
        case alerted
        case finished(linger: Double)
    }

    var kind: ActivityKind { "counter" }

    func content(for attributes: Attributes, at now: Date) throws -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func topics(for attributes: Attributes) -> [Topic] { attributes.topics }

    func begin(_ activity: inout Scope) throws {
        if let every = activity.attributes.every { activity.wake(at: activity.now + every) }
    }

    func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .added(let amount): activity.state.count += amount
        case .alerted:
            activity.state.count += 1
            activity.alert(AlertConfiguration(title: "Counted", body: "\(activity.state.count)"))
        case .finished(let linger): activity.end(dismissal: .after(activity.now + linger))
        }
    }

    func tick(_ activity: inout Scope) throws {
        activity.state.count += 1
        if let every = activity.attributes.every { activity.wake(at: activity.now + every) }
    }

    func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == "double" else { throw UnknownAction(action) }
        activity.state.count *= 2
    }
}

enum Kinds {
    static var all: [AnyProvider] {
        [AnyProvider(kind: "note", attributes: NoteAttributes.self), AnyProvider(CounterProvider())]
    }
}

/// A list to which several threads append.
final class Log<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var tests: [(count: Int, test: CheckedContinuation<Void, Never>)] = []

        /// Removes and returns the waiters whose count has been reached.
        mutating func takeTests() -> [(count: Int, test: CheckedContinuation<Void, Never>)] {
            let count = elements.count
            defer { tests.removeAll { $0.count <= count } }
            return tests.filter { $0.count <= count }
        }
    }

    private let state = Mutex(State())

    func append(_ element: Element) {
        let tests = state.withLock { state in
            state.elements.append(element)
            return state.takeTests()
        }
        for waiting in tests { waiting.test.resume() }
    }

    var all: [Element] { state.withLock { $0.elements } }

    /// Returns when the list has this many elements.
    func until(_ count: Int) async {
        await withCheckedContinuation { test in
            let tests = state.withLock { state in
                state.tests.append((count, test))
                return state.takeTests()
            }
            for waiting in tests { waiting.test.resume() }
        }
    }
}
