import LiveActivities

/// A violated law.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The reference model: for each event, the answer that its sender got, and therefore the possible states. It is independent of
/// logs and nodes.
struct Tallies {
    enum Answer {
        /// The event was applied, permanently.
        case acknowledged
        /// The event was not applied, and never will be.
        case refused
        /// The event was applied, or not, or will be.
        case unknown
    }

    struct Event {
        var number: Int
        var activity: ActivityID
        /// The times at which the event was first sent and acknowledged; `nil` if it was not acknowledged.
        var sent: Int
        var acknowledged: Int?
        /// Whether an answer was missing, so that a later refusal does not settle the outcome.
        var isUnknown = false
    }

    private(set) var events: [Int: Event] = [:]
    private(set) var started: Set<ActivityID> = []
    /// Whether an answer was given since the last check.
    private(set) var hasNews = false
    private var time = 0

    mutating func next() -> Int { events.count + 1 }

    mutating func willSend(_ number: Int, to activity: ActivityID) {
        time += 1
        if events[number] == nil { events[number] = Event(number: number, activity: activity, sent: time) }
    }

    mutating func answered(_ number: Int, _ answer: Answer) {
        time += 1
        hasNews = true
        switch answer {
        case .acknowledged: if events[number]?.acknowledged == nil { events[number]?.acknowledged = time }
        case .unknown: events[number]?.isUnknown = true
        case .refused: break
        }
    }

    mutating func hasStarted(_ activity: ActivityID) throws {
        hasNews = true
        if !started.insert(activity).inserted { throw Broken("\(activity) was given twice") }
    }

    mutating func hasJoined(_ activity: ActivityID) {
        started.insert(activity)
        hasNews = true
    }

    /// The events with an unknown outcome, which may have to be repeated.
    var unknown: [Event] {
        events.values.filter { $0.isUnknown && $0.acknowledged == nil }.sorted { $0.number < $1.number }
    }

    /// Checks the numbers in each activity's state.
    mutating func check(_ state: [ActivityID: [Int]]) throws {
        hasNews = false
        for activity in started where state[activity] == nil { throw Broken("\(activity) is acknowledged, and is not there") }
        for (activity, numbers) in state {
            var latest = 0
            for number in numbers {
                guard let event = events[number], event.activity == activity else {
                    throw Broken("\(number) was sent elsewhere")
                }
                if event.acknowledged == nil, !event.isUnknown { throw Broken("\(number) was refused, and has happened") }
                // If one event was acknowledged before another was sent, it must come first.
                if let acknowledged = event.acknowledged, acknowledged < latest {
                    throw Broken("\(number) comes after an event that was sent later: \(numbers)")
                }
                latest = max(latest, event.sent)
            }
            if Set(numbers).count < numbers.count { throw Broken("an event has happened twice: \(numbers)") }
        }
        for event in events.values where event.acknowledged != nil {
            guard state[event.activity]?.contains(event.number) == true else {
                throw Broken("\(event.number) was acknowledged, and has not happened")
            }
        }
    }
}
