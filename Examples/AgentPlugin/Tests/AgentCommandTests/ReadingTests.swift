import AgentActivity
import Foundation
import LiveActivityCore
import Testing

@testable import AgentCommand

@Suite struct ReadingTests {
    @Test(arguments: [
        ("[12/345] Compiling Core Engine.swift", 12, 345, "Compiling Core Engine.swift"),
        ("[ 40%] Linking", 40, 100, "Linking"), ("  [1/1]", 1, 1, nil),
        ("\u{1B}[32m[ 3/10 ]\u{1B}[0m Übersetze …", 3, 10, "Übersetze …"), ("[0/1000000] x", 0, 1_000_000, "x"),
    ])
    func progressIsReadFromTheBeginningOfALine(line: String, done: Int, total: Int, step: String?) {
        let sign = ProgressReader.sign(in: Array(line.utf8))
        #expect(sign == ProgressReader.Sign(progress: AgentProgress(done: done, total: total), step: step))
    }

    @Test(arguments: [
        "", "[", "[]", "[info] done", "12/345", "see [1/2]", "[3/2] x", "[0/0]", "[-1/2]", "[101%]", "[1/1000001]", "[1/2/3]",
        "[99999999999999999999/2]", "[                             1/2]", "\u{1B}[", "\u{1B}",
    ])
    func otherLinesSayNothing(line: String) { #expect(ProgressReader.sign(in: Array(line.utf8)) == nil) }

    /// Wherever the output is cut, and however its lines end, the same is read.
    @Test func linesMayComeInAnyParts() {
        let output = Array("[1/3] a\r[2/3] b\r\nnoise\n[3/3] c\n[4".utf8)
        let whole = ["a", "b", "c"]
        for cut in 0...output.count {
            var reader = ProgressReader()
            #expect((reader.read(output[..<cut]) + reader.read(output[cut...])).map(\.step) == whole)
        }
    }

    @Test func aLineOfMegabytesIsCutOff() {
        var reader = ProgressReader()
        #expect(reader.read(Array("[1/2] ".utf8) + [UInt8](repeating: 0x61, count: 5_000_000)).isEmpty)
        #expect(reader.read([0x0A]).first?.step?.utf8.count == 120)
    }

    @Test func theUsualDurationIsTheMedianOfTheLatestTen() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)/durations.json")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let history = DurationHistory(file: file)
        #expect(history.usual(of: ["make"], in: "/a") == nil)
        for seconds in [100.0, 1, 3] { history.add(seconds, of: ["make"], in: "/a") }
        #expect(history.usual(of: ["make"], in: "/a") == 3)
        history.add(5, of: ["make"], in: "/a")
        #expect(history.usual(of: ["make"], in: "/a") == 4)
        for _ in 0..<10 { history.add(7, of: ["make"], in: "/a") }
        #expect(history.usual(of: ["make"], in: "/a") == 7)
        // Another folder or argument is another command.
        #expect(history.usual(of: ["make"], in: "/b") == nil)
        #expect(history.usual(of: ["make", "all"], in: "/a") == nil)
        for number in 0..<200 { history.add(1, of: ["\(number)"], in: "/a") }
        #expect(history.usual(of: ["make"], in: "/a") == nil, "200 commands were used after it")

        try Data("{".utf8).write(to: file)
        #expect(history.usual(of: ["0"], in: "/a") == nil)
        history.add(2, of: ["0"], in: "/a")
        #expect(history.usual(of: ["0"], in: "/a") == 2)
    }

    @Test func progressIsReportedTwiceASecondAtMost() throws {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        var session = try AgentSession(title: "make", host: "h", owner: "anna", usual: 100, at: start)
        func changes() throws -> [String] {
            try session.takeLines().split(separator: 0x0A).map {
                let change = try WireDecoder().decode(Change.self, from: Array($0))
                return "\(change.at.timeIntervalSince(start)) \(change.what.name)"
            }
        }
        #expect(try changes() == ["0.0 started", "0.0 updated"])
        for done in 1...4 {
            session.note(.init(progress: AgentProgress(done: done, total: 4), step: "s\(done)"))
            session.advance(to: start + Double(done) / 8)
        }
        #expect(session.nextDate == start + 0.625)
        session.advance(to: start + 0.625)
        // The first progress is reported at once, later only the newest.
        #expect(try changes() == ["0.125 updated", "0.125 updated", "0.625 updated", "0.625 updated"])
        session.finish(status: 3, at: start + 65)
        #expect(try changes() == ["65.0 updated", "65.0 alerted", "65.0 ended"])
        let summary = session.summary(status: 3, seconds: 65, usual: 100)
        #expect(summary == "failed with exit status 3 after 1 min 5 s, usually 1 min 40 s")
    }

    @Test(arguments: [
        (["asked", "May I?"], AgentEvent.asked(question: "May I?")), (["answered"], .answered),
        (["step", " Testing\n"], .stepBegan(name: "Testing")), (["progress", "3/10"], .progressed(done: 3, total: 10)),
        (["progress", "30%"], .progressed(done: 30, total: 100)),
    ])
    func aHookReportsAnEvent(arguments: [String], event: AgentEvent) throws {
        #expect(try TellCommand.parse(arguments).event == event)
    }

    @Test(arguments: [["asked"], ["asked", ""], ["progress", "x"], ["progress"], ["finished", "0"]])
    func aWrongReportIsRefused(arguments: [String]) { #expect(throws: (any Error).self) { try TellCommand.parse(arguments) } }
}
