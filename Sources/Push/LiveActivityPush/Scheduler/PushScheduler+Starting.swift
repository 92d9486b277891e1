#if Push
import LiveActivityCore

// Decides for devices whose activity has no token yet, or follows a channel.
extension PushScheduler {
    mutating func withoutToken(
        _ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey,
        _ now: Date
    ) -> Decision {
        if entry.start == .none {
            if work.end != nil { return .settle(.neverShown) }
            guard kind.startsByPush else { return awaitToken(key, now) }
            return starting(work, kind, entry, key, now)
        }
        // The start had the newest content. A timer checks if a sign of life follows.
        if entry.start == .accepted || entry.start == .proven, entry.sequence >= work.newest, work.end == nil {
            return .settle(nil)
        }
        let limit = (entry.startedAt.date ?? now).addingTimeInterval(policy.proofWindow)
        switch entry.start {
        case .unanswered where now < limit, .accepted where now < limit: return .wait(until: limit, .awaitsProof(until: limit))
        case .lost where work.end == nil && repeatsStart(entry, key.row, at: now): return starting(work, kind, entry, key, now)
        case .unproven, .lost:
            oweEnd(key)
            return .settle(.noProof)
        default: return awaitToken(key, now)
        }
    }

    /// `true` if a running app had enough time to register a token of an activity and has not done so, which means that the
    /// start was lost.
    func repeatsStart(_ entry: TokenRow, _ row: Int, at now: Date) -> Bool {
        guard let date = repetition(of: entry, row) else { return false }
        return now >= date
    }

    /// The earliest date at which a lost start may be sent again; `nil` until the app has registered its push-to-start token
    /// again.
    func repetition(of entry: TokenRow, _ row: Int) -> Date? {
        guard policy.repeatsLostStart, entry.start == .lost, entry.token == nil, let kind = ledger.kind(of: entry),
            let starter = ledger.key(of: .pushToStart(kind)).flatMap({ ledger[row, $0] }), starter.token != nil,
            // An activity with a channel has no token that could prove its start.
            channels[ActivityID(rawValue: entry.key.id)] == nil,
            starter.registeredAt > entry.startedAt, let registered = starter.registeredAt.date
        else { return nil }
        return registered.addingTimeInterval(policy.proofWindow)
    }

    /// Records that the device must receive the end when its token arrives.
    mutating func oweEnd(_ key: WorkKey) {
        guard works[key.activity]?.end != nil else { return }
        ledger[key.row, Self.entryKey(key.activity)]?.owesEnd = true
    }

    /// Waits for a token for the same time as for a sign of life. If one arrives later, the content of the record is sent.
    mutating func awaitToken(_ key: WorkKey, _ now: Date) -> Decision {
        let since = works[key.activity]?.deliveries[key.row]?.waitsSince ?? now
        works[key.activity]?.deliveries[key.row]?.waitsSince = since
        let limit = since.addingTimeInterval(policy.proofWindow)
        if now < limit { return .wait(until: limit, .awaitsToken(until: limit)) }
        oweEnd(key)
        return .settle(.noToken)
    }

    mutating func starting(
        _ work: ActivityWork, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        guard let startKey = ledger.key(of: .pushToStart(work.kind)), let starter = ledger[key.row, startKey],
            let token = starter.token
        else { return awaitToken(key, now) }
        if starter.isSuspect { return .settle(.tokenSuspect) }
        guard let start = work.start, let content = work.content else {
            want(key.activity)
            return .wait(until: now.addingTimeInterval(policy.retries.firstShort), .awaitsToken(until: now))
        }
        guard let alert = work.alert ?? kind.startAlert else {
            let reason = "a start needs an alert: give one with the start, or 'startAlert' for the kind"
            notify(.pushRefused(key.activity, InstallationID(rawValue: ledger.rows[key.row].installation.text), reason: reason))
            return .settle(.refused(reason))
        }
        var payload = ActivityPayload(.start, contentState: content.state, timestamp: now)
        payload.staleDate = content.staleDate
        payload.relevanceScore = content.relevanceScore
        payload.alert = alert
        payload.attributesType = kind.attributesType
        payload.attributes = start.attributes
        payload.inputPushToken = kind.asksForToken
        if kind.startsInChannel { payload.inputPushChannel = channels[key.activity] }
        return .send(
            Plan(
                event: .start(before: entry.start, at: entry.startedAt), entryKey: startKey, token: token, priority: .immediate,
                payload: payload))
    }

    /// Starts the activity on a device that follows a channel. All other pushes go to the channel.
    mutating func startingInChannel(
        _ work: ActivityWork, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        guard kind.startsInChannel, kind.startsByPush, entry.start == .none else { return .settle(.sentByChannel) }
        if work.end != nil { return .settle(.neverShown) }
        return starting(work, kind, entry, key, now)
    }
}
#endif
