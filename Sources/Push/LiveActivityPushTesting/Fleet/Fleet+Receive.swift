#if Push
import LiveActivityCore
import LiveActivityJSON

/// A decoded payload, which all its receivers share.
struct FleetPush: Sendable {
    enum Event: Sendable {
        case start, update, end
    }

    var uses: UInt32 = 1
    var event: Event
    var timestamp: Double
    var content: [UInt8]?
    /// The content that one kind's types have decoded.
    var decoded: (kind: UInt8, number: UInt32)?
    var staleDate: Double?
    var dismissalDate: Double?
    var relevance: Double
    var isAlert: Bool
    var attributesType: String?
    var attributes: [UInt8]?
    var channel: String?
    var wantsToken: Bool
    var priority: Int
    var until: Double?
    var collapseID: String?
}

/// The fields by which a device recognises a repeated push.
struct PushKey: Hashable, Sendable {
    var body: [UInt8]
    var priority: Int
    var storage: APNSDelivery.Storage
    var collapseID: String?
}

extension Fleet {
    /// Receives a push that the service has accepted. It reaches its devices some time later (``advance(to:)``).
    ///
    /// A server calls it for each delivery; without a server, call it with your own deliveries. The fleet's time advances to
    /// the delivery's.
    public mutating func receive(_ delivery: APNSDelivery) {
        advance(to: delivery.at)
        guard delivery.bundle == configuration.bundle else { return drop(.unknownToken) }
        guard delivery.pushType == "liveactivity" else { return drop(.wrongPushType) }
        guard let push = read(delivery) else { return drop(.malformed) }
        switch delivery.target {
        case .token(let token): send(push, to: token)
        case .channel(let channel): send(push, toChannel: channel)
        }
        release(push: push)
    }

    private mutating func send(_ push: UInt32, to text: String) {
        guard let token = FleetToken(text, seed: configuration.seed) else { return drop(.unknownToken) }
        switch token.purpose {
        case .pushToStart:
            guard Int(token.index) < flags.count, Int(token.kind) < kinds.count,
                token.generation == UInt32(startGeneration[Int(token.index)])
            else { return drop(.unknownToken) }
            guard !flags[Int(token.index)].contains(.startTokenLost) else { return drop(.silentlyDeadToken) }
            carry(push, .startArrival, to: token.index, extra: UInt32(token.kind), device: token.index)
        case .activity:
            guard Int(token.index) < rows.count, rows[Int(token.index)].hasToken,
                rows[Int(token.index)].generation & 0xFF_FFFF == token.generation
            else { return drop(.unknownToken) }
            let row = rows[Int(token.index)]
            carry(push, .activityArrival, to: token.index, extra: row.number, device: row.device)
        }
    }

    private mutating func send(_ push: UInt32, toChannel name: String) {
        guard let number = channelNumbers[name] else { return drop(.noFollower) }
        followers[number].removeAll { rows[Int($0.row)].number != $0.number }
        guard !followers[number].isEmpty else { return drop(.noFollower) }
        for follower in followers[number] {
            carry(
                push, .activityArrival, to: follower.row, extra: follower.number, device: rows[Int(follower.row)].device)
        }
    }

    /// Sends a push to one device, or stores it if the device is offline.
    mutating func carry(_ push: UInt32, _ what: FleetEvent.What, to index: UInt32, extra: UInt32, device: UInt32) {
        guard !flags[Int(device)].contains(.offline) else { return store(push, what, index, extra, device) }
        let subject = UInt64(device) << 32 | UInt64(extra)
        let number = pushes[Int(push)].timestamp.bitPattern
        var delay = pick(configuration.latency, chance(.latency, subject, number))
        if pushes[Int(push)].priority < 10 {
            delay += pick(configuration.opportunisticDelay, chance(.opportunism, subject, number))
        }
        pushes[Int(push)].uses += 1
        queue.add(FleetEvent(at: clock + delay, what: what, index: index, detail: push, extra: extra))
    }

