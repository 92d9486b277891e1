import LiveActivityCore
import LiveActivityTesting

/// One command of a random story. Activities are numbered in the order of their starts.
struct Step {
    enum Time {
        /// Seconds relative to the latest time; may be negative.
        case by(Double)
        /// The engine's next deadline, or the closest representable date on either side of it.
        case deadline(nudge: Int)
    }

    enum Action {
        case start(kind: ActivityKind, owner: OwnerID, CounterProvider.Attributes, State?, Options)
        case send(Int, CounterProvider.Event, EventID?, age: Double?)
        case publish(Topic, CounterProvider.Event, EventID?, age: Double?)
        case perform(ActionID, Int, Surface)
        case update(Int, State, AlertConfiguration?, age: Double?)
        case end(Int, State?, Policy, age: Double?)
        case dismiss(Int)
        case renewLease(Int)
        case permit(Bool, OwnerID, ActivityKind?)
        case permitFrequentUpdates(Bool, OwnerID)
        case endAll(OwnerID, ActivityKind?, Policy)
        case advance
    }

    /// Content, with its stale date in seconds from now.
    struct State {
        var count: Int
        var staleAfter: Double?
        var relevance: Double

        func content(at now: Date) -> ActivityContent<CounterProvider.Attributes.ContentState> {
            ActivityContent(state: .init(count: count), staleDate: staleAfter.map { now + $0 }, relevanceScore: relevance)
        }
    }

    /// Start options, with their dates in seconds from now.
    struct Options {
        var key: StartKey?
        var ifRunning: StartOptions.IfRunning?
        var startAfter: Double?
        var alert: AlertConfiguration?
        var endAfter: Double?
        var policy: Policy?
        var lease: Lease?
        var renews: Bool?

        func options(at now: Date) -> StartOptions {
            StartOptions(
                key: key, ifRunning: ifRunning, start: startAfter.map { now + $0 }, alert: alert,
                endDate: endAfter.map { now + $0 }, dismissalPolicy: policy?.policy(at: now), lease: lease, renews: renews)
        }
    }

    enum Policy {
        case `default`, immediate, after(Double)

        func policy(at now: Date) -> ActivityUIDismissalPolicy {
            switch self {
            case .default: .default
            case .immediate: .immediate
            case .after(let seconds): .after(now + seconds)
            }
        }
    }

    var time: Time
    var action: Action
}

/// A random story with valid and invalid commands: several kinds, owners, keys and topics, equal dates, dates in the past and
/// invalid dates.
struct Story {
    let seed: UInt64
    let configuration: EngineConfiguration
    let steps: [Step]

    static let kinds: [ActivityKind] = ["counter", "meter"]
    static let owners: [OwnerID] = ["anna", "ben", "cleo"]
    static let topics: [Topic] = ["match/1", "match/2"]
    static let keys: [StartKey] = ["order", "timer"]

