import LiveActivityCore
import LiveActivityTesting
import Testing

/// The conformance check itself: a correct provider passes, and each fault of an incorrect one is reported.
@Suite struct ConformanceTests {
    @Test func aGoodProviderPasses() throws { try ProviderConformance.check(KettleProvider(fault: nil)) }

    @Test(arguments: [
        (KettleProvider.Fault.random, ProviderConformance.Rule.determinism, "playing the same story again changes the result"),
        (.remembersAll, .determinism, "playing the same story again changes the result"),
        (.remembersEach, .nothingHidden, "another activity changes the result"),
        (.forgetsInJSON, .json, "a state changes when it is encoded and decoded"),
        (.wakesInPast, .wakes, "which is not after"),
        (.wakesForEver, .wakes, "more than 2000 times"),
        (.failsInWake, .wakes, "it fails in a wake"),
        (.tooLarge, .size, "more than the 4096 bytes"),
        (.relevanceNotFinite, .content, "must be a finite number"),
        (.changesBeforeRefusing, .allOrNothing, "a refused call changed the activity"),
        (.topicsChange, .topics, "equal attributes give different topics"),
        (.topicTwice, .topics, "followed twice"),
        (.storyRefused, .samples, "the story stops after 60.0 s"),
        (.noAttributes, .samples, "no sample attributes"),
        (.impossibleAction, .samples, "the action 'fly' is refused at every moment of the story"),
    ])
    func aBadProviderIsCaught(fault: KettleProvider.Fault, rule: ProviderConformance.Rule, words: String) {
        do {
            try ProviderConformance.check(KettleProvider(fault: fault))
            Issue.record("\(fault) is not caught")
        } catch {
            #expect(error.all.contains { $0.rule == rule && $0.what.contains(words) }, "\(error)")
            #expect(error.description.contains("kettle breaks"))
        }
    }

    // MARK: - Mistakes that stop the process

    @Test func aProviderThatRefusesWhatItCannotContinueWithPasses() throws {
        try ProviderConformance.check(ShelfProvider(fault: nil))
    }

    /// The violation ends the process, so each runs in a separate one, whose output must name the value and the event.
    @Test(arguments: [
        (ShelfProvider.Fault.indexOutOfRange, "chosen", "the event {\"taken\":{}}"),
        (.emptyArray, "books", "the event {\"turned\":{}}"),
        (.overflow, "lent", "the event {\"taken\":{}}"),
        (.dateAsInteger, "due", "the event {\"looked\":{}}"),
        (.emptyAttributes, "rows", "the event {\"looked\":{}}"),
        (.tick, "lent", "a day"),
    ])
    func aProviderThatTrapsIsNamedWithItsValueAndItsEvent(fault: ShelfProvider.Fault, path: String, step: String) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [fault] in
            try ProviderConformance.check(ShelfProvider(fault: fault))
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let line = try #require(
            output.split(separator: "\n").last { $0.hasPrefix("ProviderConformance: this stopped the process: ") }, "\(output)")
        #expect(line.contains("shelf was given, by "))
        #expect(line.contains("with another \(path)"), "\(line)")
        #expect(line.contains(step), "\(line)")
    }

    /// Its activity would be skipped after a restart.
    @Test func aProviderThatRefusesWhatItMakesItselfIsCaught() {
        do {
            try ProviderConformance.check(ShelfProvider(fault: .refusesItsOwn))
            Issue.record("it is not caught")
        } catch {
            #expect(
                error.all.contains {
                    $0.rule == .validation && $0.what.contains("a state that the provider made is refused when it is restored")
                        && $0.what.contains("lent is 2; it must be from 0 to 1")
                }, "\(error)")
        }
    }

    /// Their JSON in the store and in pushes would be another than an app's `Codable` reads.
    @Test func attributesThatAreNotWrittenAsByCodableAreCaught() {
        do {
            try ProviderConformance.check(LabelProvider())
            Issue.record("it is not caught")
        } catch {
            let written = #"it is written as {"number":1}, and by Codable as {"orderNumber":1}"#
            #expect(error.all.map { "\($0.rule): \($0.what)" } == ["json: sample attributes 0: \(written)"])
        }
    }

    @Test func seedsContinueAtZeroAfterTheLargest() throws {
        try ProviderConformance.check(WatchProvider(fault: nil), stories: 3, seed: .max)
        #expect(SeededGenerator.seeds(2, from: .max).prefix(2) == [.max, 0])
    }

    @Test func aProviderThatWakesEachMinuteIsCheckedToTheEndOfItsStory() async throws {
        try ProviderConformance.check(WatchProvider(fault: nil), stories: 1)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try ProviderConformance.check(WatchProvider(fault: .indexOutOfRange), stories: 1)
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("watch was given, by an update, content with another stops"), "\(output)")
    }

    @Test func anIntervalBetweenWakesThatAHostChoosesTooShortIsCaught() {
        do {
            try ProviderConformance.check(WatchProvider(fault: .anyInterval), stories: 1)
            Issue.record("it is not caught")
        } catch {
            #expect(
                error.all.contains {
                    $0.rule == .wakes && $0.what.hasPrefix("watch was given, by an update, content with another interval")
                        && $0.what.hasSuffix("it requests a wake more than 2000 times within a day")
                }, "\(error)")
        }
    }

    @Test func aViolationNamesItsSeedAndStory() {
        do {
            try ProviderConformance.check(KettleProvider(fault: .remembersEach), seed: 40)
            Issue.record("it is not caught")
        } catch {
            let violation = error.all.first { $0.rule == .nothingHidden }
            #expect(violation?.seed ?? 0 >= 40)
            #expect(violation?.story.isEmpty == false)
        }
    }
}

