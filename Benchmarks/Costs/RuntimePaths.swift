import DeliveryActivity
import LiveActivities
import LiveActivityTesting

extension Costs {
    static let ofRuntime = [
        HotPath(name: "send-typed", commands: 4_000) { count in
            let (deliveries, moves) = (try Deliveries(), Deliveries.moves(count))
            return .synchronous { try deliveries.runtime.send(moves[$0], to: deliveries.id($0)) }
        },
        // The default: the size of each content is checked, for which it is encoded.
        HotPath(name: "send-typed-checked", commands: 4_000) { count in
            let (deliveries, moves) = (try Deliveries(payloadBytes: 4_096), Deliveries.moves(count))
            return .synchronous { try deliveries.runtime.send(moves[$0], to: deliveries.id($0)) }
        },
        HotPath(name: "send-json", commands: 4_000) { count in
            let (deliveries, texts) = (try Deliveries(), try Deliveries.texts(count))
            return .synchronous { try deliveries.runtime.send(json: texts[$0], to: deliveries.id($0)) }
        },
        // Each change is read by a subscriber before the next command.
        HotPath(name: "send-watched", commands: 4_000) { count in
            let (deliveries, moves) = (try Deliveries(), Deliveries.moves(count))
            var changes = deliveries.runtime.changes().makeAsyncIterator()
            return .asynchronous { number in
                try deliveries.give(moves[number], number)
                _ = await changes.next()
            }
        },
        // The subscriber takes at most one update of each activity a minute; this measurement is shorter.
        HotPath(name: "send-conflated", commands: 4_000) { count in
            let (deliveries, moves) = (try Deliveries(), Deliveries.moves(count))
            let changes = deliveries.runtime.changes(conflation: Conflation(interval: 60))
            return .synchronous { number in
                try withExtendedLifetime(changes) { try deliveries.give(moves[number], number) }
            }
        },
        // Each command is in the store when it returns. The sending thread writes it, because there is no other one.
        HotPath(name: "send-strict", commands: 2_000) { count in
            let (deliveries, moves) = (try Deliveries(store: MemoryStore()), Deliveries.moves(count))
            return .synchronous { try deliveries.runtime.send(moves[$0], to: deliveries.id($0)) }
        },
        // One event to a topic; each follower counts as a command.
        HotPath(name: "publish", commands: 4_000) { count in
            let runtime = try scores(followers: count / 2)
            return .synchronous { number in
                // Once for the warm-up, and once counted.
                guard number % (count / 2) == 0 else { return }
                try runtime.publish(ScoreProvider.Event.scored(home: number, away: 0), to: "match/64")
            }
        },
        // Stale dates, ten per second, each of which causes a change; each date counts as a command.
        HotPath(name: "expire", commands: 4_000) { count in
            let (clock, runtime) = try parcels(count)
            return .synchronous { number in
                guard number % 10 == 9 else { return }
                withExtendedLifetime(runtime) { clock.advance(by: 1) }
            }
        },
    ]

    private static func scores(followers: Int) throws -> LiveActivityRuntime {
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(
                seed: 1, limits: EngineLimits(payloadBytes: nil, activitiesPerOwner: followers)),
            shards: 1, clock: ManualClock(), providers: [AnyProvider(ScoreProvider())])
        for _ in 0..<followers { _ = try runtime.start(ScoreProvider.Attributes(match: "match/64"), owner: "stadium") }
        return runtime
    }

    private static func parcels(_ count: Int) throws -> (ManualClock, LiveActivityRuntime) {
        let clock = ManualClock()
        let runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: nil, activitiesPerOwner: count)),
            shards: 1, clock: clock, providers: [AnyProvider(kind: "parcel", attributes: ParcelAttributes.self)])
        for number in 0..<count {
            let date = clock.now + 0.05 + Double(number * 211 % count) / 10
            _ = try runtime.start(
                ParcelAttributes(number: number), content: ActivityContent(state: .init(stops: 3), staleDate: date),
                owner: "depot")
        }
        return (clock, runtime)
    }
}

extension Deliveries {
    /// Sends with the synchronous method, also in a task.
    func give(_ event: DeliveryEvent, _ number: Int) throws { try runtime.send(event, to: id(number)) }
}

/// The simplest kind that has a stale date.
struct ParcelAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var stops: Int }
    var number: Int
}

/// A provider that follows one topic and shows a number, which one event sets for all followers.
struct ScoreProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var home = 0
            var away = 0
        }
        var match: String
    }

    enum Event: Codable, Sendable {
        case scored(home: Int, away: Int)
    }

    var kind: ActivityKind { "score" }

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func topics(for attributes: Attributes) -> [Topic] { [Topic(rawValue: attributes.match)] }

    func handle(_ event: Event, in activity: inout Scope) {
        guard case .scored(let home, let away) = event else { return }
        (activity.state.home, activity.state.away) = (home, away)
        activity.stale(at: activity.now + 600)
    }
}
