import LiveActivityCore

/// The stored form of an activity's push type: members of ``/LiveActivityCore/ActivityRecord/Extras/additional``.
struct StoredPushes: Sendable {
    var type: PushType?
    var token: Data?

    init(type: PushType?, token: Data?) {
        self.type = type
        self.token = token
    }

    private enum Member {
        static let type = "pushType"
        static let channel = "pushChannel"
        static let token = "pushToken"
        static let all: Set = [type, channel, token]
    }

    /// Returns `nil` if the object has no members about pushes.
    init?(_ additional: JSONValue) {
        token = additional[Member.token]?.string.flatMap { Data(base64Encoded: $0) }
        switch additional[Member.type]?.string {
        case "token": type = .token
        case "channel": type = .channel(additional[Member.channel]?.string ?? "")
        default: return nil
        }
    }

    /// The members of the object that do not concern pushes, or belong to a push type of a later version; `nil` if there are
    /// none.
    static func others(in additional: JSONValue) -> JSONValue? {
        guard StoredPushes(additional) != nil else { return additional.count > 0 ? additional : nil }
        let others = additional.members.filter { !Member.all.contains($0.key) }
        return others.isEmpty ? nil : JSONValue(members: others.map { ($0.key, $0.value) })
    }

    /// The members about pushes, followed by others; `nil` if there are neither.
    static func additional(_ pushes: StoredPushes?, _ others: JSONValue?) -> JSONValue? {
        guard let pushes, let type = pushes.type else { return others }
        var members: [(key: String, value: JSONValue)] = []
        members.append((Member.type, type.channelID == nil ? "token" : "channel"))
        if let channel = type.channelID { members.append((Member.channel, JSONValue(channel))) }
        if let token = pushes.token { members.append((Member.token, JSONValue(token.base64EncodedString()))) }
        let kept = others?.members.filter { !Member.all.contains($0.key) } ?? []
        return JSONValue(members: members + kept.map { ($0.key, $0.value) })
    }
}
