import Foundation
import LiveActivityCore
import Testing

@testable import LiveActivitiesCLI
@testable import LiveActivitiesCommand

@Suite struct DemoTests {
    /// The plain demo's lines.
    private func plain(only kinds: Set<ActivityKind> = Set(Registry.plugins.kinds)) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try PlainDemo.play(
            try DemoStory(only: kinds, widgets: Registry.plugins.widgets), speed: nil,
            to: LineWriter(Descriptor(number: handle.fileDescriptor)))
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func theDemoPrintsTheResultsOfTheMatchesAndTheSameLinesEachTime() throws {
        let lines = try plain()
        #expect(try plain() == lines)
        #expect(lines.first == "Thursday, 1 December 2022: The groups of the World Cup are decided (times are UTC)")
        #expect(
            lines.suffix(2) == [
                "17:47:30  sports           ended        Argentina 3–3 France (4–2), Full time",
                "18:08:26  sports           dismissed    Argentina 3–3 France (4–2), Full time",
            ])
        // The result of each match of the day, and of the final.
        #expect(
            lines.filter { $0.contains("alerted      Full time") }.map { $0.split(separator: ": ").last } == [
                "Croatia 0–0 Belgium", "Canada 1–2 Morocco", "Japan 2–1 Spain", "Costa Rica 2–4 Germany",
                "Argentina 3–3 France (4–2 in the shoot-out)",
            ])
    }

    @Test func theTurnComesAfterTheMeasuredWait() throws {
        let lines = try plain(only: ["waitQueue"])
        // Joined at 11:38:34 in Florida, and waited 33 minutes.
        #expect(lines[1].hasPrefix("15:38:34  waitQueue        started      Toy Story Mania!: 32 parties ahead of you"))
        #expect(lines.contains { $0.hasPrefix("16:11:34  waitQueue        alerted      It is your turn") })
        #expect(lines.last == "16:15:34  waitQueue        dismissed    Toy Story Mania!: Enjoy!")
    }

    @Test func onlyTheNamedKindsArePlayed() throws {
        #expect(try DemoStory(only: ["sealed"], widgets: Registry.plugins.widgets).steps.isEmpty)
        for kind in Registry.plugins.kinds where kind != "sealed" {
            let lines = try plain(only: [kind]).filter { $0.dropFirst(2).first == ":" }
            #expect(!lines.isEmpty)
            #expect(lines.allSatisfy { $0.contains("  \(kind) ") })
        }
    }

    /// Every frame of the story in windows of many sizes has as many rows as the window, and no row is wider.
    @Test func everyPictureFitsItsWindow() throws {
        var player = try DemoPlayer(try DemoStory(only: Set(Registry.plugins.kinds), widgets: Registry.plugins.widgets))
        var notes: [DemoPlayer.Note] = []
        var pictures = 0
        var step = 0
        while let next = player.nextDate {
            notes += try player.advance(to: next)
            step += 1
            let alert = notes.last { $0.alert != nil }
            for (columns, rows) in [(80, 24), (1 + step * 7 % 150, 1 + step * 5 % 60)] {
                let screen = DemoScreen(
                    scene: nil, now: player.now, presented: player.presented, notes: notes.suffix(rows),
                    alert: step.isMultiple(of: 2) ? alert : nil, status: "status")
                let picture = screen.rows(columns: columns, rows: rows)
                #expect(picture.count == rows, "\(columns)×\(rows) at \(player.now.iso8601)")
                #expect(picture.allSatisfy { $0.width <= columns }, "\(columns)×\(rows) at \(player.now.iso8601)")
                pictures += 1
            }
        }
        #expect(pictures > 200)
    }

    @Test func withoutUnicodeAndColourAPictureIsASCIIOfTheSameWidth() throws {
        let terminal = TerminalCapabilities(environment: [
            "LC_ALL": "C", "LANG": "en_US.UTF-8", "NO_COLOR": "1", "TERM": "xterm",
        ])
        var player = try DemoPlayer(try DemoStory(only: Set(Registry.plugins.kinds), widgets: Registry.plugins.widgets))
        while let next = player.nextDate, next < Date(iso8601: "2022-12-18T15:58:00Z") ?? .distantPast {
            _ = try player.advance(to: next)
        }
        #expect(player.presented.count == 4)
        for shown in player.presented {
            for row in CardDrawing(presented: shown, now: player.now).rows(width: 50, height: 7) {
                #expect(row.width == 50)
                let text = terminal.render(row).replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
                #expect(text.utf8.count == 50)
                #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            }
        }
    }

    @Test func aTimerCountsBetweenTwoChanges() throws {
        var player = try DemoPlayer(try DemoStory(only: ["sports"], widgets: Registry.plugins.widgets))
        let date = try #require(Date(iso8601: "2022-12-18T15:30:00Z"))
        while let next = player.nextDate, next < date { _ = try player.advance(to: next) }
        let final = try #require(player.presented.first)
        func header(_ seconds: TimeInterval) -> String {
            let rows = CardDrawing(presented: final, now: date + seconds).rows(width: 44, height: 7)
            return rows[1].runs.map(\.text).joined()
        }
        #expect(header(0) == "│ World Cup final           1st half 30:00 │")
        #expect(header(61) == "│ World Cup final           1st half 31:01 │")
        // The clock stops at 45:00, because stoppage time is shown separately.
        #expect(header(1_200) == "│ World Cup final           1st half 45:00 │")
    }
}
