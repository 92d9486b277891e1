import LiveActivityCore
import LiveActivityTesting
import LiveActivitySurfaces
import Testing

@Suite struct DeviceTests {
    static let iPhone = Device("anna's iPhone", surfaces: .iPhone393)
    static let watch = Device("anna's watch", surfaces: .watch)
    static let car = Device("anna's car", surfaces: .car)

    @Test func theFirstFollowsEachChangeAtOnceAndTheOthersAreToldOfIt() throws {
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var group = DeviceGroup()
        #expect(group.register(Self.iPhone) == nil)
        let beginning = group.register(Self.watch)
        #expect(beginning == DeviceUpdate(to: Self.watch.id, sequence: 0, .everything([])))

        let id = try scenario.start(Note(title: "tea"), content: .note("hot"), owner: "anna")
        let updates = scenario.lastChanges.flatMap { group.apply($0) }
        #expect(group.sourceOfTruth == Self.iPhone)
        #expect(group.screen.activities(on: .compactIPhone393).map(\.id) == [id])
        let tea = try #require(group.screen.activity(id))
        #expect(updates == [DeviceUpdate(to: Self.watch.id, sequence: 1, .activity(tea))])

        var watch = DeviceScreen(surfaces: Self.watch.surfaces)
        #expect(watch.receive(updates[0]) == .shown(alert: nil))
        #expect(watch.activities(on: .smartStack45mm) == [tea])
        #expect(watch.activities(on: .compactIPhone393) == [], "it has no island")
    }

