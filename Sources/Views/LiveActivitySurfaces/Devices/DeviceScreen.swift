public import Foundation
public import LiveActivityCore

/// What one device shows: of each activity the newest revision that has reached it.
///
/// Whatever the order in which deliveries come, and however often, an older revision never follows a newer one, and what was dismissed does
/// not come back. A delivery that was lost is made up for by the activity's next one, or by ``Delivery/What/everything(_:)``. A pure
/// value: its owner says what time it is.
public struct DeviceScreen: Sendable {
    public private(set) var surfaces: [PresentationSurface]

    private struct Entry: Hashable, Sendable {
        var activity: ShownActivity
        /// Of the delivery that brought it.
        var sequence: UInt64
    }

    private var entries: [Entry] = []
    /// Activities that are gone, the one that went first at the beginning, each with the sequence at which it went.
    private var gone: [(id: ActivityID, sequence: UInt64)] = []
    /// An activity that is not shown is not shown by a delivery of this sequence or before: it may be one whose end was forgotten.
    private var floor: UInt64 = 0
    private var now = Date.distantPast

    /// How many activities that went are remembered one by one. A late delivery older than that is passed over with the others of
    /// its time, which costs a device that lags so far a delivery that it will get again.
    static let goneMax = 64

    public init(surfaces: [PresentationSurface]) { self.surfaces = surfaces }

    /// The same on another device.
    func moved(to surfaces: [PresentationSurface]) -> DeviceScreen {
        var screen = self
        screen.surfaces = surfaces
        return screen
    }

    /// What became of a delivery.
    public enum Receipt: Hashable, Sendable {
        /// It is shown from now on, and the person is alerted if there is an alert.
        case shown(alert: AlertConfiguration?)
        /// Something newer, or the same, was there before. Nothing has changed, and nobody is alerted.
        case overtaken
    }

    /// Takes a delivery. Whom it is addressed to is not looked at.
    @discardableResult
    public mutating func receive(_ delivery: Delivery) -> Receipt {
        switch delivery.what {
        case .activity(let activity, let alert):
            return accept(activity, delivery.sequence) ? .shown(alert: alert) : .overtaken
        case .everything(let activities):
            guard delivery.sequence >= floor else { return .overtaken }
            let before = entries
            for activity in activities { accept(activity, delivery.sequence) }
            let living = Set(activities.map(\.id))
            for entry in entries where entry.sequence <= delivery.sequence && !living.contains(entry.activity.id) {
                remove(entry.activity.id, delivery.sequence)
            }
            floor = delivery.sequence
            gone.removeAll { $0.sequence <= floor }
            return before == entries ? .overtaken : .shown(alert: nil)
        }
    }

    /// Lets go of what has ended and whose dismissal has come, though nobody may have said so.
    public mutating func advance(to now: Date) {
        self.now = max(self.now, now)
        for entry in entries where isOver(entry.activity) { remove(entry.activity.id, entry.sequence) }
    }

    // MARK: - What is seen

    /// Everything it shows, the most relevant first.
    public var activities: [ShownActivity] {
        entries.map(\.activity).sorted { $0.standing < $1.standing }
    }

    public func activity(_ id: ActivityID) -> ShownActivity? { entries.first { $0.activity.id == id }?.activity }

    /// What is where.
    public var arrangement: Arrangement { Arrangement(of: entries.lazy.map(\.activity.standing)) }

    /// What is seen on one of its surfaces, the most relevant first; nothing on one that the device does not have.
    public func activities(on place: PresentationSurface) -> [ShownActivity] {
        guard surfaces.contains(place) else { return [] }
        return arrangement.activities(on: place).compactMap(activity)
    }

    // MARK: - Order

    @discardableResult
    private mutating func accept(_ activity: ShownActivity, _ sequence: UInt64) -> Bool {
        guard let place = entries.firstIndex(where: { $0.activity.id == activity.id }) else {
            guard sequence > floor, !gone.contains(where: { $0.id == activity.id }) else { return false }
            // Nothing was shown before, so that it is over is no news; but what comes late must not show it.
            if isOver(activity) {
                remove(activity.id, sequence)
                return false
            }
            entries.append(Entry(activity: activity, sequence: sequence))
            return true
        }
        guard sequence > entries[place].sequence, activity.revision >= entries[place].activity.revision else { return false }
        if isOver(activity) {
            remove(activity.id, sequence)
        } else {
            entries[place] = Entry(activity: activity, sequence: sequence)
        }
        return true
    }

    private func isOver(_ activity: ShownActivity) -> Bool {
        activity.state == .dismissed || activity.state == .ended && activity.dismissalDate.map { $0 <= now } ?? false
    }

    private mutating func remove(_ id: ActivityID, _ sequence: UInt64) {
        entries.removeAll { $0.activity.id == id }
        gone.append((id, sequence))
        if gone.count > Self.goneMax { floor = max(floor, gone.removeFirst().sequence) }
    }
}
