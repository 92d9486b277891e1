import ArgumentParser
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

@Suite struct RunTests {
    @Test func aDayWithFourKindsRunsToItsEnd() throws {
        let run = try CommandRun(["run", "--virtual-time", "--drain"], input: project("Examples/Data/day.jsonl"))
        #expect(run.status == .success)
        #expect(run.problems == [])
        #expect(
            try run.story == [
                "17:00:00 delivery started", "17:00:00 sports scheduled", "17:02:00 meditationTimer started",
                "17:02:00 meditationTimer updated", "17:04:00 meditationTimer updated", "17:04:00 waitQueue started",
                "17:05:00 delivery updated", "17:06:00 meditationTimer updated", "17:07:00 waitQueue updated",
                "17:08:00 delivery updated", "17:09:00 meditationTimer updated",
                "17:09:00 meditationTimer alerted 'Runde beendet'", "17:09:00 waitQueue updated",
                "17:10:00 meditationTimer updated", "17:12:00 waitQueue updated", "17:12:00 waitQueue alerted 'You are next'",
                "17:14:00 waitQueue updated", "17:14:00 waitQueue alerted 'It is your turn'",
                "17:15:00 meditationTimer updated", "17:15:00 meditationTimer alerted 'Meditation beendet'",
                "17:15:00 meditationTimer ended by provider", "17:15:00 sports started", "17:15:00 sports alerted 'Summer Cup'",
                "17:15:00 sports updated", "17:15:00 sports updated", "17:15:03 meditationTimer dismissed",
                "17:20:00 delivery updated", "17:20:00 delivery alerted 'Picked up'", "17:20:00 delivery updated",
                "17:21:00 delivery updated", "17:23:00 waitQueue updated", "17:26:00 delivery updated",
                "17:27:00 waitQueue updated", "17:27:00 waitQueue ended by provider", "17:27:00 waitQueue dismissed",
                "17:31:00 delivery updated", "17:31:00 delivery alerted 'Almost there'", "17:33:00 delivery updated",
                "17:33:00 delivery alerted 'Delivered'", "17:33:00 delivery ended by provider", "17:33:00 sports updated",
                "17:33:00 sports alerted 'Goal for Northport'", "17:49:30 delivery dismissed", "18:01:00 sports updated",
                "18:16:00 sports updated", "18:50:00 sports updated", "18:50:00 sports alerted 'Goal for Eastfield'",
                "19:03:00 sports updated", "19:03:00 sports updated", "19:03:00 sports alerted 'Full time'",
                "19:08:00 sports updated", "19:08:00 sports ended by provider", "19:23:00 sports dismissed",
            ])
        #expect(try run.changes.map(\.sequence) == Array(1...53))
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        let input = try project("Examples/Data/day.jsonl")
        let first = try CommandRun(["run", "--virtual-time", "--drain"], input: input)
        #expect(try CommandRun(["run", "--virtual-time", "--drain"], input: input).output == first.output)
        // Another seed changes the ids and nothing else.
        let other = try CommandRun(["run", "--virtual-time", "--drain", "--seed", "7"], input: input)
        #expect(other.output != first.output)
        #expect(try other.story == first.story)
    }

    @Test func badLinesAreReportedByNumberAndSkipped() throws {
        let run = try CommandRun(
            ["run", "--virtual-time"], Line.start, "", "nonsense", #"{"command":"sing"}"#,
            #"{"command":"send","activity":{"owner":"anna","kind":"delivery"},"event":{}}"#, Line.prepared)
        #expect(run.status == Status.someLinesFailed)
        #expect(try run.story == ["17:00:00 delivery started", "17:02:00 delivery updated"])
        #expect(run.problems.map(\.line) == [3, 4, 5])
        #expect(run.problems.map(\.error) == ["notJSON", "notACommand", "notACommand"])
        #expect(run.problems.map(\.path) == [nil, "command", "activity.key"])
        #expect(run.problems[0].message.contains("column 2"))
        #expect(run.problems[2].message == "activity.key: this key is missing")
    }

    @Test func refusedCommandsAreReportedWithTheReasonAndChangeNothing() throws {
        let run = try CommandRun(
            ["run", "--virtual-time"], Line.start,
            Line.prepared.replacing("preparationStarted", with: "delivered"),
            Line.prepared.replacing("preparationStarted", with: "deliverd"),
            Line.prepared.replacing(#""key":"42""#, with: #""key":"43""#))
        #expect(run.status == Status.someLinesFailed)
        #expect(try run.story == ["17:00:00 delivery started"])
        #expect(run.problems.map(\.line) == [2, 3, 4])
        #expect(run.problems.map(\.error) == ["refused", "undecodable", "nothingRunning"])
        #expect(run.problems[0].message == "delivery: delivered is not possible after confirmed")
    }

    @Test func aFirstCommandWithoutATimeIsReported() throws {
        let run = try CommandRun(["run", "--virtual-time"], #"{"command":"advance"}"#, Line.start, #"{"command":"advance"}"#)
        #expect(run.problems.map(\.error) == ["noTime"])
        #expect(run.problems.map(\.line) == [1])
        #expect(try run.story == ["17:00:00 delivery started"])
    }

    @Test func aNameThatIsTooLongIsRefused() throws {
        let owner = { (bytes: Int) in
            Line.start.replacing(#""owner":"anna""#, with: #""owner":"\#(String(repeating: "n", count: bytes))""#)
        }
        let run = try CommandRun(["run", "--virtual-time"], owner(512), owner(513), owner(100_000))
        #expect(run.problems.map(\.error) == ["tooLong", "tooLong"])
        #expect(run.problems.allSatisfy { $0.message.utf8.count < 500 })
    }

    /// A renewing activity is scheduled permanently. Regression: `--drain` never ended with one.
    @Test(.timeLimit(.minutes(5))) func drainingEndsWhereOnlyRenewalsAreLeft() throws {
        let renewing = Line.start.replacing(#""command":"start""#, with: #""command":"start","renews":true"#)
        let run = try CommandRun(["run", "--virtual-time", "--drain"], renewing)
        #expect(run.status == .success)
        let renewal = ["00:59:00 delivery started", "00:59:00 delivery ended by renewed", "00:59:00 delivery dismissed"]
        #expect(try run.story == ["17:00:00 delivery started", "17:45:00 delivery becameStale"] + renewal)

        // Activities that end on their own are awaited, also beside a renewing one, and so is an activity with a limited number
        // of renewals.
        let other = Line.start.replacing(#""owner":"anna""#, with: #""owner":"ben""#)
        #expect(
            try CommandRun(["run", "--virtual-time", "--drain"], renewing, other).story.suffix(1) == [
                "05:00:00 delivery dismissed"
            ])
        let ends = renewing.replacing(#""command":"start""#, with: #""command":"start","endDate":"2026-06-22T17:00:00Z""#)
        #expect(try CommandRun(["run", "--virtual-time", "--drain"], ends).story.suffix(1) == ["21:00:00 delivery dismissed"])
    }

    @Test func deadlinesAfterTheLastLineRunOnlyWithDrainOrUntil() throws {
        #expect(try CommandRun(["run", "--virtual-time"], Line.start).story == ["17:00:00 delivery started"])
        let until = try CommandRun(["run", "--virtual-time", "--until", "2026-06-20T17:45:00Z"], Line.start)
        #expect(try until.story == ["17:00:00 delivery started", "17:45:00 delivery becameStale"])
        let before = try CommandRun(["run", "--virtual-time", "--until", "2026-06-20T17:44:59Z"], Line.start)
        #expect(try before.story == ["17:00:00 delivery started"])
        let drained = try CommandRun(["run", "--virtual-time", "--drain"], Line.start)
        #expect(
            try drained.story == [
                "17:00:00 delivery started", "17:45:00 delivery becameStale", "01:00:00 delivery ended by timeLimit",
                "05:00:00 delivery dismissed",
            ])
    }

    @Test func contentTooLargeForAPushIsAcceptedOnlyWithNoSizeCheck() throws {
        let state =
            #"{"driverName":"\#(String(repeating: "x", count: 5_000))","estimatedDeliveryTime":[803669400,803670300],"currentStep":"preparing"}"#
        let update =
            #"{"at":"2026-06-20T17:01:00Z","command":"update","activity":{"owner":"anna","kind":"delivery","key":"42"},"content":{"state":\#(state)}}"#
        #expect(try CommandRun(["run", "--virtual-time"], Line.start, update).problems.map(\.error) == ["payloadTooLarge"])
        let unchecked = try CommandRun(["run", "--virtual-time", "--no-size-check"], Line.start, update)
        #expect(try unchecked.story == ["17:00:00 delivery started", "17:01:00 delivery updated"])
    }

    @Test func withoutVirtualTimeTheWallClockSetsTheTime() throws {
        let before = Date()
        let run = try CommandRun(["run"], Line.start)
        let change = try #require(try run.changes.first)
        #expect(run.status == .success)
        // The wall-clock time is used rather than the line's.
        #expect(change.at >= before - 1 && change.at <= Date() + 1)
    }
}
