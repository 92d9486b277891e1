import LiveActivityCore

/// A provider that follows one topic and shows a number, which one event sets for all followers.
struct ScoreProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var home = 0
            var away = 0
            var lastScored: Date?
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
        activity.state.home = home
        activity.state.away = away
        activity.state.lastScored = activity.now
        activity.stale(at: activity.now + 600)
    }
}

extension Benchmark {
    static let publish = Benchmark(name: "publish", summary: "one event to a topic with 1,000,000 followers") {
        var engine = Engine(
            configuration: EngineConfiguration(
                seed: 1, limits: EngineLimits(payloadBytes: nil, activitiesPerOwner: Deliveries.million)))
        try engine.register(AnyProvider(ScoreProvider()))
        for _ in 0..<Deliveries.million {
            try engine.start(ScoreProvider.Attributes(match: "match/64"), owner: "stadium", at: Deliveries.epoch)
            engine.drainChanges { _ in }
        }
        var rates: [Double] = []
        for round in 1...5 {
            var applied = 0
            let time = try seconds {
                let outcome = try engine.publish(
                    ScoreProvider.Event.scored(home: round, away: 0), to: "match/64", at: Deliveries.epoch + Double(round))
                guard case .published(let report) = outcome else { return }
                applied = report.applied
            }
            precondition(applied == Deliveries.million, "\(applied) followers took it")
            rates.append(Double(applied) / time)
            engine.drainChanges { _ in }
        }
        return [Figure("publish", rates.median, "activities/s", .higherIsBetter)]
    }
}
