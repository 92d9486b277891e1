// Style: an observable object for a view, without an import of Combine, and a retroactive conformance.
import ActivityKit
import Foundation

extension Activity {
    /// A line for logs.
    var line: String { "\(Attributes.self) \(activityState): \(content)" }
}

struct BreathingAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var breath: Int; var endsAt: Date }
    var totalBreaths: Int
}

@MainActor
final class BreathingSession: ObservableObject {
    static let shared = BreathingSession()

    @Published private(set) var breath = 0
    @Published var activity: Activity<BreathingAttributes>?
    private var ticker: Task<Void, Never>?

    func start(breaths: Int) {
        guard ticker == nil else { return }
        // A second start while the first is in progress must not leave an orphan.
        ticker = Task { @MainActor [weak self] in
            for old in Activity<BreathingAttributes>.activities {
                await old.end(nil, dismissalPolicy: .immediate)
            }
            guard !Task.isCancelled, let self else { return }
            self.activity = try? Activity.request(
                attributes: .init(totalBreaths: breaths),
                content: .init(state: .init(breath: 0, endsAt: .now + Double(breaths) * 8), staleDate: nil), pushType: nil)
            while self.breath < breaths, let activity = self.activity {
                self.objectWillChange.send()
                self.breath += 1
                await activity.update(.init(state: .init(breath: self.breath, endsAt: .now), staleDate: nil))
                await Task.yield()
            }
            await self.activity?.end(nil, dismissalPolicy: .after(.now.addingTimeInterval(3)))
        }
    }

    func settle() async { await ticker?.value }
}
