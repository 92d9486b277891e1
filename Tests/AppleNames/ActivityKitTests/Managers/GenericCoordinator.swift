// Style: one coordinator for any attributes, with `request` written without its generic argument.
public import ActivityKit
import Foundation

public actor GenericCoordinator<Attributes: ActivityAttributes> where Attributes.ContentState: Sendable, Attributes: Sendable {
    public typealias State = Attributes.ContentState
    private var running: [String: Activity<Attributes>] = [:]

    public init() {}

    @discardableResult
    public func start(_ attributes: Attributes, state: State, pushType: PushType? = nil) throws -> String {
        let activity = try Activity.request(
            attributes: attributes, content: .init(state: state, staleDate: nil), pushType: pushType)
        running[activity.id] = activity
        return activity.id
    }

    public func update(_ id: String, _ change: (inout State) -> Void) async {
        guard let activity = running[id] else { return }
        var state = activity.content.state
        change(&state)
        await activity.update(.init(state: state, staleDate: activity.content.staleDate))
    }

    public func endAll(_ policy: ActivityUIDismissalPolicy = .default) async {
        for activity in running.values { await activity.end(activity.content, dismissalPolicy: policy) }
        running.removeAll()
    }

    public func state(_ id: String) -> State? { running[id]?.content.state }
}

func adopt<A: ActivityAttributes>(_ type: A.Type = A.self, where matches: (A) -> Bool) -> Activity<A>? {
    Activity<A>.activities.first { matches($0.attributes) && $0.activityState != .dismissed }
}

func restart<A>(_ activity: Activity<A>) async throws -> Activity<A> where A: ActivityAttributes {
    await activity.end(nil, dismissalPolicy: .immediate)
    return try Activity.request(attributes: activity.attributes, content: activity.content, pushType: nil)
}
