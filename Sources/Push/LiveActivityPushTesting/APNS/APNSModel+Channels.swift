#if Push
import LiveActivityCore
import LiveActivityJSON

/// The channels of a service, by app.
struct ChannelRegistry: Sendable {
    struct Channel: Sendable {
        var storesMessage: Bool
        var number: Int
    }

    private var apps: [String: [String: Channel]] = [:]
    private var channelsEver = 0
    let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    subscript(bundle: String, id: String) -> Channel? { apps[bundle]?[id] }

    /// The ids of an app's channels, in the order of their creation.
    func all(of bundle: String) -> [String] { (apps[bundle] ?? [:]).sorted { $0.value.number < $1.value.number }.map(\.key) }

    mutating func create(_ bundle: String, storesMessage: Bool, limit: Int) throws(APNSRefusal) -> String {
        guard apps[bundle]?.count ?? 0 < limit else { throw APNSRefusal(.cannotCreateChannel) }
        channelsEver += 1
        let words = [StableHash.mix(seed &+ UInt64(channelsEver)), StableHash.mix(~seed &+ UInt64(channelsEver))]
        let id = Data(words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } })
            .base64EncodedString()
        apps[bundle, default: [:]][id] = Channel(storesMessage: storesMessage, number: channelsEver)
        return id
    }

    mutating func delete(_ bundle: String, _ id: String) -> Bool { apps[bundle]?.removeValue(forKey: id) != nil }
}

extension APNSModel {
    /// The ids of an app's channels, in the order of their creation.
    public func channels(of bundle: String) -> [String] { channels.all(of: bundle) }

    /// `POST /4/broadcasts/apps/<bundle id>`.
    mutating func broadcast(
        _ request: APNSRequest, from bundle: String, on connection: inout Connection, at now: Date
    ) throws(APNSRefusal) -> APNSDecision {
        guard request.method == "POST" else { throw APNSRefusal(.methodNotAllowed) }
        let headers = try PushHeaders(request.headers)
        let key = try authorize(headers.authorization, on: &connection, at: now)
        try Self.check(bundle, key)
        let id = try messageID(headers.requestID)
        guard let pushType = headers.pushType else { throw APNSRefusal(.missingPushType) }
        guard pushType.lowercased() == "liveactivity" else { throw APNSRefusal(.invalidPushType) }
        let (name, channel) = try channel(headers, bundle)
        guard headers.priorityText != nil else { throw APNSRefusal(.badPriority) }
        guard headers.expiration != nil else { throw APNSRefusal(.badExpirationDate) }
        let delivery = APNSDelivery(
            at: now, target: .channel(name), bundle: bundle, priority: try headers.priority(),
            storage: try headers.storage(default: 8 * 3_600, at: now), id: id, body: request.body)
        guard channel.storesMessage || delivery.storage == .none else { throw APNSRefusal(.badExpirationDate) }
        try Self.check(request.body, limit: 5_120)
        // A broadcast is an update or an end, never a start. Source: Documentation/Reference.md, CHAN-01.
        guard ["update", "end"].contains((try? JSONValue(parsing: request.body))?["aps"]?["event"]?.string) else {
            throw APNSRefusal(.badRequestPayload)
        }
        let fault = faults.fault(for: name, number: UInt32(truncatingIfNeeded: statistics.delivered))
        if case .answer(let reason) = fault?.effect { throw APNSRefusal(reason) }
        var answer = APNSAnswer(id: id)
        answer.isAboutChannel = true
        answer.uniqueID = nextID()
        return Self.decision(fault, answer, delivery)
    }

    /// `/1/apps/<bundle id>/channels` and `/all-channels`.
    mutating func manage(
        _ request: APNSRequest, on connection: inout Connection, at now: Date
    ) throws(APNSRefusal) -> APNSDecision {
        let parts = request.path.dropFirst(8).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == "channels" || parts[1] == "all-channels" else { throw APNSRefusal(.badPath) }
        let bundle = String(parts[0])
        let headers = try PushHeaders(request.headers)
        try Self.check(bundle, try authorize(headers.authorization, on: &connection, at: now))
        var answer = APNSAnswer(id: try messageID(headers.requestID))
        answer.isAboutChannel = true
        switch (request.method, parts[1]) {
        case ("POST", "channels"):
            answer.status = 201
            answer.channel = try channels.create(
                bundle, storesMessage: try Self.storagePolicy(request.body), limit: configuration.channels)
        case ("GET", "channels"):
            let (_, channel) = try channel(headers, bundle)
            let policy = channel.storesMessage ? 1 : 0
            answer.json = Array(#"{"message-storage-policy":\#(policy),"push-type":"LiveActivity"}"#.utf8)
        case ("DELETE", "channels"):
            let (name, _) = try channel(headers, bundle)
            _ = channels.delete(bundle, name)
            answer.status = 204
        case ("GET", "all-channels"):
            let names = JSONValue(channels.all(of: bundle).map { JSONValue($0) })
            answer.json = JSONText(JSONValue(members: [("channels", names)])).bytes
        default: throw APNSRefusal(.methodNotAllowed)
        }
        return APNSDecision(outcome: .answer(answer, after: .zero))
    }

    private func channel(
        _ headers: PushHeaders, _ bundle: String
    ) throws(APNSRefusal) -> (name: String, ChannelRegistry.Channel) {
        guard let name = headers.channel else { throw APNSRefusal(.missingChannelID) }
        guard Data(base64Encoded: name) != nil, !name.isEmpty else { throw APNSRefusal(.badChannelID) }
        guard let channel = channels[bundle, name] else { throw APNSRefusal(.channelNotRegistered) }
        return (name, channel)
    }

    private static func check(_ bundle: String, _ key: RegisteredKey) throws(APNSRefusal) {
        guard !bundle.isEmpty, !bundle.contains("/") else { throw APNSRefusal(.badPath) }
        guard !bundle.contains(".push-type.") else { throw APNSRefusal(.topicDisallowed) }
        if let bundles = key.bundles, !bundles.contains(bundle) { throw APNSRefusal(.topicMismatch) }
    }

    private static func storagePolicy(_ body: [UInt8]) throws(APNSRefusal) -> Bool {
        guard !body.isEmpty else { throw APNSRefusal(.payloadEmpty) }
        guard let value = try? JSONValue(parsing: body) else { throw APNSRefusal(.badRequestPayload) }
        guard value["push-type"]?.string?.lowercased() == "liveactivity" else { throw APNSRefusal(.invalidPushType) }
        switch value["message-storage-policy"]?.int {
        case 0: return false
        case 1: return true
        default: throw APNSRefusal(.badRequestParameters)
        }
    }
}
#endif