    @Test func anAlertThatIsOvertakenAlertsNobody() throws {
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var group = DeviceGroup()
        group.register(Self.iPhone)
        group.register(Self.watch)
        let id = try scenario.start(Note(title: "tea"), content: .note("hot"), owner: "anna")
        var updates = scenario.lastChanges.flatMap { group.apply($0) }
        let alert = AlertConfiguration(title: "Tea", body: "warm")
        try scenario.update(id, .note("warm"), alert: alert)
        updates += scenario.lastChanges.flatMap { group.apply($0) }
        try scenario.update(id, .note("cold"))
        updates += scenario.lastChanges.flatMap { group.apply($0) }
        #expect(updates.map(\.sequence) == [1, 2, 3, 4], "started, updated, alerted, updated")

        var punctual = DeviceScreen(surfaces: .watch)
        #expect(updates.map { punctual.receive($0) } == [nil, nil, alert, nil].map { .shown(alert: $0) })
        #expect(updates.map { punctual.receive($0) } == Array(repeating: .overtaken, count: 4), "a second time")
        var late = DeviceScreen(surfaces: .watch)
        #expect(
            [0, 3, 2, 1].map { late.receive(updates[$0]) } == [
                .shown(alert: nil), .shown(alert: nil), .overtaken, .overtaken,
            ])
        var hasty = DeviceScreen(surfaces: .watch)
        #expect(hasty.receive(updates[2]) == .shown(alert: alert), "the alert overtook its update, which it brings along")
        #expect(hasty.receive(updates[1]) == .overtaken)
    }

    @Test func anEndedActivityLeavesTheCarAtOnceAndTheWatchAtItsDismissal() throws {
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var group = DeviceGroup()
        for device in [Self.iPhone, Self.watch, Self.car] { group.register(device) }
        var screens = [Self.watch.id: DeviceScreen(surfaces: .watch), Self.car.id: DeviceScreen(surfaces: .car)]
        func deliver(_ changes: [Change]) {
            for update in changes.flatMap({ group.apply($0) }) { screens[update.device]?.receive(update) }
        }
        let id = try scenario.start(Note(title: "tea"), content: .note("hot"), owner: "anna")
        deliver(scenario.lastChanges)
        try scenario.end(id, dismissalPolicy: .after(scenario.now + 60))
        deliver(scenario.lastChanges)
        #expect(screens[Self.car.id]?.activities(on: .carPlay240x100) == [])
        #expect(screens[Self.watch.id]?.activities(on: .smartStack45mm).map(\.id) == [id])
        screens[Self.watch.id]?.advance(to: scenario.now + 59.999)
        #expect(screens[Self.watch.id]?.activities.map(\.id) == [id])
        screens[Self.watch.id]?.advance(to: scenario.now + 60)
        #expect(screens[Self.watch.id]?.activities == [])
        let late = try #require(group.everything(for: Self.watch.id))
        #expect(screens[Self.watch.id]?.receive(late) == .overtaken, "it lingers at the source, but its time is over")
        #expect(screens[Self.watch.id]?.activities == [])
    }

    @Test func theNextDeviceBecomesTheSourceOfTruth() throws {
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var group = DeviceGroup()
        group.register(Self.iPhone)
        group.register(Self.watch)
        let id = try scenario.start(Note(title: "tea"), content: .note("hot"), owner: "anna")
        for change in scenario.lastChanges { _ = group.apply(change) }
        group.unregister(Self.iPhone.id)
        #expect(group.sourceOfTruth == Self.watch)
        #expect(group.screen.activities(on: .smartStack45mm).map(\.id) == [id])
        #expect(group.everything(for: Self.iPhone.id) == nil)
        group.register(Self.iPhone)
        #expect(group.devices == [Self.watch, Self.iPhone])
        group.register(Device(Self.watch.id, surfaces: [.smartStack40mm]))
        #expect(group.devices.map(\.id) == [Self.watch.id, Self.iPhone.id], "it keeps its place")
        #expect(group.screen.surfaces == [.smartStack40mm])
    }

    @Test func aGroupGoesOnFromASnapshot() throws {
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        let (first, second) = (
            try scenario.start(Note(title: "tea"), content: .note("hot"), owner: "anna"),
            try scenario.start(Note(title: "cake"), content: .note("in the oven"), owner: "anna")
        )
        try scenario.update(second, .note("done", relevance: 1))
        let snapshot = try scenario.snapshot()
        let shown = snapshot.kinds.flatMap { kind in kind.activities.map { ShownActivity($0, kind: kind.kind) } }
        var group = DeviceGroup(shown, sequence: snapshot.sequence)
        group.register(Self.iPhone)
        #expect(group.screen.arrangement.island == .minimal(attached: second, detached: first))
        try scenario.end(second, dismissalPolicy: .immediate)
        for change in scenario.lastChanges { _ = group.apply(change) }
        #expect(group.screen.arrangement.island == .compact(first))
    }

    // MARK: Unreliable delivery

    /// Deliveries are lost, repeated, delayed and reordered. No screen ever shows an older state again, and all agree once each
    /// has received everything.
    @Test(arguments: 0..<60 as Range<UInt64>)
    func noScreenEverShowsAnOlderRevisionAfterANewerOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scenario = try Scenario([AnyProvider(kind: "note", attributes: Note.self)])
        var group = DeviceGroup()
        group.register(Self.iPhone)
        var wires: [DeviceID: Wire] = [:]
        for device in [Self.watch, Self.car] {
            wires[device.id] = Wire(screen: DeviceScreen(surfaces: device.surfaces))
            if let update = group.register(device) { wires[device.id]?.underway.append(update) }
        }
        var ids: [ActivityID] = []
        for step in 0..<300 {
            let id = ids.randomElement(using: &random)
            switch (Int.random(in: 0..<10, using: &random), id) {
            case (0...2, _), (_, nil):
                if let id = try? scenario.start(Note(title: "\(step)"), content: .note("\(step)"), owner: "anna") {
                    ids.append(id)
                }
            case (3...6, let id?):
                let relevance = Double(Int.random(in: 0...2, using: &random))
                let alert = Bool.random(using: &random) ? AlertConfiguration(title: "\(step)", body: "") : nil
                _ = try? scenario.update(id, .note("\(step)", relevance: relevance), alert: alert)
            case (7, let id?): _ = try? scenario.end(id, dismissalPolicy: .immediate)
            case (8, let id?): _ = try? scenario.end(id)
            default: scenario.advance(by: Double.random(in: 0...3_600, using: &random))
            }
            for update in scenario.lastChanges.flatMap({ group.apply($0) }) {
                wires[update.device]?.send(update, &random)
            }
            for device in wires.keys.sorted() {
                if Int.random(in: 0..<40, using: &random) == 0, let everything = group.everything(for: device) {
                    wires[device]?.send(everything, &random)
                }
                wires[device]?.pass(&random, "seed \(seed), step \(step), \(device)")
            }
        }
        for device in wires.keys.sorted() {
            wires[device]?.screen.receive(try #require(group.everything(for: device)))
            #expect(wires[device]?.screen.activities == group.screen.activities, "seed \(seed), \(device)")
            wires[device]?.pass(&random, chance: 1, "seed \(seed), at last, \(device)")
            #expect(
                wires[device]?.screen.activities == group.screen.activities, "seed \(seed), \(device): nothing late changes it")
        }
    }

    @Test func aDeviceRemembersALimitedNumberOfDismissedActivities() {
        let nothing = JSONText(trusted: Array("{}".utf8))
        var screen = DeviceScreen(surfaces: .watch)
        func activity(_ number: UInt64, _ state: ActivityState) -> DeviceUpdate.What {
            .activity(
                ShownActivity(
                    id: ActivityID(rawValue: number), kind: "note", owner: "anna", revision: state == .active ? 1 : 2,
                    state: state,
                    attributes: nothing, content: EncodedContent(state: nothing, staleDate: nil, relevanceScore: 0)))
        }
        for number in 1...1_000 as ClosedRange<UInt64> {
            screen.receive(DeviceUpdate(to: "", sequence: number * 2, activity(number, .active)))
            screen.receive(DeviceUpdate(to: "", sequence: number * 2 + 1, activity(number, .dismissed)))
        }
        for number in 1...1_000 as ClosedRange<UInt64> {
            #expect(screen.receive(DeviceUpdate(to: "", sequence: number * 2, activity(number, .active))) == .overtaken)
        }
        #expect(screen.activities == [])
        #expect(screen.receive(DeviceUpdate(to: "", sequence: 2_002, activity(1_001, .active))) == .shown(alert: nil))
    }
}

/// An unreliable connection to one device, and what its screen has shown.
private struct Wire {
    var screen: DeviceScreen
    var underway: [DeviceUpdate] = []
    /// The newest revision shown of each activity; none may be shown again after its dismissal.
    private var seen: [ActivityID: UInt32] = [:]
    private var gone: Set<ActivityID> = []

    init(screen: DeviceScreen) { self.screen = screen }

    mutating func send(_ update: DeviceUpdate, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: break
        case 2: underway += [update, update]
        default: underway.append(update)
        }
    }

    mutating func pass(_ random: inout SeededGenerator, chance: Double = 0.4, _ when: String) {
        underway.shuffle(using: &random)
        while !underway.isEmpty, Double.random(in: 0..<1, using: &random) < chance {
            let update = underway.removeLast()
            let before = Set(screen.activities.map(\.id))
            screen.receive(update)
            for activity in screen.activities {
                #expect(activity.revision >= seen[activity.id] ?? 0, "\(when): \(activity.id)")
                #expect(!gone.contains(activity.id), "\(when): \(activity.id) came back")
                seen[activity.id] = activity.revision
            }
            gone.formUnion(before.subtracting(screen.activities.map(\.id)))
        }
    }
}
