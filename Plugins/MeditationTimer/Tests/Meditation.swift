import LiveActivityCore
import LiveActivityTesting
import MeditationTimerActivity

/// 2026-06-20 17:00:00 UTC.
let start = Date(timeIntervalSinceReferenceDate: 803_667_600)

/// One meditation, driven straight through the provider, without an engine.
struct Meditation {
    typealias Scope = ActivityScope<MeditationTimerAttributes>

    let provider = MeditationTimerProvider()
    let attributes: MeditationTimerAttributes
    var content: ActivityContent<MeditationTimerState>
    var wakeDate: Date?

    init(_ duration: Int = 600, cycles: Int? = 3, languageCode: String? = nil) throws {
        attributes = MeditationTimerAttributes(timerDuration: duration, cycles: cycles, languageCode: languageCode)
        try provider.validate(attributes)
        content = try provider.content(for: attributes, at: start)
    }

    /// A meditation in `mode`.
    init(in mode: MeditationTimerState.Mode) throws {
        try self.init()
        content.state.mode = mode
        wakeDate = content.state.endTime
    }

    var mode: MeditationTimerState.Mode { content.state.mode }

    /// - Parameter seconds: Seconds since the start.
    @discardableResult
    mutating func send(_ event: MeditationTimerEvent, at seconds: Double) throws -> Answer {
        try change(at: seconds) { try $0.handle(event, in: &$1) }
    }

    @discardableResult
    mutating func perform(_ action: ActionID, at seconds: Double) throws -> Answer {
        try change(at: seconds) { try $0.perform(action, in: &$1) }
    }

    @discardableResult
    mutating func tick(at seconds: Double) throws -> Answer {
        wakeDate = nil
        return try change(at: seconds) { try $0.tick(&$1) }
    }

    private mutating func change(
        at seconds: Double, _ body: (MeditationTimerProvider, inout Scope) throws -> Void
    ) rethrows -> Answer {
        var scope = Scope(
            attributes: attributes, content: content, wakeDate: wakeDate, startedAt: start, now: start + seconds)
        try body(provider, &scope)
        let answer = Answer(scope)
        content = answer.content
        wakeDate = answer.wakeDate
        return answer
    }
}

typealias Answer = ProviderAnswer<MeditationTimerAttributes>

func alert(_ title: String, _ body: String) -> AlertConfiguration {
    AlertConfiguration(title: .literal(title), body: .literal(body))
}
