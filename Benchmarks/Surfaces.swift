import DeliveryActivity
import DeliveryWidget
import Foundation
import LiveActivityLint
import LiveActivityTesting

extension Benchmark {
    static let surfaces = Benchmark(
        name: "ui-surfaces",
        summary:
            "a delivery, from its JSON to the trees of all \(SizedSurface.all.count) surfaces; which activity has the island"
    ) {
        var widgets = ActivityWidgets()
        try widgets.register(
            DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
        guard let story = try SampleStory(AnyProvider(DeliveryProvider())),
            let moment = story.moments.last(where: { $0.activity.state == .active && $0.name.hasPrefix("attributes 1 ") })
        else {
            throw BenchmarkError(reason: "the delivery has no samples")
        }
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        environment.now = moment.at
        let all = SizedSurface.all
        let shown = try widgets.present(moment.activity, on: all, environment: environment)
        guard shown.count == all.count else { throw BenchmarkError(reason: "it is seen on \(shown.count) surfaces only") }

        let encoder = WireEncoder()
        var (trees, json, arranged): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<7 {
            trees.append(
                try seconds {
                    for _ in 0..<500 { _ = try widgets.present(moment.activity, on: all, environment: environment) }
                } / 500)
            json.append(try seconds { for _ in 0..<20 { _ = try encoder.encode(shown) } } / 20)
            arranged.append(arrange() * 1e9)
        }
        return [
            Figure(
                "ui-surfaces", trees.median * 1e6, "us/activity", .lowerIsBetter,
                baseline: ("their JSON by WireEncoder", json.median * 1e6)),
            Figure("ui-arrange", arranged.median, "ns/update", .lowerIsBetter),
        ]
    }

    /// The seconds for an update that changes no arrangement, with three activities of each of 10,000 owners.
    private static func arrange() -> Double {
        let (owners, count) = (10_000, 200_000)
        let content = EncodedContent(state: JSONText(trusted: Array("{}".utf8)), staleDate: nil, relevanceScore: 0)
        var arranger = Arranger()
        var changes: [Change] = []
        for place in 0..<owners * 3 {
            changes.append(
                Change(
                    sequence: UInt64(place + 1), at: Date(timeIntervalSinceReferenceDate: 0),
                    activity: ActivityID(rawValue: UInt64(place)), kind: "delivery", owner: OwnerID("owner \(place / 3)"),
                    revision: 1, state: .active, what: .started, content: content))
            arranger.apply(changes[place])
        }
        for place in changes.indices { changes[place].what = .updated }
        var random = SeededGenerator(seed: 1)
        let order = (0..<count).map { _ in Int.random(in: changes.indices, using: &random) }
        return seconds { for place in order { arranger.apply(changes[place]) } } / Double(count)
    }
}
