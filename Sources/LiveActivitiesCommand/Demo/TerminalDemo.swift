import LiveActivityCore

/// The demo in a terminal: ten pictures a second, each from the content there is and the virtual time.
enum TerminalDemo {
    /// Seconds from one picture to the next.
    private static let frame = 0.1
    /// How long an alert keeps the island expanded, in seconds.
    private static let alertTime = 2.5

    /// - Parameter speed: Virtual seconds a second; `nil` shows the end at once.
    static func play(_ story: DemoStory, speed: Double?) throws {
        var player = try DemoPlayer(story)
        var notes: [DemoPlayer.Note] = []
        var last: [ActivityID: String] = [:]
        var order: [ActivityID] = []
        let began = ContinuousClock.now
        let terminal = Terminal()
        defer {
            terminal.restore()
            print(farewell(order.compactMap { last[$0] }, notes.count, story, ContinuousClock.now - began))
        }

        var alert: (note: DemoPlayer.Note, until: ContinuousClock.Instant)?
        var isPaused = false
        var previous = began
        var virtual = player.now
        while Interruption.signal == nil {
            let instant = ContinuousClock.now
            if !isPaused { virtual += seconds(instant - previous) * (speed ?? 1e12) }
            previous = instant
            if let until = alert?.until, until <= instant { alert = nil }
            virtual = pace(virtual, player.nextDate, isAlerting: alert != nil)

            for note in try player.advance(to: virtual) {
                notes.append(note)
                if note.alert != nil { alert = (note, instant + .seconds(alertTime)) }
                if last[note.activity] == nil { order.append(note.activity) }
                if let card = note.presented?.card { last[note.activity] = card.summary.text(at: note.at) }
            }
            virtual = player.now
            let size = terminal.size
            let screen = DemoScreen(
                scene: story.scenes.last { $0.start <= player.now } ?? story.scenes.first, now: player.now,
                presented: player.presented, notes: notes.suffix(size.rows), alert: alert?.note,
                status: isPaused ? "paused, space goes on" : "\(speed.map { "×\(Int($0))" } ?? "") q quits, space pauses")
            terminal.draw(screen.rows(columns: size.columns, rows: size.rows))
            if player.nextDate == nil, alert == nil { break }

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

    /// Where nothing happens for long, the time is skipped up to a minute before something does.
    private static func pace(_ virtual: Date, _ next: Date?, isAlerting: Bool) -> Date {
        guard let next else { return virtual }
        if !isAlerting, next.timeIntervalSince(virtual) > DemoPace.quietMax { return next - 60 }
        return virtual
    }

    private static func seconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// What stays on the screen when the demo has left it.
    private static func farewell(_ results: [String], _ changes: Int, _ story: DemoStory, _ time: Duration) -> String {
        (["\(story.steps.count) commands, \(changes) changes, \(Int(seconds(time).rounded())) s:"] + results.map { "  \($0)" }
            + ["", "The same as lines:  live-activities demo --plain", "Example JSON:       live-activities describe"])
            .joined(separator: "\n")
    }
}
