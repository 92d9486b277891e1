// Style: a singleton class, guarded imports and availability, its id in UserDefaults, log lines by NSLog.
#if canImport(ActivityKit)
import ActivityKit
import Foundation

@available(iOS 16.1, *)
struct PizzaOrderAttributes: ActivityAttributes {
    public typealias OrderStatus = ContentState

    public struct ContentState: Codable, Hashable {
        var courier: String
        var arrival: ClosedRange<Date>
        var note: String?
    }

    var numberOfPizzas: Int
    var total: String
}

@available(iOS 16.2, *)
final class PizzaOrderManager: @unchecked Sendable {
    static let shared = PizzaOrderManager()

    private let defaultsKey = "\(String(reflecting: PizzaOrderManager.self)).activity"
    private let queue = DispatchQueue(label: "pizza.activity")
    private var current: Activity<PizzaOrderAttributes>?

    private init() {}

    var isRunning: Bool { queue.sync { current?.activityState == .active || current?.activityState == .stale } }
    var activity: Activity<PizzaOrderAttributes>? { queue.sync { current } }

    func start(pizzas: Int, courier: String) {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else {
            NSLog("[Pizza] activities are off")
            return
        }
        let attributes = PizzaOrderAttributes(numberOfPizzas: pizzas, total: String(format: "%.2f €", Double(pizzas) * 9.5))
        let state = PizzaOrderAttributes.ContentState(
            courier: courier, arrival: Date()...Date().addingTimeInterval(30 * 60), note: nil)
        do {
            let activity = try Activity<PizzaOrderAttributes>.request(
                attributes: attributes,
                content: ActivityContent(state: state, staleDate: Date().addingTimeInterval(35 * 60)),
                pushType: nil)
            queue.sync { current = activity }
            UserDefaults.standard.set(activity.id, forKey: defaultsKey)
            NSLog("[Pizza] started %@", activity.id)
        } catch let error {
            NSLog("[Pizza] %@", error.localizedDescription)
        }
    }

    func courierChanged(to courier: String, completion: (@Sendable () -> Void)? = nil) {
        guard let activity = queue.sync(execute: { current }) else { return }
        Task {
            var state = activity.content.state
            state.courier = courier
            let alert = AlertConfiguration(
                title: "New courier", body: "\(courier) brings your \(activity.attributes.numberOfPizzas) pizzas",
                sound: .default)
            await activity.update(
                ActivityContent<PizzaOrderAttributes.ContentState>(state: state, staleDate: nil),
                alertConfiguration: alert)
            completion?()
        }
    }

    func stop(immediately: Bool) async {
        guard let id = UserDefaults.standard.string(forKey: defaultsKey) else { return }
        for activity in Activity<PizzaOrderAttributes>.activities where activity.id == id {
            let final = ActivityContent(state: activity.content.state, staleDate: .now)
            await activity.end(final, dismissalPolicy: immediately ? .immediate : .after(.now + 8 * 60))
        }
        UserDefaults.standard.removeObject(forKey: defaultsKey)
        queue.sync { current = nil }
    }
}
#endif
