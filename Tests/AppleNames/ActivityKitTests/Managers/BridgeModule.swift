// Style: a bridge from another language: dictionaries and JSON in, callbacks out, everything looked up by id.
import Foundation
#if canImport(ActivityKit)
import ActivityKit
#endif

public struct BridgeAttributes: ActivityAttributes {
    public struct ContentState: Codable, Hashable {
        public var title: String
        public var progress: Double?
        public var extra: [String: String]
    }
    public var channel: String
}

public final class BridgeModule: NSObject, @unchecked Sendable {
    public typealias Resolve = @Sendable (Any?) -> Void
    public typealias Reject = @Sendable (_ code: String, _ message: String, _ error: (any Error)?) -> Void

    public func start(_ options: [String: Any], resolve: Resolve, reject: Reject) {
        guard let channel = options["channel"] as? String, let json = options["state"] as? String else {
            return reject("E_ARGS", "channel and state are needed", nil)
        }
        do {
            let state = try JSONDecoder().decode(BridgeAttributes.ContentState.self, from: Data(json.utf8))
            let pushType: PushType? = (options["push"] as? Bool ?? false) ? .token : nil
            let stale = (options["staleAfter"] as? Double).map { Date(timeIntervalSinceNow: $0) }
            let activity = try Activity<BridgeAttributes>.request(
                attributes: BridgeAttributes(channel: channel), content: .init(state: state, staleDate: stale),
                pushType: pushType)
            resolve(["id": activity.id, "state": String(describing: activity.activityState)])
        } catch {
            reject("E_START", (error as NSError).localizedDescription, error)
        }
    }

    public func update(_ id: String, _ json: String, resolve: @escaping Resolve, reject: @escaping Reject) {
        guard let state = try? JSONDecoder().decode(BridgeAttributes.ContentState.self, from: json.data(using: .utf8)!) else {
            return reject("E_JSON", "no state", nil)
        }
        guard let activity = Activity<BridgeAttributes>.activities.first(where: { $0.id == id }) else {
            return reject("E_GONE", "no activity \(id)", nil)
        }
        Task {
            await activity.update(ActivityContent(state: state, staleDate: nil))
            resolve(true)
        }
    }

    public func end(_ id: String, policy: String, resolve: @escaping Resolve) {
        let dismissal: ActivityUIDismissalPolicy
        switch policy {
        case "immediate": dismissal = .immediate
        case let seconds where Double(seconds) != nil: dismissal = .after(.now.addingTimeInterval(Double(seconds)!))
        default: dismissal = .default
        }
        let activities = Activity<BridgeAttributes>.activities.filter { $0.id == id }
        Task {
            for activity in activities { await activity.end(nil, dismissalPolicy: dismissal) }
            resolve(!activities.isEmpty)
        }
    }

    public func list() -> [[String: Any]] {
        Activity<BridgeAttributes>.activities.map {
            ["id": $0.id, "channel": $0.attributes.channel, "title": $0.content.state.title, "state": "\($0.activityState)"]
        }
    }
}
