import Foundation
import LiveActivityCore
import MeditationTimerActivity
import LiveActivityTesting
import Testing

private let oneOfEach: [MeditationTimerEvent] = [
    .started, .paused, .resumed, .nextCycleStarted, .extended(seconds: 60), .reset,
]

@Suite struct TransitionTests {
    /// The README must have exactly this table.
    @Test func readmeShowsEveryTransition() throws {
        let modes: [MeditationTimerState.Mode] = [
            .idle, .running(endTime: start + 600), .paused(remainingSeconds: 400), .cycleEnd, .complete,
        ]
        var table = "| event | " + modes.map(\.name).joined(separator: " | ") + " |\n"
        table += "|" + String(repeating: " --- |", count: modes.count + 1) + "\n"
        for event in oneOfEach {
            let cells = try modes.map { mode in
                var meditation = try Meditation(in: mode)
                let before = meditation.content
                do {
                    let answer = try meditation.send(event, at: 100)
                    return answer.requestedEnd == nil ? meditation.mode.name : "ends"
                } catch {
                    #expect(error as? InvalidTransition == InvalidTransition(from: mode.name, event: event.name))
                    #expect(meditation.content == before)
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
        var meditation = try Meditation()
        #expect(meditation.wakeDate == nil)
        #expect(try meditation.send(.started, at: 0).wakeDate == start + 600)
        #expect(try meditation.send(.paused, at: 100).wakeDate == nil)
        #expect(try meditation.send(.extended(seconds: 60), at: 150).wakeDate == nil)
        #expect(try meditation.send(.resumed, at: 200).wakeDate == start + 760)
        #expect(try meditation.send(.extended(seconds: 60), at: 300).wakeDate == start + 820)
        #expect(try meditation.tick(at: 820).wakeDate == nil)
        #expect(try meditation.send(.nextCycleStarted, at: 900).wakeDate == start + 1500)
        #expect(try meditation.send(.reset, at: 1000).wakeDate == nil)
    }

    @Test func aPauseKeepsTheRemainingWholeSeconds() throws {
        for (second, left) in [(0.0, 600), (0.5, 600), (1, 599), (599, 1), (599.9, 1)] {
            var meditation = try Meditation()
            try meditation.send(.started, at: 0)
            try meditation.send(.paused, at: second)
            #expect(meditation.mode == .paused(remainingSeconds: left))
        }
    }

    @Test func aPausedTimerDoesNotEndAtTheTimeWhenItWouldHaveEnded() throws {
        var meditation = try Meditation()
        try meditation.send(.started, at: 0)
        try meditation.send(.paused, at: 400)
        let paused = meditation.content

        let answer = try meditation.tick(at: 600)
        #expect(meditation.content == paused)
        #expect(answer.requestedAlert == nil)

        try meditation.send(.resumed, at: 5000)
        #expect(meditation.mode == .running(endTime: start + 5200))
    }

    @Test func cycleEndsExactlyAtItsEnd() throws {
        var meditation = try Meditation()
        try meditation.send(.started, at: 0)

        // A wake is early when a host has moved the end. It only requests another wake.
        #expect(try meditation.tick(at: 599).wakeDate == start + 600)
        #expect(meditation.mode == .running(endTime: start + 600))

        let answer = try meditation.tick(at: 600)
        #expect(answer.state == MeditationTimerState(mode: .cycleEnd, currentCycle: 1, totalCycles: 3))
        #expect(answer.requestedAlert == alert("Cycle complete", "Cycle 1 of 3 is over."))
        #expect(answer.requestedEnd == nil)
    }

    @Test func everyCycleTakesTheWholeDuration() throws {
        var meditation = try Meditation(600, cycles: 2)
        try meditation.send(.started, at: 0)
        try meditation.send(.extended(seconds: 30), at: 10)
        try meditation.tick(at: 630)
        try meditation.send(.nextCycleStarted, at: 700)
        #expect(
            meditation.content.state
                == MeditationTimerState(mode: .running(endTime: start + 1300), currentCycle: 2, totalCycles: 2))
    }

    @Test func theLastCycleCompletesAndIsDismissedThreeSecondsLater() throws {
        var meditation = try Meditation(600, cycles: 1)
        try meditation.send(.started, at: 0)
        let answer = try meditation.tick(at: 600)
        #expect(answer.state == MeditationTimerState(mode: .complete, currentCycle: 1, totalCycles: 1))
        #expect(answer.relevanceScore == 0)
        #expect(answer.requestedAlert == alert("Meditation complete", "Well done."))
        #expect(answer.requestedEnd == .after(start + 603))
    }

    @Test func aResetIsDismissedAtOnceWithoutAnAlert() throws {
        var meditation = try Meditation()
        try meditation.send(.started, at: 0)
        let answer = try meditation.send(.reset, at: 10)
        #expect(answer.state == MeditationTimerState(mode: .idle, currentCycle: 1, totalCycles: 3))
        #expect(answer.requestedAlert == nil)
        #expect(answer.requestedEnd == .immediate)
    }

    @Test func withoutATotalThereIsAlwaysANextCycle() throws {
        var meditation = try Meditation(60, cycles: nil)
        try meditation.send(.started, at: 0)
        for cycle in 1...1000 {
            let answer = try meditation.tick(at: Double(cycle) * 60)
            #expect(answer.requestedAlert == alert("Cycle complete", "Cycle \(cycle) is over."))
            if cycle < 1000 { try meditation.send(.nextCycleStarted, at: Double(cycle) * 60) }
        }
        #expect(throws: InvalidField.outOfRange("currentCycle", 1_001, allowed: 1...1_000)) {
            try meditation.send(.nextCycleStarted, at: 60_000)
        }
    }

    @Test func extensionAfterTheEndGoesOnWithTheSameCycle() throws {
        var meditation = try Meditation(in: .cycleEnd)
        try meditation.send(.extended(seconds: 90), at: 700)
        #expect(
            meditation.content.state
                == MeditationTimerState(mode: .running(endTime: start + 790), currentCycle: 1, totalCycles: 3))
    }

    @Test func aTimerThatBeginsInTheMiddleOfACycleAsksForAWakeAtItsEnd() throws {
        let meditation = try Meditation(in: .running(endTime: start + 600))
        var scope = Meditation.Scope(
            attributes: meditation.attributes, content: meditation.content, startedAt: start, now: start)
        try meditation.provider.begin(&scope)
        let wakeDate = scope.wakeDate
        #expect(wakeDate == start + 600)
    }

    @Test func actionsDoWhatTheEventsDo() throws {
        var meditation = try Meditation()
        try meditation.send(.started, at: 0)
        try meditation.perform("pause", at: 200)
        #expect(meditation.mode == .paused(remainingSeconds: 400))
        try meditation.perform("resume", at: 300)
        #expect(meditation.mode == .running(endTime: start + 700))
        #expect(try meditation.perform("end", at: 400).requestedEnd == .immediate)
        #expect(throws: UnknownAction("snooze")) { try meditation.perform("snooze", at: 400) }
    }

    @Test func aNewTimerReplacesTheOldOne() throws {
        let meditation = try Meditation()
        #expect(
            meditation.provider.options(for: meditation.attributes, at: start)
                == StartOptions(key: "timer", ifRunning: .replace))
    }
}
