#if Push
import LiveActivityCore
import LiveActivityJSON

extension APNSModel {
    /// `POST /3/device/<token>`.
    mutating func push(
        _ request: APNSRequest, to token: String, on connection: inout Connection, at now: Date
    ) throws(APNSRefusal) -> APNSDecision {
        guard request.method == "POST" else { throw APNSRefusal(.methodNotAllowed) }
        let headers = try PushHeaders(request.headers)
        let key = try authorize(headers.authorization, on: &connection, at: now)
        let id = try messageID(headers.id)
        let topic = try PushTopic(headers, key)
        let delivery = APNSDelivery(
            at: now, target: .token(token), bundle: topic.bundle, pushType: topic.pushType, priority: try headers.priority(),
            storage: try headers.storage(default: 30 * 86_400, at: now), collapseID: try headers.checkedCollapseID(), id: id,
            body: request.body)
        try Self.check(request.body, limit: 4_096)
        return try deliver(delivery, to: token, topic, at: now)
    }

    private mutating func deliver(
        _ delivery: APNSDelivery, to token: String, _ topic: PushTopic, at now: Date
    ) throws(APNSRefusal) -> APNSDecision {
        guard !token.isEmpty else { throw APNSRefusal(.missingDeviceToken) }
        guard token.utf8.count % 2 == 0, token.utf8.count <= 400, token.utf8.allSatisfy(Hex.isDigit) else {
            throw APNSRefusal(.badDeviceToken)
        }
        // Tokens are registered in lowercase; clients may send either case.
        let name = tokens[token] == nil ? token.lowercased() : token
        if tokens[name] == nil, configuration.acceptsUnknownTokens {
            tokens[name] = RegisteredToken(
                bundle: topic.bundle, kind: topic.isWidgets ? .widgets : .activity, environment: configuration.environment)
        }
        guard let slot = tokens.index(forKey: name) else { throw APNSRefusal(.badDeviceToken) }
        let number = tokens.values[slot].requestCount
        tokens.values[slot].requestCount &+= 1
        let fault = faults.isEmpty ? nil : faults.fault(for: name, number: number)
        if let fault { apply(fault.effect, to: slot, at: now) }
        let registered = tokens.values[slot]
        guard registered.environment == configuration.environment else { throw APNSRefusal(.badDeviceToken) }
        guard registered.bundle == topic.bundle, topic.isWidgets == (registered.kind == .widgets) else {
            throw APNSRefusal(.deviceTokenNotForTopic)
        }
        if let invalid = registered.invalid { throw APNSRefusal(APNSAnswer(invalid.reason, invalidSince: invalid.since)) }
        if case .answer(let reason) = fault?.effect { throw APNSRefusal(reason) }
        if isTooOften(slot, at: now) { throw APNSRefusal(.tooManyRequests) }
        var answer = APNSAnswer(id: delivery.id)
        if configuration.environment == .sandbox { answer.uniqueID = nextID() }
        return Self.decision(fault, answer, registered.isLost ? nil : delivery)
    }

    private mutating func apply(_ effect: APNSFault.Effect, to slot: Dictionary<String, RegisteredToken>.Index, at now: Date) {
        switch effect {
        case .answer(let reason) where reason.status == 410:
            if tokens.values[slot].invalid == nil {
                tokens.values[slot].invalid = RegisteredToken.Invalidity(since: now, reason: reason)
            }
        case .loseSilently: tokens.values[slot].isLost = true
        case .answer, .slow, .stall, .reset, .goAway, .disconnect: break
        }
    }

    static func decision(_ fault: APNSFault?, _ answer: APNSAnswer, _ delivery: APNSDelivery?) -> APNSDecision {
        let hidden = fault?.isDelivered == true ? delivery : nil
        return switch fault?.effect {
        case nil, .answer, .loseSilently: APNSDecision(outcome: .answer(answer, after: .zero), delivery: delivery)
        case .slow(let delay): APNSDecision(outcome: .answer(answer, after: delay), delivery: delivery)
        case .stall: APNSDecision(outcome: .stall, delivery: hidden)
        case .reset: APNSDecision(outcome: .reset, delivery: hidden)
        case .goAway(let reason): APNSDecision(outcome: .goAway(reason, hidden.map { _ in answer }), delivery: hidden)
        case .disconnect: APNSDecision(outcome: .disconnect, delivery: hidden)
        }
    }

    private mutating func isTooOften(_ slot: Dictionary<String, RegisteredToken>.Index, at now: Date) -> Bool {
        guard let limit = configuration.requestsPerMinute else { return false }
        let minute = Int64((now.timeIntervalSince1970 / 60).rounded(.down))
        if tokens.values[slot].minute != minute {
            tokens.values[slot].minute = minute
            tokens.values[slot].requestsInMinute = 0
        }
        tokens.values[slot].requestsInMinute += 1
        return tokens.values[slot].requestsInMinute > limit
    }

