import DeliveryActivity
import LiveActivityCore
import LiveActivitySurfaces
import MeditationTimerActivity
import RecordedData
import SportsActivity
import WaitQueueActivity

/// All commands of the demo with their times. `run` could replay them.
struct DemoStory {
    /// One day of the demo.
    struct Scene: Hashable {
        var title: String
        var subtitle: String
        var start: Date
    }

    var scenes: [Scene]
    /// The commands, in order of time.
    var steps: [TimedCommand]
    /// The providers, configured for the story.
    let providers: [AnyProvider]
    let widgets: ActivityWidgets

    static let owner: OwnerID = "anna"

    /// - Parameters:
    ///   - kinds: The kinds that take part.
    ///   - widgets: The widgets of the activities.
    init(only kinds: Set<ActivityKind>, widgets: ActivityWidgets) throws {
        self.widgets = widgets
        let tournament = try WorldCup.embedded()
        let ride = try RideDay.embedded()
        var script = Script(kinds: kinds)
        scenes = []

        if let opening = try script.tournamentDay(tournament) {
            scenes.append(
                Scene(title: "Thursday, 1 December 2022", subtitle: "The groups of the World Cup are decided", start: opening))
        }
        if let opening = try script.finalDay(tournament, ride) {
            scenes.append(
                Scene(
                    title: "Sunday, 18 December 2022", subtitle: "The final, a ride, a pizza and ten quiet minutes",
                    start: opening))
        }
        steps = script.inOrder
        // The demo runs so fast that rotations of the default length between matches would not be visible.
        providers = [
            AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()),
            AnyProvider(SportsProvider(turn: 900)), AnyProvider(WaitQueueProvider()),
        ]
    }
}

/// Builds the list of commands.
private struct Script {
    let kinds: Set<ActivityKind>
    private var steps: [TimedCommand] = []
    private let encoder = WireEncoder()

    init(kinds: Set<ActivityKind>) { self.kinds = kinds }

    /// The commands by date; those with the same time in the order in which they were added.
    var inOrder: [TimedCommand] {
        steps.enumerated().sorted { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }.map(\.element)
    }

    private mutating func add(_ command: Command, at date: Date) { steps.append(TimedCommand(at: date, command)) }

    private mutating func start(_ kind: ActivityKind, _ attributes: some Encodable, key: StartKey, at date: Date) throws {
        add(
            .start(
                Command.Start(
                    kind: kind, owner: DemoStory.owner, attributes: try encoder.encodeToJSONValue(attributes),
                    options: StartOptions(key: key))),
            at: date)
    }

    private func activity(_ kind: ActivityKind, _ key: StartKey) -> ActivityReference {
        .key(owner: DemoStory.owner, kind: kind, key: key)
    }

    // MARK: The days

    /// The four matches of 1 December, in one activity that shows them in rotation.
    ///
    /// - Returns: The beginning of the day; `nil` if none of its kinds takes part.
    mutating func tournamentDay(_ tournament: WorldCup) throws -> Date? {
        guard kinds.contains("sports") else { return nil }
        let matches = tournament.matches(on: "2022-12-01")
        guard let first = matches.first?.kickOff else { return nil }
        try follow(matches, title: "World Cup 2022", key: "day", from: first - 120)
        return first - 120
    }

    /// The final, and everything else that Anna does on that day.
    mutating func finalDay(_ tournament: WorldCup, _ ride: RideDay) throws -> Date? {
        guard let final = tournament.final else { return nil }
        let kickOff = final.kickOff
        if kinds.contains("sports") { try follow([final], title: "World Cup final", key: "final", from: kickOff - 120) }
        if kinds.contains("waitQueue") { try queue(ride, onDayOf: kickOff) }
        if kinds.contains("delivery") { try order(at: kickOff + 49 * 60) }
        if kinds.contains("meditationTimer") { try meditate(at: kickOff + 50 * 60) }
        guard steps.contains(where: { $0.date > kickOff - 7_200 }) else { return nil }
        return kickOff - 120
    }

    // MARK: Steps of the demo

    private mutating func follow(_ matches: [WorldCup.Match], title: String, key: StartKey, from date: Date) throws {
        let fixtures = matches.enumerated().map { $1.fixture(id: "\(key)-\($0 + 1)") }
        try start("sports", SportsAttributes(title: title, sport: .football, matches: fixtures), key: key, at: date)
        for (match, fixture) in zip(matches, fixtures) {
            for report in match.reports(id: fixture.id) {
                add(.publish(Topic("match/\(fixture.id)"), event: try encoder.encodeToJSONValue(report.event)), at: report.date)
            }
        }
    }

