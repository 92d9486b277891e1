public import LiveActivityCore

/// A person's devices: the first is the source of truth, the rest follow it as well as they can.
///
/// The first device's screen is kept here and follows each change at once. For each of the others there is a delivery, which the host
/// sends however it can, over a wire that may lose, delay, repeat and reorder: the device's own ``DeviceScreen`` never goes back.
///
/// Give it each of the person's changes once, in order (``Change/sequence``).
public struct DeviceGroup: Sendable {
    /// In the order in which they registered.
    public private(set) var devices: [Device] = []
    private var truth = DeviceScreen(surfaces: [])
    private var sequence: UInt64

    /// For a person who has no activities yet.
    public init() { sequence = 0 }

    /// - Parameters:
    ///   - activities: What the person has already: from a snapshot, or from an engine.
    ///   - sequence: Of the newest change that these know of, at least 1; the changes after it are to follow.
    public init(_ activities: [ShownActivity], sequence: UInt64) {
        self.sequence = max(1, sequence)
        truth.receive(Delivery(to: "", sequence: self.sequence, .everything(activities)))
    }

    /// The device that shows each change first; `nil` while there is none.
    public var sourceOfTruth: Device? { devices.first }

    /// What the source of truth shows.
    public var screen: DeviceScreen { truth }

    /// Adds a device, or says anew which surfaces it has: then it keeps its place among the others.
    ///
    /// - Returns: What it must be handed to begin with, unless it is the source of truth, whose screen is here.
    @discardableResult
    public mutating func register(_ device: Device) -> Delivery? {
        if let place = devices.firstIndex(where: { $0.id == device.id }) {
            devices[place] = device
        } else {
            devices.append(device)
        }
        if device.id == devices[0].id {
            truth = truth.moved(to: device.surfaces)
            return nil
        }
        return everything(for: device.id)
    }

    /// Takes a device out. If it was the source of truth, the one that registered next is it from now on.
    public mutating func unregister(_ id: DeviceID) {
        let source = devices.first?.id
        devices.removeAll { $0.id == id }
        if id == source { truth = truth.moved(to: devices.first?.surfaces ?? []) }
    }

    /// Takes a change: the source of truth shows it.
    ///
    /// - Returns: A delivery for each of the other devices; none where the change only reports.
    public mutating func apply(_ change: Change) -> [Delivery] {
        guard change.sequence > sequence, !change.what.isReport else { return [] }
        let activity: ShownActivity
        if var known = truth.activity(change.activity) {
            known.apply(change)
            activity = known
        } else if let new = ShownActivity(change) {
            activity = new
        } else {
            return []
        }
        sequence = change.sequence
        var alert: AlertConfiguration?
        if case .alerted(let configuration) = change.what { alert = configuration }
        let what = Delivery.What.activity(activity, alert: alert)
        truth.receive(Delivery(to: "", sequence: sequence, what))
        return devices.dropFirst().map { Delivery(to: $0.id, sequence: sequence, what) }
    }

    /// All that there is, for a device that was away; `nil` if it is not one of these.
    public func everything(for id: DeviceID) -> Delivery? {
        guard devices.contains(where: { $0.id == id }) else { return nil }
        return Delivery(to: id, sequence: sequence, .everything(truth.activities))
    }
}
