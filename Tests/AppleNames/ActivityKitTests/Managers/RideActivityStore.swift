// Style: an actor that owns the one activity and watches its state in a stored task.
import Foundation
@preconcurrency import ActivityKit

public struct RideAttributes: ActivityAttributes {
    // Public types are not implicitly Sendable, and ActivityKit does not require it.
    public struct ContentState: Codable, Hashable {
        public var minutesLeft: Int
        public var stage: Stage

        public init(minutesLeft: Int, stage: Stage) {
            self.minutesLeft = minutesLeft
            self.stage = stage
        }
    }

    public enum Stage: String, Codable, Hashable, CaseIterable {
        case searching, approaching, onBoard, arrived
    }

    public let rider: String

    public init(rider: String) { self.rider = rider }
}

actor RideActivityStore {
    private var activity: Activity<RideAttributes>?
    private var observer: Task<Void, Never>?
    private(set) var states: [ActivityState] = []
    private(set) var wasRemovedByPerson = false
    private var isEnding = false
    private var watcher: CheckedContinuation<Void, Never>?

    func start(rider: String) throws {
        guard activity == nil else { return }
        let content = ActivityContent(
            state: RideAttributes.ContentState(minutesLeft: 12, stage: .searching), staleDate: Date().addingTimeInterval(120))
        let started = try Activity<RideAttributes>.request(
            attributes: RideAttributes(rider: rider), content: content, pushType: nil)
        activity = started
        observer = Task { [weak self] in
            for await state in started.activityStateUpdates {
                await self?.note(state)
            }
        }
    }

    private func note(_ state: ActivityState) {
        states.append(state)
        watcher?.resume()
        watcher = nil
        switch state {
        case .active, .stale, .pending: break
        case .ended: print("ride ended")
        case .dismissed:
            wasRemovedByPerson = !isEnding
            activity = nil
        @unknown default: print("a state of a later system")
        }
    }

    func update(minutesLeft: Int, stage: RideAttributes.Stage) async {
        await activity?.update(
            .init(
                state: .init(minutesLeft: minutesLeft, stage: stage),
                staleDate: stage == .onBoard ? nil : Date().addingTimeInterval(120)))
    }

    func arrive() async {
        isEnding = true
        await activity?.end(
            .init(state: .init(minutesLeft: 0, stage: .arrived), staleDate: nil), dismissalPolicy: .immediate)
    }

    func untilSeen() async {
        if states.isEmpty { await withCheckedContinuation { watcher = $0 } }
    }

    func untilGone() async { await observer?.value }

    var id: String? { activity?.id }
    var stage: RideAttributes.Stage? { activity?.content.state.stage }
}