    /// Checks the provider token.
    ///
    /// - Returns: The key that signed it.
    mutating func authorize(
        _ authorization: String?, on connection: inout Connection, at now: Date
    ) throws(APNSRefusal) -> RegisteredKey {
        guard let authorization, authorization.utf8.count > 7, authorization.utf8.prefix(7).elementsEqual("bearer ".utf8)
        else { throw APNSRefusal(.missingProviderToken) }
        let token = String(authorization.dropFirst(7))
        guard let verified = keys.verify(token), let key = keys[verified.key] else { throw APNSRefusal(.invalidProviderToken) }
        let age = now.timeIntervalSince(verified.issuedAt)
        guard age <= configuration.providerTokenAge else { throw APNSRefusal(.expiredProviderToken) }
        guard age >= -configuration.clockSkew else { throw APNSRefusal(.invalidProviderToken) }
        guard key.environment == nil || key.environment == configuration.environment else {
            throw APNSRefusal(.badEnvironmentKeyID)
        }
        guard connection.key == nil || connection.key == key.id else { throw APNSRefusal(.unrelatedKeyID) }
        try renew(token, on: &connection, at: now)
        connection.key = key.id
        return key
    }

    /// Checks a second provider token on a connection, which is accepted only after some time. Later requests may still use the
    /// first one.
    private func renew(_ token: String, on connection: inout Connection, at now: Date) throws(APNSRefusal) {
        guard let current = connection.provider else {
            connection.provider = (token, now)
            return
        }
        if current.token == token || connection.earlier.contains(token) { return }
        guard now.timeIntervalSince(current.since) >= configuration.providerTokenSpacing else {
            throw APNSRefusal(.tooManyProviderTokenUpdates)
        }
        connection.earlier.insert(current.token)
        connection.provider = (token, now)
    }

    /// The id of the answer: the request's own, or a generated one.
    mutating func messageID(_ id: String?) throws(APNSRefusal) -> String {
        guard let id else { return nextID() }
        guard UUIDText.isValid(id) else { throw APNSRefusal(.badMessageID) }
        return id
    }

    /// A payload is an object with an object `aps`. Apple documents no reason for others, so `PayloadEmpty` is this model's
    /// choice.
    static func check(_ body: [UInt8], limit: Int) throws(APNSRefusal) {
        guard !body.isEmpty else { throw APNSRefusal(.payloadEmpty) }
        guard body.count <= limit else { throw APNSRefusal(.payloadTooLarge) }
        guard let value = try? JSONValue(parsing: body), value["aps"]?.kind == .object else { throw APNSRefusal(.payloadEmpty) }
    }
}

/// The headers of a push, each at most once.
struct PushHeaders {
    var authorization: String?
    var id: String?
    var requestID: String?
    var topic: String?
    var pushType: String?
    var priorityText: String?
    var expiration: String?
    var collapseID: String?
    var channel: String?

    init(_ headers: [APNSRequest.Header]) throws(APNSRefusal) {
        for (name, value) in headers {
            switch name {
            case "authorization": try Self.set(&authorization, value)
            case "apns-id": try Self.set(&id, value)
            case "apns-request-id": try Self.set(&requestID, value)
            case "apns-topic": try Self.set(&topic, value)
            case "apns-push-type": try Self.set(&pushType, value)
            case "apns-priority": try Self.set(&priorityText, value)
            case "apns-expiration": try Self.set(&expiration, value)
            case "apns-collapse-id": try Self.set(&collapseID, value)
            case "apns-channel-id": try Self.set(&channel, value)
            default: break
            }
        }
    }

    private static func set(_ field: inout String?, _ value: String) throws(APNSRefusal) {
        guard field == nil else { throw APNSRefusal(.duplicateHeaders) }
        field = value
    }

    func priority() throws(APNSRefusal) -> Int {
        switch priorityText {
        case nil, "10": 10
        case "5": 5
        case "1": 1
        default: throw APNSRefusal(.badPriority)
        }
    }

    /// - Parameter seconds: The time for which a push is stored if the header is missing.
    func storage(default seconds: Double, at now: Date) throws(APNSRefusal) -> APNSDelivery.Storage {
        guard let expiration else { return .until(now.addingTimeInterval(seconds)) }
        guard let date = Int(expiration), date >= 0 else { throw APNSRefusal(.badExpirationDate) }
        if date == 0 { return .none }
        return .until(min(Date(timeIntervalSince1970: Double(date)), now.addingTimeInterval(seconds)))
    }

    func checkedCollapseID() throws(APNSRefusal) -> String? {
        guard collapseID.map({ $0.utf8.count <= 64 }) ?? true else { throw APNSRefusal(.badCollapseID) }
        return collapseID
    }
}

/// The topic of a push: an app and a push type.
struct PushTopic {
    var bundle: String
    var pushType: String
    var isWidgets: Bool { pushType == "widgets" }

    init(_ headers: PushHeaders, _ key: RegisteredKey) throws(APNSRefusal) {
        guard let topic = headers.topic else { throw APNSRefusal(.missingTopic) }
        guard !topic.isEmpty else { throw APNSRefusal(.badTopic) }
        guard let pushType = headers.pushType else { throw APNSRefusal(.missingPushType) }
        guard pushType == "liveactivity" || pushType == "widgets" else { throw APNSRefusal(.invalidPushType) }
        let suffix = ".push-type.\(pushType)"
        // This answer is known for widgets; for Live Activities it is an assumption.
        guard topic.hasSuffix(suffix), topic.utf8.count > suffix.utf8.count else { throw APNSRefusal(.deviceTokenNotForTopic) }
        bundle = String(topic.dropLast(suffix.utf8.count))
        self.pushType = pushType
        if let bundles = key.bundles, !bundles.contains(bundle) { throw APNSRefusal(.topicDisallowed) }
    }
}
#endif
