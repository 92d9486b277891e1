// Style: a project created by Xcode 26. Everything in it is isolated to the main actor, including the activity's values.
import ActivityKit
import SwiftUI
import WidgetKit

enum Zone: String, Codable {
    case street, garage

    var symbol: String { self == .street ? "car" : "building" }
}

struct Fee: Codable, Hashable {
    var cents: Int
    var text: String { "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }
}

struct ParkingAttributes: ActivityAttributes {
    var plate: String
    var zone: Zone
}

extension ParkingAttributes {
    struct ContentState: Codable, Hashable {
        var fee: Fee
        var phase: Phase

        enum Phase: String, Codable { case running, paid }
    }
}

final class ParkingManager {
    static let shared = ParkingManager()

    private(set) var fees: [String] = []
    private var activity: Activity<ParkingAttributes>?

    func park(_ plate: String, in zone: Zone) throws {
        let state = ParkingAttributes.ContentState(fee: Fee(cents: 0), phase: .running)
        activity = try Activity.request(
            attributes: ParkingAttributes(plate: plate, zone: zone), content: ActivityContent(state: state, staleDate: nil))
    }

    func charge(_ cents: Int) async {
        guard let activity else { return }
        var state = activity.content.state
        state.fee.cents += cents
        await activity.update(ActivityContent(state: state, staleDate: nil))
    }

    func leave() async {
        guard let activity else { return }
        var state = activity.content.state
        state.phase = .paid
        await activity.end(ActivityContent(state: state, staleDate: nil), dismissalPolicy: .immediate)
    }

    /// Records each fee until the card is dismissed.
    func watch() async {
        guard let activity else { return }
        for await content in activity.contentUpdates { fees.append(content.state.fee.text) }
    }
}

struct ParkingWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: ParkingAttributes.self) { context in
            Label("\(context.attributes.plate) \(context.state.fee.text)", systemImage: context.attributes.zone.symbol)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.center) { Text(context.state.phase.rawValue) }
            } compactLeading: {
                Image(systemName: context.attributes.zone.symbol)
            } compactTrailing: {
                Text(context.state.fee.text)
            } minimal: {
                Text(context.state.fee.text)
            }
        }
    }
}
