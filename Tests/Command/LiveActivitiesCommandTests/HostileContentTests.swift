import ArgumentParser
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI

/// Regression: content that decodes but does not fit its activity ended the process at the next event.
@Suite struct HostileContentTests {
    private static let sports = #"{"owner":"anna","kind":"sports","key":"4711+4712"}"#
    private static let queue = #"{"owner":"anna","kind":"waitQueue","key":"BK-2071"}"#

    private static func at(_ minute: Int, _ command: String) -> String {
        #"{"at":"2026-06-20T17:0\#(minute):00Z",\#(command)}"#
    }

    private static func start(_ kind: ActivityKind) throws -> String {
        let samples = try #require(Registry.plugins.providers.first { $0.kind == kind }?.samples())
        return at(0, #""command":"start","kind":"\#(kind)","owner":"anna","attributes":\#(samples.attributes[0])"#)
    }

    private static func match(_ more: String = #""home":0,"away":0,"feed":{"newest":0,"seen":0,"whistle":0}"#) -> String {
        #"{"phase":"scheduled","period":0,\#(more)}"#
    }

    @Test(arguments: [
        (#"{"leading":0,"matches":[],"moments":[]}"#, "the count of matches is 0; it must be from 2 to 2"),
        (#"{"leading":7,"matches":[\#(match()),\#(match())],"moments":[]}"#, "leading is 7; it must be from 0 to 1"),
        (
            #"{"leading":0,"matches":[\#(match(#""home":0,"away":0,"feed":{"newest":-9223372036854775808,"seen":0,"whistle":0}"#)),\#(match())],"moments":[]}"#,
            "feed.newest is -9223372036854775808; it must be from 0 to 999999999"
        ),
        (
            #"{"leading":0,"matches":[\#(match(#""home":9223372036854775807,"away":0,"feed":{"newest":0,"seen":0,"whistle":0}"#)),\#(match())],"moments":[]}"#,
            "home is 9223372036854775807; it must be from 0 to 999"
        ),
    ])
    func impossibleContentIsRefusedAndTheNextEventCounts(state: String, reason: String) throws {
        let run = try CommandRun(
            ["run", "--virtual-time"], Self.start("sports"),
            Self.at(1, #""command":"update","activity":\#(Self.sports),"content":{"state":\#(state)}"#),
            Self.at(
                2,
                #""command":"publish","topic":"match/4711","event":{"match":"4711","number":1,"scored":{"side":"home","minute":1}}"#
            ))
        #expect(run.status == Status.someLinesFailed)
        #expect(run.problems.map(\.line) == [2])
        #expect(run.problems.map(\.error) == ["invalidValue"])
        #expect(run.problems.map(\.message) == ["sports: impossible content: \(reason)"])
        #expect(
            try run.story == [
                "17:00:00 sports started", "17:02:00 sports updated", "17:02:00 sports alerted 'Goal for Northport'",
            ])
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0"])
    func aPositionAtTheEndOfItsRangeIsRefused(position: String) throws {
        let state =
            #"{"step":"waiting","currentPositionInQueue":\#(position),"progress":0,"partySize":4,"extensionsUsed":0,"pace":{"parties":8,"seconds":1200,"experienced":0,"announced":0},"movedAt":803667600}"#
        let run = try CommandRun(
            ["run", "--virtual-time"], Self.start("waitQueue"),
            Self.at(1, #""command":"update","activity":\#(Self.queue),"content":{"state":\#(state)}"#),
            Self.at(2, #""command":"publish","topic":"queue/lucia","event":{"advanced":{"through":48}}"#))
        #expect(
            run.problems.map(\.message) == [
                "waitQueue: impossible content: currentPositionInQueue is \(position); it must be from 1 to 100000"
            ])
        #expect(try run.story == ["17:00:00 waitQueue started", "17:02:00 waitQueue updated"])
    }

    @Test func impossibleAttributesAreRefusedAlsoWithContent() throws {
        let content = #"{"state":{"leading":0,"matches":[],"moments":[]}}"#
        let start = try Self.start("sports").replacing(#""matches":["#, with: #""matches":[],"ignored":["#)
        let run = try CommandRun(
            ["run", "--virtual-time"], start, start.dropLast() + #","content":\#(content)}"#)
        #expect(run.problems.map(\.error) == ["invalidValue", "invalidValue"])
        #expect(
            run.problems.map(\.message)
                == Array(
                    repeating: "sports: impossible attributes: the count of matches is 0; it must be from 1 to 6", count: 2))
        #expect(try run.story == [])
    }
}
