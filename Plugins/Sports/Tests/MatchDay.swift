import LiveActivityCore
import LiveActivityTesting

@testable import SportsActivity

/// Some matches of one activity, driven straight through the provider, without an engine.
struct MatchDay {
    let provider: SportsProvider
    let attributes: SportsAttributes
    private(set) var now: Date
    private(set) var content: ActivityContent<SportsState>
    private(set) var wake: Date?
    private(set) var alert: AlertConfiguration?
    private(set) var end: ActivityUIDismissalPolicy?

    var state: SportsState { content.state }
    subscript(match: Int) -> MatchState { content.state.matches[match] }

    init(_ attributes: SportsAttributes, provider: SportsProvider = SportsProvider()) throws {
        self.provider = provider
        self.attributes = attributes
        now = Scenario.epoch
        try provider.validate(attributes)
        content = try provider.content(for: attributes, at: now)
        try reduce { try $0.begin(&$1) }
    }

    /// - Parameter minutes: When it is reported, in minutes after the epoch; at least the time of the last report.
    mutating func report(_ number: Int, _ what: SportsEvent.What, match: Int = 0, at minutes: Double? = nil) throws {
        if let minutes { now = max(now, time(minutes)) }
        try send(SportsEvent(match: attributes.matches[match].id, number: number, what))
    }

    mutating func send(_ event: SportsEvent) throws { try reduce { try $0.handle(event, in: &$1) } }

    mutating func perform(_ action: ActionID) throws { try reduce { try $0.perform(action, in: &$1) } }

    /// Goes to the requested wake.
    mutating func sleep() throws {
        now = wake ?? now
        wake = nil
        try reduce { try $0.tick(&$1) }
    }

    private mutating func reduce(_ step: (SportsProvider, inout SportsProvider.Scope) throws -> Void) throws {
        var scope = SportsProvider.Scope(
            attributes: attributes, content: content, wakeDate: wake, startedAt: Scenario.epoch, now: now)
        try step(provider, &scope)
        content = ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore)
        wake = scope.wakeDate
        alert = scope.requestedAlert
        end = scope.requestedEnd
    }
}

/// A time in minutes after the epoch.
func time(_ minutes: Double) -> Date { Scenario.epoch.addingTimeInterval(minutes * 60) }

func fixture(_ id: String, _ home: String, _ away: String, kickOff minutes: Double = 0) -> SportsAttributes.Fixture {
    .init(
        id: id, home: .init(name: home, code: String(home.prefix(3))), away: .init(name: away, code: String(away.prefix(3))),
        kickOff: time(minutes))
}

func football(_ count: Int = 1) -> SportsAttributes {
    let all = [fixture("m1", "North", "East"), fixture("m2", "West", "South"), fixture("m3", "Up", "Down", kickOff: 120)]
    return SportsAttributes(title: "Cup", sport: .football, matches: Array(all.prefix(count)))
}
