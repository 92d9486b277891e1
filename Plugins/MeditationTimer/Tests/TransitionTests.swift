import Foundation
import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

private let oneOfEach: [MeditationTimerEvent] = [
    .started, .paused, .resumed, .nextCycleStarted, .extended(seconds: 60), .reset,
]

@Suite struct TransitionTests {
    /// The table in the README is the specification: it is compared with what the code does, cell by cell.
    @Test func readmeShowsEveryTransition() throws {
        let modes: [MeditationTimerState.Mode] = [
            .idle, .running(endTime: start + 600), .paused(remainingSeconds: 400), .cycleEnd, .complete,
        ]
        var table = "| event | " + modes.map(\.name).joined(separator: " | ") + " |\n"
        table += "|" + String(repeating: " --- |", count: modes.count + 1) + "\n"
        for event in oneOfEach {
            let cells = try modes.map { mode in
                var sitting = try Sitting(in: mode)
                let before = sitting.content
                do {
                    let answer = try sitting.send(event, at: 100)
                    return answer.requestedEnd == nil ? sitting.mode.name : "ends"
                } catch {
                    #expect(error as? InvalidTransition == InvalidTransition(from: mode.name, event: event.name))
                    #expect(sitting.content == before)
                    return "-"
                }
            }
            table += "| `\(event.name)` | " + cells.joined(separator: " | ") + " |\n"
        }

        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains(table), "\(table)")
    }

    @Test func wakesOnlyAtTheEndOfACycle() throws {
        var sitting = try Sitting()
        #expect(sitting.wakeDate == nil)
        #expect(try sitting.send(.started, at: 0).wakeDate == start + 600)
        #expect(try sitting.send(.paused, at: 100).wakeDate == nil)
        #expect(try sitting.send(.extended(seconds: 60), at: 150).wakeDate == nil)
        #expect(try sitting.send(.resumed, at: 200).wakeDate == start + 760)
        #expect(try sitting.send(.extended(seconds: 60), at: 300).wakeDate == start + 820)
        #expect(try sitting.tick(at: 820).wakeDate == nil)
        #expect(try sitting.send(.nextCycleStarted, at: 900).wakeDate == start + 1500)
        #expect(try sitting.send(.reset, at: 1000).wakeDate == nil)
    }

    @Test func pauseKeepsWhatIsLeftInWholeSeconds() throws {
        for (second, left) in [(0.0, 600), (0.5, 600), (1, 599), (599, 1), (599.9, 1)] {
            var sitting = try Sitting()
            try sitting.send(.started, at: 0)
            try sitting.send(.paused, at: second)
            #expect(sitting.mode == .paused(remainingSeconds: left))
        }
    }

    // DOM-06: whether it is paused is asked first.
    @Test func pausedTimerWhoseEndHasPassedIsNotAtItsCyclesEnd() throws {
        var sitting = try Sitting()
        try sitting.send(.started, at: 0)
        try sitting.send(.paused, at: 400)
        let paused = sitting.content

        let answer = try sitting.tick(at: 600)
        #expect(sitting.content == paused)
        #expect(answer.requestedAlert == nil)

        try sitting.send(.resumed, at: 5000)
        #expect(sitting.mode == .running(endTime: start + 5200))
    }

    @Test func cycleEndsExactlyAtItsEnd() throws {
        var sitting = try Sitting()
        try sitting.send(.started, at: 0)

        // A wake that is early, for the host has moved the end by hand, only asks again.
        #expect(try sitting.tick(at: 599).wakeDate == start + 600)
        #expect(sitting.mode == .running(endTime: start + 600))

        let answer = try sitting.tick(at: 600)
        #expect(answer.state == MeditationTimerState(mode: .cycleEnd, currentCycle: 1, totalCycles: 3))
        #expect(answer.requestedAlert == alert("Cycle complete", "Cycle 1 of 3 is over."))
        #expect(answer.requestedEnd == nil)
    }

    @Test func everyCycleTakesTheWholeDuration() throws {
        var sitting = try Sitting(600, cycles: 2)
        try sitting.send(.started, at: 0)
        try sitting.send(.extended(seconds: 30), at: 10)
        try sitting.tick(at: 630)
        try sitting.send(.nextCycleStarted, at: 700)
        #expect(
            sitting.content.state
                == MeditationTimerState(mode: .running(endTime: start + 1300), currentCycle: 2, totalCycles: 2))
    }

    // LIFE-30: 3 seconds after natural completion, at once after a reset.
    @Test func lastCycleCompletesAndIsGoneThreeSecondsLater() throws {
        var sitting = try Sitting(600, cycles: 1)
        try sitting.send(.started, at: 0)
        let answer = try sitting.tick(at: 600)
        #expect(answer.state == MeditationTimerState(mode: .complete, currentCycle: 1, totalCycles: 1))
        #expect(answer.relevanceScore == 0)
        #expect(answer.requestedAlert == alert("Meditation complete", "Well done."))
        #expect(answer.requestedEnd == .after(start + 603))
    }

    @Test func resetIsGoneAtOnceAndSilent() throws {
        var sitting = try Sitting()
        try sitting.send(.started, at: 0)
        let answer = try sitting.send(.reset, at: 10)
        #expect(answer.state == MeditationTimerState(mode: .idle, currentCycle: 1, totalCycles: 3))
        #expect(answer.requestedAlert == nil)
        #expect(answer.requestedEnd == .immediate)
    }

    @Test func withoutATotalThereIsAlwaysANextCycle() throws {
        var sitting = try Sitting(60, cycles: nil)
        try sitting.send(.started, at: 0)
        for cycle in 1...1000 {
            let answer = try sitting.tick(at: Double(cycle) * 60)
            #expect(answer.requestedAlert == alert("Cycle complete", "Cycle \(cycle) is over."))
            if cycle < 1000 { try sitting.send(.nextCycleStarted, at: Double(cycle) * 60) }
        }
        #expect(throws: MeditationTimerError.cyclesOutOfRange(1001)) { try sitting.send(.nextCycleStarted, at: 60_000) }
    }

    @Test func extensionAfterTheEndGoesOnWithTheSameCycle() throws {
        var sitting = try Sitting(in: .cycleEnd)
        try sitting.send(.extended(seconds: 90), at: 700)
        #expect(
            sitting.content.state
                == MeditationTimerState(mode: .running(endTime: start + 790), currentCycle: 1, totalCycles: 3))
    }

    @Test func timerThatBeginsInTheMiddleOfACycleIsWokenAtItsEnd() throws {
        let sitting = try Sitting(in: .running(endTime: start + 600))
        var scope = Sitting.Scope(attributes: sitting.attributes, content: sitting.content, startedAt: start, now: start)
        try sitting.provider.begin(&scope)
        let wakeDate = scope.wakeDate
        #expect(wakeDate == start + 600)
    }

    @Test func actionsDoWhatTheEventsDo() throws {
        var sitting = try Sitting()
        try sitting.send(.started, at: 0)
        try sitting.perform("pause", at: 200)
        #expect(sitting.mode == .paused(remainingSeconds: 400))
        try sitting.perform("resume", at: 300)
        #expect(sitting.mode == .running(endTime: start + 700))
        #expect(try sitting.perform("end", at: 400).requestedEnd == .immediate)
        #expect(throws: UnknownAction("snooze")) { try sitting.perform("snooze", at: 400) }
    }

    // DOM-07: one timer per owner.
    @Test func newTimerTakesTheOldOnesPlace() throws {
        let sitting = try Sitting()
        #expect(
            sitting.provider.options(for: sitting.attributes, at: start)
                == StartOptions(key: "timer", ifRunning: .replace))
    }
}
