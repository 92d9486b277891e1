// Style: re-attaches to running activities after a relaunch, adopts the newest, ends the others.
import ActivityKit
import Foundation

struct FlightAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var gate: String
        var departure: Date
        var isBoarding = false
    }
    var number: String
}

@MainActor
final class FlightTracker {
    private(set) var activity: Activity<FlightAttributes>?
    private var watch: Task<Void, Never>?
    private(set) var shown: [String] = []

    /// Called at launch.
    func restore(for number: String) async {
        let running = Activity<FlightAttributes>.activities
        activity = running.last { $0.attributes.number == number && $0.activityState != .ended }
        for stray in running where stray.id != activity?.id {
            await stray.end(stray.content, dismissalPolicy: .immediate)
        }
        observe()
    }

    func startIfNeeded(number: String, gate: String) throws {
        if let activity, activity.attributes.number == number, activity.activityState == .active { return }
        activity = try Activity.request(
            attributes: FlightAttributes(number: number),
            content: .init(state: .init(gate: gate, departure: .now + 3600), staleDate: nil), pushType: nil)
        observe()
    }

    private func observe() {
        watch?.cancel()
        guard let activity else { return }
        watch = Task { @MainActor [weak self] in
            for await content in activity.contentUpdates {
                guard !Task.isCancelled else { return }
                self?.shown.append(content.state.gate)
            }
            self?.activity = nil
        }
    }

    func gateChanged(to gate: String) async {
        guard var state = activity?.content.state else { return }
        state.gate = gate
        await activity?.update(
            .init(state: state, staleDate: nil, relevanceScore: 100),
            alertConfiguration: .init(title: "Gate \(gate)", body: "", sound: .named("chime.caf")))
    }

    func settle() async { await watch?.value }
}
