import LiveActivityCore

/// Records the numbers of events in order of arrival, so that a test can tell which were applied, and how often.
struct TallyProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            /// The applied numbers as runs: 1, 2, 3, 7 is `1...3, 7...7`. So a load of any length stays within the size limit.
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

    enum Event: Codable, Sendable {
        case happened(Int)
        /// In seconds since 2001.
        case becomesStale(at: Double)
    }

    let kind: ActivityKind = "tally"
    var schemaVersion = 1
    /// The seconds between two ticks: a day, so that no tick occurs in a test with the real clock, however slow the machine.
    var tickSeconds = 86_400.0

    /// A name can have U+0000, and a topic cannot.
    func topics(for attributes: Attributes) -> [Topic] { [Topic(rawValue: attributes.name.filter { $0 != "\0" })] }

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + tickSeconds) }

    func handle(_ event: Event, in activity: inout Scope) {
        switch event {
        case .happened(let number): activity.state.append(number)
        case .becomesStale(let seconds): activity.stale(at: Date(timeIntervalSinceReferenceDate: seconds))
        }
    }

    /// A change that no command has caused.
    func tick(_ activity: inout Scope) {
        activity.state.ticks += 1
        begin(&activity)
    }
}