/// A parcel's label; its attributes have JSON of their own, with another name for a member.
struct LabelProvider: ActivityProvider {
    struct Attributes: ActivityAttributes, JSONReadable, JSONWritable {
        struct ContentState: Codable, Hashable, Sendable { var isPrinted = false }
        var orderNumber = 1

        init() {}
        init(reading json: inout JSONReader) throws(JSONReader.GaveUp) { orderNumber = try json["number"] }
        func write(to json: inout JSONWriter) { json.member("number", orderNumber) }
    }
    enum Event: Codable, Sendable { case printed }

    let kind: ActivityKind = "label"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) { activity.end(dismissal: .immediate) }

    var samples: ProviderSamples<Attributes, Event> {
        ProviderSamples(attributes: [Attributes()], story: [.init(after: 60, .printed)])
    }
}

/// A bus that is watched each minute.
struct WatchProvider: ActivityProvider {
    enum Fault: String, Codable { case indexOutOfRange, anyInterval }

    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var stops = ["Harbour", "Station"]
            var next = 0
            var interval: TimeInterval = 60
        }
        var line = "4"
    }
    enum Event: Codable, Sendable { case reached(Int), arrived }

    let fault: Fault?
    let kind: ActivityKind = "watch"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 60) }

    func tick(_ activity: inout Scope) {
        activity.wake(at: activity.now + (fault == .anyInterval ? activity.state.interval : 60))
    }

    func handle(_ event: Event, in activity: inout Scope) throws {
        switch event {
        case .reached(let stop):
            if fault != .indexOutOfRange {
                try InvalidField.check(stop, "the stop", in: 0...max(activity.state.stops.count - 1, 0))
                guard !activity.state.stops.isEmpty else { throw UnknownAction("reached") }
            }
            activity.state.next = activity.state.stops[stop].isEmpty ? 0 : stop
            activity.wake(at: activity.now + 60)
        case .arrived: activity.end(dismissal: .immediate)
        }
    }

    var samples: ProviderSamples<Attributes, Event> {
        ProviderSamples(
            attributes: [Attributes()], story: [.init(after: 1_500, .reached(1)), .init(after: 3_600, .arrived)])
    }
}

