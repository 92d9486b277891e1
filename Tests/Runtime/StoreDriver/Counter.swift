#if SQLite
import LiveActivityCore

/// An activity that shows the number of its events and the last one.
struct Counter: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable {
        var count = 0
        var last = 0
    }
    var thread: Int
}

struct CounterProvider: ActivityProvider {
    typealias Attributes = Counter
    struct Event: Codable, Sendable { var number: Int }

    let kind: ActivityKind = "counter"

    func content(for attributes: Counter, at now: Date) -> ActivityContent<Counter.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func topics(for attributes: Counter) -> [Topic] { ["all", Topic(rawValue: "thread-\(attributes.thread)")] }

    func handle(_ event: Event, in activity: inout Scope) {
        activity.state.count += 1
        activity.state.last = event.number
    }
}
#endif
