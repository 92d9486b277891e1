import LiveActivityCore

/// Writes the numbers of events down in the order in which they came: so that a test can say which of them have happened, and
/// how often.
struct TallyProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            /// What has happened, as runs: 1, 2, 3, 7 is `1...3, 7...7`. So a load of any length stays below the size allowed.
            private var runs: [ClosedRange<Int>] = []
            var ticks = 0

            var numbers: [Int] { runs.flatMap { Array($0) } }

            mutating func append(_ number: Int) {
                if let last = runs.last, last.upperBound + 1 == number {
                    runs[runs.count - 1] = last.lowerBound...number
                } else {
                    runs.append(number...number)
                }
            }
        }
        var name: String
    }

    enum Event: Codable, Sendable { case happened(Int) }

    let kind: ActivityKind = "tally"
    var schemaVersion = 1
    /// The seconds from one tick to the next. A day, so that a test by the machine's clock sees none, however slow the machine
    /// is.
    var tickSeconds = 86_400.0

    func topics(for attributes: Attributes) -> [Topic] { [Topic(rawValue: attributes.name)] }

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + tickSeconds) }

    func handle(_ event: Event, in activity: inout Scope) {
        guard case .happened(let number) = event else { return }
        activity.state.append(number)
    }

    /// The owner writes something that nobody has asked for.
    func tick(_ activity: inout Scope) {
        activity.state.ticks += 1
        begin(&activity)
    }
}
