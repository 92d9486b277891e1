// Style: a class on the main actor, a preconcurrency import, updates held back by a throttle, the newest content wins.
@preconcurrency import ActivityKit
import Foundation

struct WorkoutAttributes: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        enum Phase: String, Codable, Hashable, Sendable { case warmUp, work, rest, done }
        var phase: Phase
        var heartRate: Int
        var startedAt: Date
    }

    let plan: String
}

@MainActor
final class WorkoutActivityController {
    static let shared = WorkoutActivityController()

    private var activity: Activity<WorkoutAttributes>?
    private var pending: WorkoutAttributes.ContentState?
    private var pump: Task<Void, Never>?
    private(set) var sent = 0

    var current: Activity<WorkoutAttributes>? { activity }

    func begin(plan: String) {
        guard activity == nil, ActivityAuthorizationInfo().areActivitiesEnabled else { return }
        do {
            activity = try Activity.request(
                attributes: WorkoutAttributes(plan: plan),
                content: .init(
                    state: .init(phase: .warmUp, heartRate: 80, startedAt: .now), staleDate: nil, relevanceScore: 50),
                pushType: .none)
        } catch {
            activity = nil
            print("could not begin: \(error.localizedDescription)")
        }
    }

    func show(phase: WorkoutAttributes.ContentState.Phase, heartRate: Int) {
        guard let activity else { return }
        var state = activity.content.state
        state.phase = phase
        state.heartRate = heartRate
        pending = state
        guard pump == nil else { return }
        pump = Task { [weak self] in
            while let self, let next = self.pending {
                self.pending = nil
                await activity.update(ActivityContent(state: next, staleDate: .distantFuture, relevanceScore: 75))
                self.sent += 1
                await Task.yield()
            }
            self?.pump = nil
        }
    }

    func settle() async { await pump?.value }

    func finish(keepFor seconds: TimeInterval) async {
        await pump?.value
        guard let activity else { return }
        self.activity = nil
        var state = activity.content.state
        state.phase = .done
        await activity.end(.init(state: state, staleDate: nil), dismissalPolicy: .after(Date().addingTimeInterval(seconds)))
    }
}
