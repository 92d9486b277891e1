// Style: written for iOS 16.1, brought up to date by halves: the old forms stand in the branches for old systems.
//
// The methods say themselves that they are deprecated, only so that this package builds without warnings; each call in them would
// warn otherwise, and name what replaces it.
import ActivityKit
import Foundation

@available(iOS 16.1, *)
struct LegacyTimerAttributes: ActivityAttributes {
    public typealias TimerState = ContentState
    public struct ContentState: Codable, Hashable {
        var endTime: Date
        var isPaused: Bool = false
    }
    var name: String
}

protocol LegacyTiming {
    func start(_ name: String, seconds: TimeInterval) -> Bool
    func pause() async
    func alert() async
    func stop(_ immediately: Bool) async
    func observe(_ body: @escaping @Sendable (LegacyTimerAttributes.ContentState) -> Void) -> Task<Void, Never>?
}

class LegacyTimer: LegacyTiming {
    // Stored as Any, for a property cannot have an availability of its own.
    private var _activity: Any?

    @available(iOS 16.1, *)
    var activity: Activity<LegacyTimerAttributes>? {
        get { _activity as? Activity<LegacyTimerAttributes> }
        set { _activity = newValue }
    }

    @available(*, deprecated)
    @discardableResult
    func start(_ name: String, seconds: TimeInterval) -> Bool {
        guard #available(iOS 16.1, *) else { return false }
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { return false }
        let state = LegacyTimerAttributes.TimerState(endTime: Date().addingTimeInterval(seconds))
        do {
            activity = try Activity<LegacyTimerAttributes>.request(
                attributes: LegacyTimerAttributes(name: name), contentState: state, pushType: nil)
            return true
        } catch (let error) {
            print("Error requesting activity \(error.localizedDescription).")
            return false
        }
    }

    @available(*, deprecated)
    func pause() async {
        if #available(iOS 16.1, *), let activity = activity {
            var state = activity.contentState
            state.isPaused = true
            await activity.update(using: state)
        }
    }

    @available(*, deprecated)
    func alert() async {
        await activity?.update(
            using: activity!.contentState,
            alertConfiguration: AlertConfiguration(title: "Timer", body: "Nearly there", sound: .default))
    }

    @available(*, deprecated)
    func stop(_ immediately: Bool) async {
        if immediately {
            await activity?.end(dismissalPolicy: .immediate)
        } else {
            await activity?.end()
        }
        activity = nil
    }

    @available(*, deprecated)
    func observe(_ body: @escaping @Sendable (LegacyTimerAttributes.ContentState) -> Void) -> Task<Void, Never>? {
        guard let activity else { return nil }
        return Task { for await state in activity.contentStateUpdates { body(state) } }
    }
}
