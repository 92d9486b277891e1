import LiveActivitiesCLI
import LiveActivityCore

/// The demo in a terminal: ten frames a second, each drawn from the current content and the virtual time.
enum TerminalDemo {
    /// Seconds between two frames.
    private static let frame = 0.1

    /// - Parameter speed: Virtual seconds per second; `nil` shows the end at once.
    static func play(_ story: DemoStory, speed: Double?) throws {
        var player = try DemoPlayer(story)
        var notes: [DemoPlayer.Note] = []
        var last: [ActivityID: String] = [:]
        var order: [ActivityID] = []
        let began = ContinuousClock.now
        let terminal = Terminal()
        defer {
            terminal.restore()
            print(summary(order.compactMap { last[$0] }, notes.count, story, ContinuousClock.now - began))
        }

        var alerts = AlertQueue()
        var isPaused = false
        var previous = began
        var virtual = player.now
        while Interruption.signal == nil {
            let instant = ContinuousClock.now
            if !isPaused { virtual += seconds(instant - previous) * (speed ?? 1e12) }
            previous = instant
            alerts.showNext(at: instant)
            virtual = pace(virtual, player.nextDate, isAlerting: alerts.shown != nil)

            for note in try player.advance(to: virtual) {
                notes.append(note)
                if note.alert != nil { alerts.add(note, at: instant) }
                if last[note.activity] == nil { order.append(note.activity) }
                if let presented = note.presented {
                    last[note.activity] = note.kind.rawValue.padded(to: 17) + presented.summary(at: note.at)
                }
            }
            virtual = player.now
            let size = terminal.size
            let screen = DemoScreen(
                scene: story.scenes.last { $0.start <= player.now } ?? story.scenes.first, now: player.now,
                presented: player.presented, notes: notes.suffix(size.rows), alert: alerts.shown,
                status: isPaused ? "paused, space continues" : "\(speed.map { "×\(Int($0))" } ?? "") q quits, space pauses")
            terminal.draw(screen.rows(columns: size.columns, rows: size.rows))
            if player.nextDate == nil, alerts.shown == nil { break }

            for key in terminal.keys(within: frame) {
                switch key {
                case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: return
                case UInt8(ascii: " "): isPaused.toggle()
                default: break
                }
            }
        }
        if Interruption.signal == nil, speed != nil { _ = terminal.keys(within: 1.5) }
    }

    /// If nothing happens for long, the time jumps to a minute before the next change.
    private static func pace(_ virtual: Date, _ next: Date?, isAlerting: Bool) -> Date {
        guard let next else { return virtual }
        if !isAlerting, next.timeIntervalSince(virtual) > DemoPace.quietMax { return next - 60 }
        return virtual
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The text that is printed after the demo has left the screen.
    private static func summary(_ results: [String], _ changes: Int, _ story: DemoStory, _ time: Duration) -> String {
        (["\(story.steps.count) commands, \(changes) changes, \(Int(seconds(time).rounded())) s:"] + results.map { "  \($0)" }
            + ["", "The same as lines:  live-activities demo --plain", "Example JSON:       live-activities describe"])
            .joined(separator: "\n")
    }
}

/// The queue of alerts. Each is shown for a moment, even if they arrive quickly.
struct AlertQueue {
    /// The alert for which the island is expanded now.
    private(set) var shown: DemoPlayer.Note?
    private var since = ContinuousClock.now
    private var waiting: [DemoPlayer.Note] = []

    /// How long an alert is shown, and how long while others wait.
    private static let time = Duration.seconds(2)
    private static let timeWhileOthersWait = Duration.seconds(0.9)
    /// At very high speeds only the latest alerts are shown.
    private static let waitingMax = 3

    mutating func add(_ note: DemoPlayer.Note, at instant: ContinuousClock.Instant) {
        waiting.append(note)
        if waiting.count > Self.waitingMax { waiting.removeFirst() }
        showNext(at: instant)
    }

    mutating func showNext(at instant: ContinuousClock.Instant) {
        if shown != nil, instant - since < (waiting.isEmpty ? Self.time : Self.timeWhileOthersWait) { return }
        shown = waiting.isEmpty ? nil : waiting.removeFirst()
        since = instant
    }
}
