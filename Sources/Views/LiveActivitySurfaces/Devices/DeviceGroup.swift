public import LiveActivityCore

/// All devices of one user. The first one is the source of truth, the others follow it.
///
/// The group keeps the first device's screen and updates it at once with each change. For each other device it returns
/// an update, which the host sends over any transport. The transport may lose, delay, repeat or reorder updates: the
/// receiving ``DeviceScreen`` never goes back to an older state.
///
/// Pass each of the user's changes once, in order (``/LiveActivityCore/Change/sequence``).
public struct DeviceGroup: Sendable {
    /// The devices, in the order in which they registered.
    public private(set) var devices: [Device] = []
    private var truth = DeviceScreen(surfaces: [])
    private var sequence: UInt64

    /// A group without devices and activities.
    public init() { sequence = 0 }

    /// Creates a group without devices, for a user who already has activities.
    ///
    /// - Parameters:
    ///   - activities: The user's activities, from a snapshot or an engine.
    ///   - sequence: The sequence number of the newest change that `activities` includes. Values below 1 count as 1.
    ///     The next change passed to ``apply(_:)`` must have a higher number.
    public init(_ activities: [ShownActivity], sequence: UInt64) {
        self.sequence = max(1, sequence)
        truth.receive(DeviceUpdate(to: "", sequence: self.sequence, .everything(activities)))
    }

    /// The device whose screen the group keeps; `nil` while no device is registered.
    public var sourceOfTruth: Device? { devices.first }

    /// The screen of the source of truth.
    public var screen: DeviceScreen { truth }

    /// Adds a device, or replaces the surfaces of a device that is registered already without changing its position.
    ///
    /// - Returns: The update with which the device must start. `nil` for the source of truth, whose screen is kept
    ///   here.
    @discardableResult
    public mutating func register(_ device: Device) -> DeviceUpdate? {
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

    /// Removes a device. If it was the source of truth, the device that registered next takes over. Unknown devices are
    /// ignored.
    public mutating func unregister(_ id: DeviceID) {
        let source = devices.first?.id
        devices.removeAll { $0.id == id }
        if id == source { truth = truth.moved(to: devices.first?.surfaces ?? []) }
    }

    /// Applies a change to the source of truth.
    ///
    /// - Returns: One update for each other device. Empty for changes that only report something, for a change that was
    ///   applied before, and for a change without content to an activity that is not known here.
    public mutating func apply(_ change: Change) -> [DeviceUpdate] {
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
        let what = DeviceUpdate.What.activity(activity, alert: alert)
        truth.receive(DeviceUpdate(to: "", sequence: sequence, what))
        return devices.dropFirst().map { DeviceUpdate(to: $0.id, sequence: sequence, what) }
    }

    /// The complete list of activities for a device that was away; `nil` if the device is not registered.
    public func everything(for id: DeviceID) -> DeviceUpdate? {
        guard devices.contains(where: { $0.id == id }) else { return nil }
        return DeviceUpdate(to: id, sequence: sequence, .everything(truth.activities))
    }
}
