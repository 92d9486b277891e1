import LiveActivityCore
import WaitQueueActivity

/// One party, driven straight through the provider, without an engine.
struct Party {
    let provider = WaitQueueProvider()
    let attributes: WaitQueueAttributes
    let startedAt: Date
    private(set) var now: Date
    private(set) var content: ActivityContent<WaitQueueState>
    private(set) var wake: Date?
    private(set) var alert: AlertConfiguration?
    private(set) var end: ActivityUIDismissalPolicy?

    var state: WaitQueueState { content.state }

    init(_ attributes: WaitQueueAttributes, at start: Date = epoch) throws {
        self.attributes = attributes
        startedAt = start
        now = start
        try provider.validate(attributes)
        content = try provider.content(for: attributes, at: start)
        try reduce { try $0.begin(&$1) }
    }

    /// The scenario's epoch: 2026-06-20 17:00:00 UTC.
    static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)

    mutating func send(_ event: WaitQueueEvent, after seconds: TimeInterval = 0) throws {
        try send(event, at: now.addingTimeInterval(seconds))
    }

    mutating func send(_ event: WaitQueueEvent, at date: Date) throws {
        now = date
        try reduce { try $0.handle(event, in: &$1) }
    }

    mutating func perform(_ action: ActionID) throws { try reduce { try $0.perform(action, in: &$1) } }

    /// Goes to the requested wake.
    mutating func sleep() throws {
        now = wake ?? now
        wake = nil
        try reduce { try $0.tick(&$1) }
    }

    private mutating func reduce(_ step: (WaitQueueProvider, inout WaitQueueProvider.Scope) throws -> Void) throws {
        var scope = WaitQueueProvider.Scope(
            attributes: attributes, content: content, wakeDate: wake, startedAt: startedAt, now: now)
        try step(provider, &scope)
        content = ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore)
        wake = scope.wakeDate
        alert = scope.requestedAlert
        end = scope.requestedEnd
    }
}
