import LiveActivityCore
import WaitQueueActivity

/// How a place in a queue looks.
enum WaitQueueCard {
    static func card(_ place: WaitQueueAttributes, _ state: WaitQueueState) -> Card {
        let position = state.currentPositionInQueue
        let headline =
            switch state.step {
            case .waiting, .almostReady: position == 1 ? "You are next" : "\(position - 1) in front of you"
            case .called: "It is your turn"
            case .seated: "Have fun!"
            case .left: "You left the queue"
            case .noShow: "Your place is gone"
            }
        var card = Card(
            tint: .blue, icon: "🎢",
            caption: Line(.plain(place.waitlistName), .faint(" · party of \(state.partySize)")), title: Line(.strong(headline)),
            progress: .fraction(state.progress), compactLeading: Line("🎢 \(position)"),
            compactTrailing: Line("\(position)"), minimal: Line("\(position)"),
            summary: Line("\(headline)\(state.estimatedTurn.map { ", turn \($0.hoursAndMinutes)" } ?? "")"))
        if let turn = state.estimatedTurn {
            card.title.trailing = [.wait(turn)]
            card.clock = [.wait(turn)]
            card.compactTrailing = Line(.wait(turn))
            card.lines.append(
                Line(
                    .plain(state.step == .almostReady ? "Come to the entrance" : "Look around"),
                    trailing: [.faint(turn.hoursAndMinutes)]))
        }
        if let held = state.heldUntil {
            let hold = (held - place.holdSeconds)...held
            card.title.trailing = [.timer(hold, countsDown: true)]
            card.clock = [.timer(hold, countsDown: true)]
            card.compactTrailing = Line(.timer(hold, countsDown: true))
            card.minimal = Line("🎢")
            card.lines.append(Line("Your place is held", trailing: [.faint("until \(held.hourAndMinute)")]))
        }
        switch state.step {
        case .waiting, .almostReady: card.controls = ["Leave queue"]
        case .called: card.controls = ["5 more minutes", "Leave queue"]
        case .seated, .left, .noShow: break
        }
        return card
    }
}

extension WaitQueueAttributes {
    fileprivate var holdSeconds: TimeInterval { TimeInterval((holdMinutes ?? 10) * 60) }
}
