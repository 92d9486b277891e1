import LiveActivitiesCLI
import LiveActivityCore

/// The demo without a terminal: one line for each change, with the same lines every time.
enum PlainDemo {
    /// - Parameter speed: Virtual seconds per second; `nil` does not wait.
    static func play(_ story: DemoStory, speed: Double?, to output: LineWriter) throws {
        var player = try DemoPlayer(story)
        var scenes = story.scenes[...]
        while Interruption.signal == nil, let next = player.nextDate {
            if let scene = scenes.first, scene.start <= next {
                scenes.removeFirst()
                try write("\(output.isFirstLine ? "" : "\n")\(scene.title): \(scene.subtitle) (times are UTC)", to: output)
            }
            if let speed {
                try output.flush()
                Pause.sleep(seconds: min(next.timeIntervalSince(player.now), DemoPace.quietMax) / speed)
            }
            for note in try player.advance(to: next) { try write(line(note), to: output) }
        }
        try output.flush()
    }

    private static func line(_ note: DemoPlayer.Note) -> String {
        let time = note.at.iso8601
        // The time of day in 2022-12-18T15:22:30Z.
        let clock = time.dropFirst(11).prefix(8)
        return "\(clock)  \(note.kind.rawValue.padded(to: 16)) \(note.what.padded(to: 12)) \(note.text)"
    }

    private static func write(_ line: String, to output: LineWriter) throws {
        output.isFirstLine = false
        output.bytes += line.utf8
        try output.endLine()
    }
}

enum DemoPace {
    /// Virtual seconds per second, at which the whole demo takes about a minute.
    static let speed = 450.0
    /// The length of a pause without changes beyond which it is skipped, in virtual seconds.
    static let quietMax: Double = 900
}

/// Waits that end early when a signal is received.
enum Pause {
    static func sleep(seconds: Double) {
        guard seconds > 0, Interruption.signal == nil else { return }
        _ = (Interruption.descriptor ?? .standardInput).awaitInput(seconds: seconds)
    }
}
