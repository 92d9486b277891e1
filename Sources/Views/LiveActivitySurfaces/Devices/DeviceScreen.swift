public import Foundation
public import LiveActivityCore

/// The screen of one device: the newest revision of each activity that has reached it.
///
/// Updates may arrive in any order and any number of times: an older revision never replaces a newer one, and a
/// dismissed activity does not reappear. A lost update is made good by the next update of the same activity or by a
/// complete list. The screen is a value without a clock: its owner passes the time to ``advance(to:)``.
public struct DeviceScreen: Sendable {
    public private(set) var surfaces: [SizedSurface]

    private struct Entry: Hashable, Sendable {
        var activity: ShownActivity
        /// The sequence number of the update that brought it.
        var sequence: UInt64
    }

    private var entries: [Entry] = []
    /// Tombstones: removed activities, the oldest removal first, each with the sequence number at which it was removed.
    private var gone: [(id: ActivityID, sequence: UInt64)] = []
    /// Updates up to this sequence number never add an activity: it could be one whose tombstone was discarded.
    private var floor: UInt64 = 0
    private var now = Date.distantPast

    /// The number of tombstones. When the oldest is discarded, ``floor`` rises to it, so later updates from before it
    /// are ignored. A device that lags so far behind loses nothing, because it will be sent the activity again.
    static let goneMax = 64

    /// An empty screen with these surfaces.
    public init(surfaces: [SizedSurface]) { self.surfaces = surfaces }

    /// This screen's content on another device.
    func moved(to surfaces: [SizedSurface]) -> DeviceScreen {
        var screen = self
        screen.surfaces = surfaces
        return screen
    }

    /// The effect of an update.
    public enum Receipt: Hashable, Sendable {
        /// The screen changed. The device must alert its user if there is an alert.
        case shown(alert: AlertConfiguration?)
        /// The update was older than, or equal to, what the screen already has. Nothing changed, and there is no alert.
        case overtaken
    }

    /// Applies an update. The address in it is not checked.
    @discardableResult
    public mutating func receive(_ update: DeviceUpdate) -> Receipt {
        switch update.what {
        case .activity(let activity, let alert): return accept(activity, update.sequence) ? .shown(alert: alert) : .overtaken
        case .everything(let activities):
            guard update.sequence >= floor else { return .overtaken }
            let before = entries
            for activity in activities { accept(activity, update.sequence) }
            let living = Set(activities.map(\.id))
            for entry in entries where entry.sequence <= update.sequence && !living.contains(entry.activity.id) {
                remove(entry.activity.id, update.sequence)
            }
            floor = update.sequence
            gone.removeAll { $0.sequence <= floor }
            return before == entries ? .overtaken : .shown(alert: nil)
        }
    }

    /// Sets the time, and removes ended activities whose dismissal date has been reached.
    ///
    /// A time before the latest one is ignored.
    public mutating func advance(to now: Date) {
        self.now = max(self.now, now)
        for entry in entries where isOver(entry.activity) { remove(entry.activity.id, entry.sequence) }
    }

    // MARK: - Activities on the screen

    /// All activities on the screen, the most relevant first.
    public var activities: [ShownActivity] { entries.map(\.activity).sorted { $0.rank < $1.rank } }

    /// The activity with this identifier, or `nil` if the screen does not show it.
    public func activity(_ id: ActivityID) -> ShownActivity? { entries.first { $0.activity.id == id }?.activity }

    /// On which surface each activity is shown.
    public var arrangement: Arrangement { Arrangement(of: entries.lazy.map(\.activity.rank)) }

    /// The activities on one surface, the most relevant first. Empty for a surface that the device does not have.
    public func activities(on surface: SizedSurface) -> [ShownActivity] {
        guard surfaces.contains(surface) else { return [] }
        return arrangement.activities(on: surface).compactMap(activity)
    }

    // MARK: - Order

    @discardableResult
    private mutating func accept(_ activity: ShownActivity, _ sequence: UInt64) -> Bool {
        guard let place = entries.firstIndex(where: { $0.activity.id == activity.id }) else {
            guard sequence > floor, !gone.contains(where: { $0.id == activity.id }) else { return false }
            // The activity was not shown, so its end changes nothing here. The tombstone stops an older update from
            // showing it.
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
