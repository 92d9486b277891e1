import LiveActivityCore
import MeditationTimerActivity

/// How a meditation looks.
enum MeditationTimerCard {
    static func card(_ timer: MeditationTimerAttributes, _ state: MeditationTimerState) -> Card {
        let cycle = state.totalCycles.map { "cycle \(state.currentCycle) of \($0)" } ?? "cycle \(state.currentCycle)"
        let clock: Piece
        let words: String
        var controls: [String] = []
        var progress = Card.Progress.fraction(1)
        switch state.mode {
        case .idle:
            (clock, words) = (.strong(minutes(timer.timerDuration)), "Ready")
        case .running(let end):
            let interval = (end - Double(timer.timerDuration))...end
            clock = .timer(interval, countsDown: true)
            words = "Breathe"
            controls = ["Pause", "End"]
            progress = .interval(interval, countsDown: true)
        case .paused(let seconds):
            (clock, words) = (.strong(minutes(seconds)), "Paused")
            controls = ["Resume", "End"]
            progress = .fraction(Double(seconds) / Double(timer.timerDuration))
        case .cycleEnd:
            (clock, words) = (.strong("0:00"), "Cycle complete")
            controls = ["End"]
            progress = .fraction(0)
        case .complete:
            (clock, words) = (.strong("✓"), "Well done")
            progress = .fraction(0)
        }
        return Card(
            tint: .violet, icon: "🧘", caption: Line("Meditation", .faint(" · \(cycle)")),
            title: Line(.strong(words), trailing: [clock]), progress: progress, controls: controls, clock: [clock],
            compactLeading: Line("🧘"), compactTrailing: Line(clock), minimal: Line(clock),
            summary: Line("\(words), \(cycle)"))
    }

    private static func minutes(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }
}
