import LiveActivityCore

/// A car on a parking meter: paid until a time, warned five minutes before, over then.
struct ParkingProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var paidUntil: Date
            var isRunningOut = false
        }
        var plate: String
        var minutes: Double
    }

    enum Event: Codable, Sendable { case extended(minutes: Double), left }

    let kind: ActivityKind = "parking"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(paidUntil: now + attributes.minutes * 60), staleDate: nil)
    }

    func begin(_ activity: inout Scope) { activity.wake(at: max(activity.state.paidUntil - 300, activity.now + 1)) }

    func handle(_ event: Event, in activity: inout Scope) {
        switch event {
        case .left: activity.end(dismissal: .immediate)
        case .extended(let minutes):
            activity.state = .init(paidUntil: activity.state.paidUntil + minutes * 60)
            begin(&activity)
        }
    }

    func tick(_ activity: inout Scope) {
        if activity.now >= activity.state.paidUntil { return activity.end(dismissal: .default) }
        activity.state.isRunningOut = true
        activity.alert(AlertConfiguration(title: "Parking", body: "\(activity.attributes.plate): five minutes left"))
        activity.wake(at: activity.state.paidUntil)
    }
}
