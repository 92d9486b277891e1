// Style: code that works around missing features of ActivityKit, including extensions of its types.
import ActivityKit
import Foundation

struct QueueAttributes: ActivityAttributes, Identifiable, Equatable {
    typealias ContentState = Position
    struct Position: Codable, Hashable { var number: Int; var progress: Double }
    let id: UUID
    let waitlist: String
}

extension Activity where Attributes == QueueAttributes {
    var isNearlyThere: Bool { content.state.number < 5 }

    static func running(on waitlist: String) -> [Activity<QueueAttributes>] {
        activities.filter { $0.attributes.waitlist == waitlist && [.active, .stale].contains($0.activityState) }
    }
}

extension ActivityContent where State == QueueAttributes.Position {
    static func position(_ number: Int) -> ActivityContent<QueueAttributes.Position> {
        .init(
            state: .init(number: number, progress: Double(10 - number) / 10), staleDate: nil,
            relevanceScore: Double(100 - number))
    }
}

extension ActivityState {
    var title: String {
        switch self {
        case .pending: "waiting"
        case .active: "on"
        case .stale: "old"
        case .ended: "over"
        case .dismissed: "gone"
        @unknown default: "?"
        }
    }
}

class QueueHolder {
    var activity: ActivityKit.Activity<QueueAttributes>?
    lazy var authorization = ActivityAuthorizationInfo()

    func join(_ waitlist: String) {
        do {
            activity = try ActivityKit.Activity.request(
                attributes: QueueAttributes(id: UUID(), waitlist: waitlist), content: .position(9), pushType: nil)
        } catch { print("Error: \(error)") }
    }

    func moveUp() {
        guard let activity else { return }
        let next = activity.content.state.number - 1
        Task { await activity.update(.position(next)) }
    }

    func close(completion: @escaping @Sendable () -> Void) {
        let activity = activity
        Task {
            await activity?.end(.position(1), dismissalPolicy: .immediate)
            DispatchQueue.main.async(execute: completion)
        }
    }
}
