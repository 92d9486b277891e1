import LiveActivityCore
import LiveActivityTesting
import MeditationTimerActivity
import Testing

@Suite struct ScheduledStartTests {
    /// Minutes, hours and days ahead.
    @Test(arguments: [300.0, 3_600.0, 36_000.0, 259_200.0])
    func aTimerThatIsScheduledInTheMiddleWakesAtItsEnd(lead: TimeInterval) throws {
        let scenario = Scenario(MeditationTimerProvider())
        let begins = start + lead
        let note = AlertConfiguration(title: "Time to meditate", body: "now")
        let options = StartOptions(start: begins, alert: note)
        let timer = MeditationTimerAttributes(timerDuration: 600, cycles: 1)
        let running = MeditationTimerState(mode: .running(endTime: begins + 600), totalCycles: 1)
        try scenario.start(timer, content: ActivityContent(state: running, staleDate: nil), options: options)
        #expect(scenario.lastChanges.map(\.what) == [.scheduled(for: begins)])
        #expect(scenario.nextDeadline == begins)
        #expect(scenario.advance(to: begins) == [.started, .alerted(note)])
        #expect(scenario.nextDeadline == begins + 600)
        #expect(scenario.advance(to: begins + 599.999) == [])
        #expect(scenario.advance(to: begins + 600).first == .updated)
        #expect(scenario.lastChanges.first?.at == begins + 600)
    }

    @Test(arguments: [300.0, 3_600.0, 36_000.0, 259_200.0])
    func aTimerThatIsScheduledWaitsForItsUser(lead: TimeInterval) throws {
        let scenario = Scenario(MeditationTimerProvider())
        let note = AlertConfiguration(title: "Time to meditate", body: "now")
        let id = try scenario.start(
            MeditationTimerAttributes(timerDuration: 600), options: StartOptions(start: start + lead, alert: note))
        #expect(scenario.advance(to: start + lead) == [.started, .alerted(note)])
        let content = scenario.content(of: id, as: MeditationTimerAttributes.self)
        #expect(content == ActivityContent(state: MeditationTimerState(mode: .idle), staleDate: nil, relevanceScore: 50))
        #expect(try scenario.send(MeditationTimerEvent.started, to: id) == [.updated])
        #expect(scenario.nextDeadline == start + lead + 600)
    }
}
