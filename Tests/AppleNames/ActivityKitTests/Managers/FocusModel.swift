// Style: an observable model for a view, with Observation coming through ActivityKit's import alone.
import ActivityKit

struct FocusAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var mode: Mode
        enum Mode: Codable, Hashable {
            case running(until: Date)
            case paused(remaining: TimeInterval)
            case complete
        }
    }
    var title: String
}

@MainActor
@Observable
final class FocusModel {
    private(set) var remainingText = "–"
    private(set) var isActive = false
    @ObservationIgnored private var activity: Activity<FocusAttributes>?

    func start(title: String, minutes: Int) {
        guard !isActive else { return }
        let end = Date(timeIntervalSinceNow: TimeInterval(minutes * 60))
        activity = try? Activity.request(
            attributes: .init(title: title),
            content: .init(state: .init(mode: .running(until: end)), staleDate: end.addingTimeInterval(1)))
        isActive = activity != nil
        remainingText = "\(minutes) min"
    }

    func togglePause() async {
        guard let activity else { return }
        let mode: FocusAttributes.ContentState.Mode
        switch activity.content.state.mode {
        case .running(let until): mode = .paused(remaining: max(0, until.timeIntervalSinceNow))
        case .paused(let remaining): mode = .running(until: .now.addingTimeInterval(remaining))
        case .complete: return
        }
        await activity.update(.init(state: .init(mode: mode), staleDate: nil))
    }

    func complete() {
        guard let activity else { return }
        isActive = false
        self.activity = nil
        Task {
            await activity.end(.init(state: .init(mode: .complete), staleDate: nil), dismissalPolicy: .after(.now + 3))
        }
    }

    var mode: FocusAttributes.ContentState.Mode? { activity?.content.state.mode }
}
