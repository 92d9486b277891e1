// Style: written for iOS 16.1 and never updated, behind availability checks and an old protocol.
//
// The methods are marked as deprecated only so that this package builds without warnings; each call in them would otherwise
// warn and name its replacement.
import ActivityKit
import Foundation

@available(iOS 16.1, *)
struct CloakroomAttributes: ActivityAttributes {
    public typealias Coat = ContentState
    public struct ContentState: Codable, Hashable {
        var closes: Date
        var isAtCounter: Bool = false
    }
    var number: String
}

protocol CloakroomDesk {
    func take(_ number: String, closesIn seconds: TimeInterval) -> Bool
    func bringToCounter() async
    func remind() async
    func give(back atOnce: Bool) async
    func watch(_ body: @escaping @Sendable (CloakroomAttributes.ContentState) -> Void) -> Task<Void, Never>?
}

class CloakroomTicket: CloakroomDesk {
    // Untyped, as a stored property cannot have an availability of its own.
    private var box: Any?

    @available(iOS 16.1, *)
    var ticket: Activity<CloakroomAttributes>? {
        get { box as? Activity<CloakroomAttributes> }
        set { box = newValue }
    }

    @available(*, deprecated)
    @discardableResult
    func take(_ number: String, closesIn seconds: TimeInterval) -> Bool {
        guard #available(iOS 16.1, *), ActivityAuthorizationInfo().areActivitiesEnabled else { return false }
        do {
            ticket = try Activity<CloakroomAttributes>.request(
                attributes: CloakroomAttributes(number: number),
                contentState: CloakroomAttributes.Coat(closes: Date(timeIntervalSinceNow: seconds)), pushType: nil)
        } catch (let problem) {
            print("no ticket: \(problem.localizedDescription)")
            return false
        }
        return true
    }

    @available(*, deprecated)
    func bringToCounter() async {
        if #available(iOS 16.1, *), let ticket = ticket {
            var coat = ticket.contentState
            coat.isAtCounter = true
            await ticket.update(using: coat)
        }
    }

    @available(*, deprecated)
    func remind() async {
        await ticket?.update(
            using: ticket!.contentState,
            alertConfiguration: AlertConfiguration(title: "Cloakroom", body: "We close soon", sound: .default))
    }

    @available(*, deprecated)
    func give(back atOnce: Bool) async {
        if atOnce {
            await ticket?.end(dismissalPolicy: .immediate)
        } else {
            await ticket?.end()
        }
        ticket = nil
    }

    @available(*, deprecated)
    func watch(_ body: @escaping @Sendable (CloakroomAttributes.ContentState) -> Void) -> Task<Void, Never>? {
        guard let ticket else { return nil }
        return Task { for await coat in ticket.contentStateUpdates { body(coat) } }
    }
}
