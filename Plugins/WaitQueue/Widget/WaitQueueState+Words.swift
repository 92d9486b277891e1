import LiveActivityUI
import WaitQueueActivity

/// The texts and symbols of a wait.
extension WaitQueueState {
    /// The party is in the queue and is not called yet.
    var isWaiting: Bool { step == .waiting || step == .almostReady }

    var headline: LocalizedStringKey {
        switch step {
        case .waiting where currentPositionInQueue > 1, .almostReady where currentPositionInQueue > 1:
            "\(currentPositionInQueue - 1) parties ahead of you"
        case .waiting, .almostReady: "You’re next"
        case .called: "It’s your turn"
        case .seated: "Enjoy!"
        case .left: "You left the queue"
        case .noShow: "Your place is gone"
        }
    }

    var symbol: String {
        switch step {
        case .waiting, .almostReady: distance.symbol
        case .called: "bell.fill"
        case .seated: "checkmark.circle.fill"
        case .left, .noShow: "xmark.circle.fill"
        }
    }
}

extension WaitQueueState.Distance {
    fileprivate var symbol: String {
        switch self {
        case .nearest: "figure.walk"
        case .near: "person.fill"
        case .far: "person.2.fill"
        case .farthest: "person.3.fill"
        }
    }
}
