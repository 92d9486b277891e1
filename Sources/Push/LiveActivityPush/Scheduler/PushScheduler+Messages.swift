#if Push
import LiveActivityCore

// Messages through Firebase Cloud Messaging.
extension PushScheduler {
    /// One token receives all messages, and a repeated start has no effect.
    mutating func messaging(
        _ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey,
        _ now: Date
    ) -> Decision {
        let decision: Decision
        if let end = work.end {
            if entry.sentAt == .none { return .settle(.neverShown) }
            decision = ending(end, work, entry, key, now)
        } else if entry.start != .proven {
            guard let content = work.content else {
                want(key.activity)
                return .wait(until: now.addingTimeInterval(policy.retries.firstShort), .awaitsToken(until: now))
            }
            var payload = ActivityPayload(.start, contentState: content.state, timestamp: now)
            payload.alert = work.alert ?? kind.startAlert
            payload.attributes = work.start?.attributes
            decision = .send(
                Plan(
                    event: .start(before: .none, at: .none), entryKey: .messages, priority: .immediate, payload: payload))
        } else {
            decision = updating(work, delivery, entry, key, now)
        }
        guard case .send(var plan) = decision else { return decision }
        (plan.entryKey, plan.token) = (.messages, ledger[key.row, .messages]?.token)
        return .send(plan)
    }

    /// The registration token of a device whose pushes FCM sends to APNs; `nil` for another device.
    func registration(of row: Int) -> PackedToken? {
        guard case .fcmApple = apps[ledger.apps[Int(ledger.rows[row].app)]]?.service else { return nil }
        return ledger[row, .messages]?.token
    }

    /// A request to FCM: a message for an Android app, or a push that FCM sends to APNs.
    func message(
        _ payload: ActivityPayload, _ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ app: PushApp, _ path: String,
        lifetime: TimeInterval
    ) throws(PushError) -> PushRequest {
        guard let registration = ledger[key.row, .messages]?.token?.token.registration else {
            throw .badToken(reason: "there is no registration token")
        }
        let body: [UInt8]
        if case .fcmApple = app.service {
            guard let token = plan.token else { throw .badToken(reason: "no token is registered") }
            body = try FCMMessage.apple(
                payload, registration: registration, token: token.token, app: app.id.bundle, priority: plan.priority)
        } else {
            let source = LiveUpdateSource(
                activity: key.activity, kind: work.kind, event: payload.event, timestamp: payload.timestamp,
                attributes: payload.attributes ?? work.start?.attributes, content: work.content, alert: payload.alert,
                dismissalDate: payload.dismissalDate)
            let update = app.kinds[work.kind]?.liveUpdate?(source) ?? source.plain
            body = try FCMMessage.android(
                update, registration: registration, isUrgent: plan.priority == .immediate, lifetime: lifetime)
        }
        return PushRequest(path: path, headers: [.init("content-type", "application/json")], body: body)
    }
}
#endif