    /// Anna is one of the guests whose wait was measured: 33 minutes, while the sign said 40.
    private mutating func queue(_ ride: RideDay, onDayOf date: Date) throws {
        guard let guest = ride.guest(joiningAt: "11:38:34", onDayOf: date) else { return }
        // The file has the guest's waiting time, but not the number of parties ahead: one per minute is invented.
        let position = guest.minutes
        let ticket = 12_400
        let attributes = WaitQueueAttributes(
            waitlistName: "Toy Story Mania!", bookingId: "R-118", queueId: "toy-story-mania", ticket: ticket,
            position: position,
            partySize: 2, secondsPerParty: Double(guest.sign ?? guest.minutes) * 60 / Double(position))
        try start("waitQueue", attributes, key: "R-118", at: guest.joined)
        let topic: Topic = "queue/toy-story-mania"
        for news in ride.news(from: guest.joined, to: guest.turn) {
            let event: WaitQueueEvent =
                news.isMeasured ? .waitMeasured(minutes: news.minutes) : .waitPosted(minutes: news.minutes)
            add(.publish(topic, event: try encoder.encodeToJSONValue(event)), at: news.date)
        }
        for step in 1..<position {
            let event = WaitQueueEvent.advanced(through: ticket - position + step)
            add(.publish(topic, event: try encoder.encodeToJSONValue(event)), at: guest.joined + Double(step) * 60)
        }
        try send(.called(), to: guest.turn)
        try send(.seated, to: guest.turn + 240)

        func send(_ event: WaitQueueEvent, to date: Date) throws {
            add(.send(activity("waitQueue", "R-118"), event: try encoder.encodeToJSONValue(event)), at: date)
        }
    }

    /// A pizza promised within 45 minutes that arrives slightly late.
    private mutating func order(at date: Date) throws {
        func arrival(_ minutes: ClosedRange<Double>) -> ClosedRange<Date> {
            (date + minutes.lowerBound * 60)...(date + minutes.upperBound * 60)
        }
        try start(
            "delivery", DeliveryAttributes(orderNumber: 42, restaurantName: "Pizzeria Lucia", destinationCity: "Berlin"),
            key: "42", at: date)
        let events: [(minute: Double, DeliveryEvent)] = [
            (3, .preparationStarted), (8, .courierAssigned(name: "Alex")),
            (16, .delayed(reason: .busyKitchen, arrival: arrival(45...60))), (34, .pickedUp(arrival: arrival(44...54))),
            (35, .departed(arrival: nil)),
            (
                38,
                .courierMoved(position: .init(latitude: 52.5219, longitude: 13.4132), stopsLeft: 2, arrival: arrival(44...52))
            ),
            (42, .courierMoved(position: .init(latitude: 52.5163, longitude: 13.3777), stopsLeft: 1, arrival: nil)),
            (
                45,
                .courierMoved(position: .init(latitude: 52.5145, longitude: 13.3501), stopsLeft: 0, arrival: arrival(46...50))
            ),
            (47, .cameNearby(arrival: nil)), (49, .delivered),
        ]
        for (minute, event) in events {
            add(.send(activity("delivery", "42"), event: try encoder.encodeToJSONValue(event)), at: date + minute * 60)
        }
        add(.perform("leaveAtDoor", on: activity("delivery", "42"), surface: .lockScreen), at: date + 40 * 60)
    }

    /// Two cycles of five minutes in the half-time break, with a pause.
    private mutating func meditate(at date: Date) throws {
        try start(
            "meditationTimer", MeditationTimerAttributes(timerDuration: 300, cycles: 2, languageCode: "en"), key: "timer",
            at: date)
        let timer = activity("meditationTimer", "timer")
        func send(_ event: MeditationTimerEvent, _ seconds: Double) throws {
            add(.send(timer, event: try encoder.encodeToJSONValue(event)), at: date + seconds)
        }
        try send(.started, 20)
        add(.perform("pause", on: timer, surface: .expanded), at: date + 140)
        add(.perform("resume", on: timer, surface: .expanded), at: date + 200)
        try send(.nextCycleStarted, 400)
    }
}

extension TimedCommand {
    /// The command's time. Never the default, because every command of the story has one.
    fileprivate var date: Date { at ?? .distantPast }
}
