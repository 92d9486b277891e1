#if PushFiles
import Foundation
import LiveActivityCore
import LiveActivityPushTesting

/// The output of `live-activities plan`.
struct PlanReport {
    let plan: PushPlan
    /// The policy's result on devices without throttling.
    let free: PushPlan
    /// All policies, cheapest first; empty without promises.
    let plans: [PushPlan]
    let promises: [PushPromise]
    let devices: Int
    let file: String

    func printText() {
        print("The pusher's own rules; devices and service are a model, not Apple's: it compares policies.")
        print("\(file), \(devices) devices for each owner\n")
        print("policy: \(plan.policy)")
        print(row(["hour", "pushes", "priority 10", "most on a device"]))
        for hour in plan.hours {
            print(row([Self.time(hour.at), "\(hour.pushes)", "\(hour.urgent)", "\(hour.mostUrgentOnADevice)"]))
        }
        print("\nseconds from a change to the screens, and without throttling")
        print(row(["change", "count", "half", "99 %", "99 % unthrottled"]))
        for delays in plan.delays {
            let unthrottled = free.delays.first { $0.name == delays.name }
            print(
                row([
                    delays.name, "\(delays.changes)", Self.seconds(delays.percentile(0.5)),
                    Self.seconds(delays.percentile(0.99)),
                    unthrottled.map { Self.seconds($0.percentile(0.99)) } ?? "-",
                ]))
        }
        print("throttled: \(plan.throttled) of \(plan.urgent) pushes of priority 10")
        for promise in promises {
            let share = String(format: "%.1f", plan.share(keeping: promise) * 100)
            print("promise \(promise): \(plan.keeps(promise) ? "kept" : "broken"), \(share) %")
        }
        guard !plans.isEmpty else { return }
        print("\npolicies, the cheapest first")
        print(row(["priority 10", "pushes", "promises", "policy"]))
        for other in plans {
            let kept = promises.filter(other.keeps).count
            print(row(["\(other.urgent)", "\(other.pushes)", "\(kept) of \(promises.count)", "\(other.policy)"]))
        }
    }

    func printJSON() throws {
        struct Line: Encodable {
            struct Hour: Encodable {
                var at: String
                var pushes: Int
                var priority10: Int
                var mostOnADevice: Int
            }
            struct Delay: Encodable {
                var name: String
                var changes: Int
                var half_s: Double?
                var p99_s: Double?
                var p99Unthrottled_s: Double?
            }
            struct Kept: Encodable {
                var promise: String
                var share: Double
                var isKept: Bool
            }
            var isModel = true
            var spacing_s: Double
            var policy: String
            var devicesPerOwner: Int
            var hours: [Hour]
            var delays: [Delay]
            var promises: [Kept]
            var throttled: Int
        }
        func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
        let line = Line(
            spacing_s: plan.policy.spacing, policy: "\(plan.policy)", devicesPerOwner: devices,
            hours: plan.hours.map {
                Line.Hour(
                    at: $0.at.formatted(.iso8601), pushes: $0.pushes, priority10: $0.urgent,
                    mostOnADevice: $0.mostUrgentOnADevice)
            },
            delays: plan.delays.map { delays in
                Line.Delay(
                    name: delays.name, changes: delays.changes, half_s: finite(delays.percentile(0.5)),
                    p99_s: finite(delays.percentile(0.99)),
                    p99Unthrottled_s: finite(free.delays.first { $0.name == delays.name }?.percentile(0.99)))
            },
            promises: promises.map {
                Line.Kept(promise: "\($0)", share: plan.share(keeping: $0), isKept: plan.keeps($0))
            }, throttled: plan.throttled)
        try printLine(json: line)
    }

    /// Prints what each owner's first device displays, one JSON object a line.
    func printSights() throws {
        struct Line: Encodable {
            var at: String
            var owner: String
            var activity: String
            var isAlert: Bool
            var content: JSONText
        }
        for sight in plan.sights {
            let line = Line(
                at: sight.at.formatted(.iso8601), owner: sight.owner, activity: sight.activity, isAlert: sight.isAlert,
                content: sight.content)
            try printLine(json: line)
        }
    }

    private func row(_ columns: [String]) -> String {
        columns.enumerated().map { index, text in
            index == columns.count - 1 ? text : text + String(repeating: " ", count: max(1, 22 - text.count))
        }.joined()
    }

    private static func seconds(_ value: Double) -> String { value.isFinite ? String(format: "%.1f", value) : "never" }

    private static func time(_ date: Date) -> String { String(date.formatted(.iso8601).dropFirst(5).prefix(11)) }
}
#endif