/// A kettle whose water is heated, boils, and is poured; its provider can be made faulty.
struct KettleProvider: ActivityProvider {
    enum Fault: CaseIterable {
        case random, remembersAll, remembersEach, forgetsInJSON, wakesInPast, wakesForEver, failsInWake, tooLarge
        case relevanceNotFinite, changesBeforeRefusing, topicsChange, topicTwice, storyRefused, noAttributes, impossibleAction
    }

    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var degrees = 20
            var isBoiling = false
            var note: String?
            var shared = Shared()
            /// Part of the content, but left out of the JSON.
            var lost = 0

            private enum CodingKeys: String, CodingKey { case degrees, isBoiling, note, shared }
        }
        var litres: Double
    }

    enum Event: Codable, Sendable { case heated(Int), boiled, poured }

    /// A reference type where a value type is required.
    final class Shared: Codable, Hashable, @unchecked Sendable {
        // Safe: a single thread drives the engine that plays the stories.
        var count = 0
        static func == (left: Shared, right: Shared) -> Bool { left.count == right.count }
        func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }

    /// State outside the activity, which a provider must not have.
    final class Hidden: @unchecked Sendable {
        // Safe: a single thread drives the engine that plays the stories.
        var calls = 0
        var degrees: [Date: Int] = [:]
    }

    let fault: Fault?
    let hidden = Hidden()
    var kind: ActivityKind { "kettle" }

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        hidden.degrees[now] = 0
        return ActivityContent(state: .init(), staleDate: nil)
    }

    func topics(for attributes: Attributes) -> [Topic] {
        hidden.calls += 1
        switch fault {
        case .topicsChange: return [Topic("kitchen/\(hidden.calls)")]
        case .topicTwice: return ["kitchen", "kitchen"]
        default: return ["kitchen"]
        }
    }

    func handle(_ event: Event, in activity: inout Scope) throws {
        if fault == .changesBeforeRefusing, activity.state.isBoiling { activity.state.shared.count &+= 1 }
        switch event {
        case .heated(let degrees):
            guard !activity.state.isBoiling else { throw InvalidTransition(from: "boiling", event: "heated") }
            if fault == .storyRefused { throw InvalidTransition(from: "cold", event: "heated") }
            activity.state.degrees = degrees
            activity.wake(at: activity.now + 600)
            misbehave(&activity)
        case .boiled:
            guard !activity.state.isBoiling else { throw InvalidTransition(from: "boiling", event: "boiled") }
            activity.state.isBoiling = true
            if fault == .forgetsInJSON { activity.state.lost &+= 1 }
        case .poured:
            activity.end(dismissal: .after(activity.now + 60))
        }
    }

    private func misbehave(_ activity: inout Scope) {
        switch fault {
        case .random: activity.state.degrees = Int.random(in: 0...1_000_000)
        case .remembersAll:
            hidden.calls += 1
            activity.state.degrees &+= hidden.calls
        case .remembersEach:
            // Keyed by the start date, which the provider wrongly assumes to be unique.
            hidden.degrees[activity.startedAt, default: 0] += 1
            activity.state.degrees &+= hidden.degrees[activity.startedAt, default: 0]
        case .wakesInPast: activity.wake(at: activity.now - 1)
        case .tooLarge: activity.state.note = String(repeating: "steam ", count: 1_000)
        case .relevanceNotFinite: activity.relevanceScore = .nan
        default: break
        }
    }

    func tick(_ activity: inout Scope) throws {
        if fault == .failsInWake { throw UnknownAction("tick") }
        activity.state.degrees &-= 1
        if fault == .wakesForEver { activity.wake(at: activity.now + 0.001) }
    }

    func perform(_ action: ActionID, in activity: inout Scope) throws {
        guard action == "pour", activity.state.isBoiling else { throw UnknownAction(action) }
        activity.end(dismissal: .immediate)
    }

    var samples: ProviderSamples<Attributes, Event> {
        ProviderSamples(
            attributes: fault == .noAttributes ? [] : [Attributes(litres: 1), Attributes(litres: 0.5)],
            story: [
                .init(after: 60, .heated(60)), .init(after: 120, .heated(90)), .init(after: 180, .boiled),
                .init(after: 900, .poured),
            ],
            actions: [.init("pour", "Pour")] + (fault == .impossibleAction ? [.init("fly", "Fly")] : []))
    }
}
