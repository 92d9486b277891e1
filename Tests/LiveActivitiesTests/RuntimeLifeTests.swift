import LiveActivities
import LiveActivityTesting
import Testing

@Suite struct RuntimeLifeTests {
    let clock = ManualClock()
    let runtime: LiveActivityRuntime
    let hour: Double = 3_600

    init() throws {
        runtime = try LiveActivityRuntime(
            clock: clock,
            providers: [AnyProvider(kind: "note", attributes: NoteAttributes.self), AnyProvider(CounterProvider())])
    }

    @Test func anActivityNobodyTouchesEndsAfterEightHoursAndIsGoneAfterTwelve_LIFE16_LIFE17() async throws {
        let id = try runtime.start(NoteAttributes(title: "a note"), content: .note("first"), owner: "anna")
        clock.advance(by: 8 * hour - 0.001)
        #expect(runtime.state(of: id) == .active)
        clock.advance(by: 0.001)
        #expect(runtime.state(of: id) == .ended)
        clock.advance(by: 4 * hour)
        #expect(runtime.state(of: id) == nil)
        #expect(clock.nextDate == nil, "no alarm is left behind")
    }
}