    init(seed: UInt64, length: Int = 60) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        configuration = Self.configuration(seed: seed, &random)
        steps = (0..<length).map { _ in Step(time: Self.time(&random), action: Self.action(&random)) }
    }

    private static func configuration(seed: UInt64, _ random: inout SeededGenerator) -> EngineConfiguration {
        let limits = EngineLimits(
            payloadBytes: random.pick([nil, 4_096, 4_096, 110]), activitiesPerOwner: random.pick([2, 4, 16]),
            activities: random.pick([5, 9, 100]), alertsPerHour: random.pick([0, 1, 3, 30]),
            rememberedEvents: random.pick([0, 1, 3, 32]),
            // Derived from the seed without the generator, so that existing stories do not change.
            rememberedEventSeconds: [600, 0, 120][Int(seed % 3)], rememberedEventsInAll: [1_000, 2, 5, 0][Int(seed / 3 % 4)])
        return EngineConfiguration(
            seed: seed, limits: limits, activeDuration: random.pick([8 * 3_600, 8 * 3_600, 3_600, 600]),
            lingerDuration: random.pick([4 * 3_600, 600]), renewalLead: random.pick([60, 60, 0, 900]),
            scheduledTimeCountsFromStart: !random.once(in: 4), acceptsEqualTimestamps: !random.once(in: 4),
            denialEndsActivities: !random.once(in: 3),
            afterDismissal: random.pick([.allow, .refuse(seconds: 600), .delay(seconds: 600)]),
            refusesMistakes: !random.once(in: 3))
    }

    private static func time(_ random: inout SeededGenerator) -> Step.Time {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: .by(0)
        case 4: .by(-Double(Int.random(in: 1...600, using: &random)))
        case 5..<10: .by(Double(Int.random(in: 1...12, using: &random)) * 5)
        case 10: .by(Double.random(in: 0...100, using: &random))
        case 11..<14: .by(Double(Int.random(in: 1...20, using: &random)) * 60)
        case 14: .by(3_600)
        case 15: random.once(in: 4) ? .by(9 * 3_600) : .by(1_800)
        case 16, 17: .deadline(nudge: 0)
        case 18: .deadline(nudge: -1)
        default: .deadline(nudge: 1)
        }
    }

    private static func action(_ random: inout SeededGenerator) -> Step.Action {
        let number = Int.random(in: -1...12, using: &random)
        func age() -> Double? {
            // An earlier timestamp, or one in milliseconds by mistake.
            random.once(in: 3) ? (random.once(in: 12) ? -1e12 : Double(Int.random(in: 0...20, using: &random)) * 30) : nil
        }
        func eventID() -> EventID? { random.once(in: 3) ? random.pick(["e1", "e2", "e3", "e4"]) : nil }
        switch Int.random(in: 0..<49, using: &random) {
        case 0..<12:
            return .start(
                kind: random.once(in: 20) ? "nobody" : random.pick(kinds), owner: random.pick(owners), attributes(&random),
                random.once(in: 4) ? state(&random) : nil, options(&random))
        case 12..<24: return .send(number, event(&random), eventID(), age: age())
        case 24..<28: return .publish(random.pick(topics), event(&random), eventID(), age: age())
        case 28, 29: return .perform(random.pick(["double", "double", "fly"]), number, random.pick([.lockScreen, .compact]))
        case 30..<35: return .update(number, state(&random), random.once(in: 3) ? alert(&random) : nil, age: age())
        case 35..<38: return .end(number, random.once(in: 2) ? state(&random) : nil, policy(&random), age: age())
        case 38, 39: return .dismiss(number)
        case 40, 41: return .renewLease(number)
        case 42:
            return .permit(!random.once(in: 3), random.pick(owners), random.once(in: 2) ? random.pick(kinds) : nil)
        case 43: return .permitFrequentUpdates(random.once(in: 3), random.pick(owners))
        case 44: return .endAll(random.pick(owners), random.once(in: 2) ? random.pick(kinds) : nil, policy(&random))
        default: return .advance
        }
    }

    private static func attributes(_ random: inout SeededGenerator) -> CounterProvider.Attributes {
        CounterProvider.Attributes(
            name: random.pick(["ok", "ok", "ok", "ok", "ok", "bad", "breaks", "failsAtBegin", "impossible"]),
            every: random.once(in: 3) ? random.pick([60, 600, 1_000, 3_600]) : nil,
            topics: random.pick([[], ["match/1"], ["match/2"], ["match/1", "match/2"], ["match/1", "match/1"]]),
            staleAfter: random.pick([nil, nil, nil, nil, 0, 300, 600, 3_600]))
    }

    private static func state(_ random: inout SeededGenerator) -> Step.State {
        Step.State(
            count: random.once(in: 10) ? -1 : Int.random(in: 0...3, using: &random), staleAfter: staleAfter(&random),
            relevance: random.once(in: 15) ? .nan : Double(Int.random(in: 0...2, using: &random)))
    }

    private static func staleAfter(_ random: inout SeededGenerator) -> Double? {
        random.pick([nil, nil, 60, 300, 300, 600, 3_600, 0, -60, 1e12, .nan, .infinity])
    }

    private static func options(_ random: inout SeededGenerator) -> Step.Options {
        Step.Options(
            key: random.once(in: 2) ? random.pick(keys) : nil,
            ifRunning: random.pick([nil, .join, .replace, .reject]),
            startAfter: random.once(in: 4) ? random.pick([0, -60, 60, 300, 600, 3_600, 9 * 3_600, 1e12, .nan]) : nil,
            alert: random.once(in: 2) ? alert(&random) : nil,
            endAfter: random.once(in: 5) ? random.pick([-10, 0, 60, 300, 600, 7_200, 1e12, .nan, .infinity]) : nil,
            policy: random.once(in: 4) ? policy(&random) : nil,
            lease: random.once(in: 4)
                ? random.pick([
                    Lease(staleAfter: 60, endAfter: 300), Lease(staleAfter: 300, endAfter: 300),
                    Lease(staleAfter: 300, endAfter: 60), Lease(staleAfter: .nan, endAfter: 60),
                ]) : nil,
            renews: random.once(in: 4) ? true : nil)
    }

    private static func policy(_ random: inout SeededGenerator) -> Step.Policy {
        random.pick([.default, .immediate, .after(60), .after(300), .after(-60), .after(9 * 3_600), .after(.nan)])
    }

    private static func alert(_ random: inout SeededGenerator) -> AlertConfiguration {
        AlertConfiguration(title: "Look", body: random.pick(["here", "there"]))
    }

    private static func event(_ random: inout SeededGenerator) -> CounterProvider.Event {
        switch Int.random(in: 0..<22, using: &random) {
        case 0..<4: .added(Int.random(in: 0...2, using: &random))
        case 4: .noted(String(repeating: "x", count: random.pick([1, 30, 5_000])))
        case 5..<8: .alerted(Int.random(in: 0...1, using: &random))
        case 8..<11: .staleSet(after: staleAfter(&random) ?? 300)
        case 11..<16: .wakeSet(after: random.pick([nil, nil, 5, 60, 60, 300, 300, 600, 0, -1, .nan, .infinity, 1e12]))
        case 16: .relevanceSet(random.pick([0, 1, 5, .infinity]))
        case 17, 18: .finished(linger: random.pick([0, -1, 60, 300, 9 * 3_600]))
        case 19: .failed
        default: .failedHalfway
        }
    }
}
