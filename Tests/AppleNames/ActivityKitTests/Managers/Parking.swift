// Style: a namespace of static functions without state of its own; the activities are the only state.
import ActivityKit
import Foundation

struct ParkingAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var paidUntil: Date }
    let zone: String
    let plate: String
}

enum Parking {
    static func start(zone: String, plate: String, hours: Double) throws -> String {
        guard ActivityAuthorizationInfo().areActivitiesEnabled else { throw ActivityAuthorizationError.denied }
        let until = Date.now.addingTimeInterval(hours * 3600)
        return try Activity.request(
            attributes: ParkingAttributes(zone: zone, plate: plate),
            content: ActivityContent(state: .init(paidUntil: until), staleDate: until)
        ).id
    }

    static func extend(plate: String, by seconds: TimeInterval) async {
        guard let activity = Activity<ParkingAttributes>.activities.first(where: { $0.attributes.plate == plate }) else {
            return
        }
        let until = activity.content.state.paidUntil + seconds
        await activity.update(ActivityContent(state: .init(paidUntil: until), staleDate: until))
    }

    static func leave(plate: String) async {
        await withTaskGroup(of: Void.self) { group in
            for activity in Activity<ParkingAttributes>.activities where activity.attributes.plate == plate {
                group.addTask { await activity.end(nil, dismissalPolicy: .immediate) }
            }
        }
    }

    static var plates: [String] { Activity<ParkingAttributes>.activities.map(\.attributes.plate).sorted() }
}