    private mutating func store(
        _ push: UInt32, _ what: FleetEvent.What, _ index: UInt32, _ extra: UInt32, _ device: UInt32
    ) {
        guard let until = pushes[Int(push)].until else { return drop(.offline) }
        let collapseID = configuration.storage == .onePerBundle ? nil : pushes[Int(push)].collapseID
        pushes[Int(push)].uses += 1
        let new = StoredPush(push: push, what: what, index: index, extra: extra, until: until, collapseID: collapseID)
        if let position = stored[device]?.firstIndex(where: { $0.collapseID == collapseID }),
            let old = stored[device]?[position]
        {
            stored[device]?[position] = new
            release(push: old.push)
            drop(.replacedInStorage)
        } else {
            stored[device, default: []].append(new)
        }
    }

    /// Delivers the pushes that were stored for a device, which is online again.
    mutating func deliverStored(to device: UInt32) {
        for push in stored.removeValue(forKey: device) ?? [] {
            if push.until > clock {
                carry(push.push, push.what, to: push.index, extra: push.extra, device: device)
            } else {
                drop(.offline)
            }
            release(push: push.push)
        }
    }

    // MARK: - Reading

    /// - Returns: The push, with one reference; `nil` if it cannot be decoded.
    private mutating func read(_ delivery: APNSDelivery) -> UInt32? {
        let key = PushKey(
            body: delivery.body, priority: delivery.priority, storage: delivery.storage, collapseID: delivery.collapseID)
        if let known = recentPushes[key] {
            pushes[Int(known)].uses += 1
            return known
        }
        guard let push = FleetPush(delivery) else { return nil }
        let number: UInt32
        if let free = freePushes.popLast() {
            number = free
            pushes[Int(number)] = push
        } else {
            number = UInt32(pushes.count)
            pushes.append(push)
        }
        if recentPushes.count >= 64 {
            for old in recentPushes.values { release(push: old) }
            recentPushes = [:]
        }
        recentPushes[key] = number
        pushes[Int(number)].uses = 2
        return number
    }

    mutating func release(push: UInt32) {
        pushes[Int(push)].uses -= 1
        guard pushes[Int(push)].uses == 0 else { return }
        if let decoded = pushes[Int(push)].decoded { contents.release(decoded.number) }
        pushes[Int(push)].decoded = nil
        pushes[Int(push)].content = nil
        pushes[Int(push)].attributes = nil
        freePushes.append(push)
    }

    /// The content of a push as a kind decodes it, with one more reference; `nil` if it is missing or cannot be decoded.
    mutating func content(of push: UInt32, kind: UInt8) -> UInt32? {
        if pushes[Int(push)].decoded?.kind != kind {
            guard let bytes = pushes[Int(push)].content else { return nil }
            if let old = pushes[Int(push)].decoded { contents.release(old.number) }
            pushes[Int(push)].decoded = (kind, contents.use(bytes, kind: kind, kinds[Int(kind)].decodeContent))
        }
        guard let number = pushes[Int(push)].decoded?.number, contents.isValid(number) else { return nil }
        contents.use(number)
        return number
    }
}

extension FleetPush {
    /// - Returns: `nil` if no device could decode it.
    init?(_ delivery: APNSDelivery) {
        guard let body = try? JSONValue(parsing: delivery.body), let aps = body["aps"],
            let timestamp = aps["timestamp"]?.double, let name = aps["event"]?.string
        else { return nil }
        switch name {
        case "start": event = .start
        case "update": event = .update
        case "end": event = .end
        default: return nil
        }
        self.timestamp = timestamp
        content = aps["content-state"].map { JSONText($0).bytes }
        staleDate = aps["stale-date"]?.double
        dismissalDate = aps["dismissal-date"]?.double
        relevance = aps["relevance-score"]?.double ?? 0
        isAlert = aps["alert"]?.kind == .object
        attributesType = aps["attributes-type"]?.string
        attributes = aps["attributes"].map { JSONText($0).bytes }
        channel = aps["input-push-channel"]?.string
        wantsToken = aps["input-push-token"] != nil
        priority = delivery.priority
        if case .until(let date) = delivery.storage { until = date.timeIntervalSince1970 }
        collapseID = delivery.collapseID
    }
}
#endif
