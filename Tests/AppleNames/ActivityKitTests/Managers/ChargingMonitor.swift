// Style: a protocol with a no-op implementation for systems without Live Activities, observation of the permission, networking
// through Foundation.
import ActivityKit
import Foundation

struct ChargingAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var percent: Int; var isFull: Bool { percent >= 100 } }
    var car: String
}

@MainActor
protocol ChargingShowing: AnyObject {
    func show(percent: Int, of car: String)
    func hide()
}

@MainActor
final class NoChargingMonitor: ChargingShowing {
    func show(percent: Int, of car: String) {}
    func hide() {}
}

@MainActor
final class ChargingMonitor: ChargingShowing {
    private var activity: Activity<ChargingAttributes>? {
        Activity<ChargingAttributes>.activities.first { $0.activityState == .active || $0.activityState == .stale }
    }
    private let info = ActivityAuthorizationInfo()
    private(set) var isAllowed = true
    private var permission: Task<Void, Never>?
    private var chain: Task<Void, Never>?

    func watchPermission() {
        isAllowed = info.areActivitiesEnabled
        permission = Task { [weak self, info] in
            for await isEnabled in info.activityEnablementUpdates {
                self?.isAllowed = isEnabled
                if isEnabled { break }
            }
        }
    }

    func show(percent: Int, of car: String) {
        let content = ActivityContent(state: ChargingAttributes.ContentState(percent: percent), staleDate: nil)
        let before = chain
        chain = Task { [weak self] in
            await before?.value
            if let activity = self?.activity {
                await activity.update(content)
            } else {
                do {
                    _ = try Activity.request(attributes: ChargingAttributes(car: car), content: content)
                } catch ActivityAuthorizationError.denied {
                    self?.isAllowed = false
                } catch {
                    assertionFailure("\(error)")
                }
            }
        }
    }

    func hide() {
        chain = Task { [chain, activity] in
            await chain?.value
            await activity?.end(nil, dismissalPolicy: .immediate)
        }
    }

    func settle() async { await chain?.value }

    static func request(for token: String) -> URLRequest {
        var request = URLRequest(url: URL(string: "https://example.com/token")!)
        request.httpMethod = "POST"
        request.httpBody = try? JSONSerialization.data(withJSONObject: ["token": token])
        return request
    }
}
