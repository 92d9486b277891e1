// Style: a singleton class, guarded imports and availability, its id in UserDefaults, log lines by NSLog.
#if canImport(ActivityKit)
import ActivityKit
import Foundation

@available(iOS 16.1, *)
struct LaundryAttributes: ActivityAttributes {
    public typealias Progress = ContentState

    public struct ContentState: Codable, Hashable {
        var cycle: String
        var window: ClosedRange<Date>
        var warning: String?
    }

    var machine: Int
    var load: String
}

@available(iOS 16.2, *)
final class LaundryMonitor: @unchecked Sendable {
    static let shared = LaundryMonitor()

    private let idKey = "\(String(reflecting: LaundryMonitor.self)).washing"
    private let lock = DispatchQueue(label: "laundry.monitor")
    private var washing: Activity<LaundryAttributes>?

    private init() {}

    var isWashing: Bool { lock.sync { washing.map { [.active, .stale].contains($0.activityState) } ?? false } }
    var activity: Activity<LaundryAttributes>? { lock.sync { washing } }

    func begin(machine: Int, kilograms: Double) {
        if !ActivityAuthorizationInfo().areActivitiesEnabled {
            NSLog("laundry: not allowed")
            return
        }
        let begun = Date()
        let first = LaundryAttributes.Progress(
            cycle: "wash", window: begun...begun.addingTimeInterval(50 * 60), warning: nil)
        do {
            let started = try Activity<LaundryAttributes>.request(
                attributes: LaundryAttributes(machine: machine, load: String(format: "%.1f kg", kilograms)),
                content: ActivityContent(state: first, staleDate: begun.addingTimeInterval(55 * 60)),
                pushType: nil)
            lock.sync { washing = started }
            UserDefaults.standard.set(started.id, forKey: idKey)
            NSLog("laundry: %@", started.id)
        } catch let problem {
            NSLog("laundry: %@", problem.localizedDescription)
        }
    }

    func cycleChanged(to cycle: String, then: (@Sendable () -> Void)? = nil) {
        guard let washing = lock.sync(execute: { self.washing }) else { return }
        Task {
            var next = washing.content.state
            next.cycle = cycle
            let note = AlertConfiguration(
                title: "Machine \(washing.attributes.machine)", body: "Now it does: \(cycle)", sound: .default)
            await washing.update(
                ActivityContent<LaundryAttributes.ContentState>(state: next, staleDate: nil), alertConfiguration: note)
            then?()
        }
    }

    func emptied(hideAtOnce: Bool) async {
        guard let id = UserDefaults.standard.string(forKey: idKey) else { return }
        for old in Activity<LaundryAttributes>.activities where old.id == id {
            await old.end(
                ActivityContent(state: old.content.state, staleDate: .now),
                dismissalPolicy: hideAtOnce ? .immediate : .after(.now + 8 * 60))
        }
        UserDefaults.standard.removeObject(forKey: idKey)
        lock.sync { washing = nil }
    }
}
#endif
