import LiveActivityCore

/// What few activities have, as ``ActivityRecord/extras`` has it: an object whose fields are all optional.
struct StoredExtras: Codable {
    var startAlert: AlertConfiguration?
    var endDate: Date?
    var dismissalPolicy: ActivityUIDismissalPolicy?
    var lease: Lease?
    var leaseRenewedAt: Date?
    var renews: Bool?
    var style: ActivityStyle?
    var predecessor: ActivityID?
    var events: [EventID]?
    var pushType: String?
    var pushChannel: String?
    var pushToken: Data?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case startAlert, endDate, dismissalPolicy, lease, leaseRenewedAt, renews, style, predecessor, events
        case pushType, pushChannel, pushToken
    }

    /// `nil` if there is nothing to say.
    init?(_ extras: Snapshot.Extras?, _ pushes: StoredPushes?) {
        let extras = extras == Snapshot.Extras() ? nil : extras
        guard extras != nil || pushes?.type != nil else { return nil }
        if let extras {
            startAlert = extras.startAlert
            endDate = extras.endDate
            dismissalPolicy = extras.dismissalPolicy == .default ? nil : extras.dismissalPolicy
            lease = extras.lease
            leaseRenewedAt = extras.leaseRenewedAt
            renews = extras.renews ? true : nil
            style = extras.style == .standard ? nil : extras.style
            predecessor = extras.predecessor
            events = extras.events.isEmpty ? nil : extras.events
        }
        if let type = pushes?.type {
            pushType = type.channelID == nil ? "token" : "channel"
            pushChannel = type.channelID
            pushToken = pushes?.token
        }
    }

    /// - Parameter unknown: Fields that were read and are not known here.
    func text(with unknown: JSONValue?) -> JSONText? {
        guard let bytes = try? WireEncoder().encode(self) else { return nil }
        let known = JSONText(trusted: bytes)
        guard let unknown else { return known }
        return JSONText(JSONValue(members: Array(known.value.members) + Array(unknown.members)))
    }

    /// `nil` if there is nothing but how it takes pushes.
    var snapshot: Snapshot.Extras? {
        let extras = Snapshot.Extras(
            startAlert: startAlert, endDate: endDate, dismissalPolicy: dismissalPolicy ?? .default, lease: lease,
            leaseRenewedAt: leaseRenewedAt, renews: renews ?? false, style: style ?? .standard, predecessor: predecessor,
            events: events ?? [])
        return extras == Snapshot.Extras() ? nil : extras
    }

    /// The fields of an object that this version does not know.
    static func unknown(in value: JSONValue) -> JSONValue? {
        let members = value.members.filter { CodingKeys(stringValue: $0.key) == nil }
        return members.isEmpty ? nil : JSONValue(members: members)
    }

    var pushes: StoredPushes? {
        switch pushType {
        case "token": StoredPushes(type: .token, token: pushToken)
        case "channel": StoredPushes(type: .channel(pushChannel ?? ""), token: pushToken)
        default: nil
        }
    }
}
