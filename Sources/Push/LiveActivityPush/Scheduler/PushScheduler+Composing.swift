#if Push
import LiveActivityCore

// Makes a request from a decision.
extension PushScheduler {
    mutating func order(_ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ now: Date) -> PushOrder? {
        let own = Self.entryKey(key.activity)
        var entry = ledger[key.row, own] ?? TokenRow(own)
        var payload = plan.payload
        // The timestamp is later than that of the previous push, even within one second: the device may ignore a push with the
        // same one. Source: Documentation/Reference.md, UNC-08.
        let timestamp = max(Self.seconds(now), entry.timestamp + 1, firstTimestamp(at: now))
        payload.timestamp = Date(timeIntervalSince1970: TimeInterval(timestamp))
        let request: PushRequest
        do throws(PushError) {
            entry.kind = try ledger.number(of: work.kind)
            request = try self.request(payload, plan, work, key, now)
        } catch {
            note(.refused("\(error)"), key, at: now)
            notify(
                .pushRefused(key.activity, InstallationID(rawValue: ledger.rows[key.row].installation.text), reason: "\(error)")
            )
            settle(key, at: now)
            return nil
        }
        entry.timestamp = timestamp
        entry.sentAt = PackedDate(now, .up)
        entry.relevance = Float(work.content?.relevanceScore ?? 0)
        if case .start = plan.event {
            entry.start = .unanswered
            entry.startedAt = PackedDate(now)
        }
        ledger[key.row, own] = entry
        if plan.priority == .immediate { ledger.rows[key.row].urgent.add(at: now) }
        if plan.isDemoted { note(.demoted, key, at: now) }
        var order = ticket(plan, request, work, key, now)
        works[key.activity]?.deliveries[key.row]?.inFlight = order.number
        works[key.activity]?.deliveries[key.row]?.waitsSince = nil
        // Otherwise a process that is killed and restarted within the second would use the same timestamp for newer content.
        if timestamp > Self.seconds(now) { order.mustBeStored = true }
        return order
    }

    static func seconds(_ date: Date) -> UInt32 { UInt32(max(0, min(4e9, date.timeIntervalSince1970.rounded(.down)))) }

    mutating func ticket(_ plan: Plan, _ request: PushRequest, _ work: ActivityWork, _ key: WorkKey, _ now: Date)
        -> PushOrder
    {
        let row = ledger.rows[key.row]
        let number = nextNumber()
        let app = ledger.apps[Int(row.app)]
        _ = breakers[app]?.permits(at: now)
        tickets[number] = Ticket(
            app: app, activity: key.activity, row: key.row, installation: row.installation, key: plan.entryKey,
            token: plan.token, registration: registration(of: key.row),
            event: plan.event, sequence: work.newest, content: work.hash, expectation: expectation(of: plan))
        noteSent(plan.event.name, request, plan.entryKey, key, now)
        return PushOrder(
            number: number, app: app, request: request, event: plan.event.name, activity: key.activity,
            installation: InstallationID(rawValue: row.installation.text), sequence: work.newest, trace: work.trace,
            changedAt: work.changedAt, budgetLeft: plan.priority == .immediate ? max(0, left(key.row, now)) : nil,
            mustBeStored: plan.event.name == "start" || plan.priority == .immediate)
    }

    func expectation(of plan: Plan) -> PushExpectation {
        if plan.entryKey == .messages { return .givesToApp }
        switch plan.event {
        case .start: return .starts
        case .update(let isAlert):
            return plan.priority == .immediate ? .draws(isAlert: isAlert) : .drawsWhenItSuits(isAlert: isAlert)
        case .end: return .ends(removedAt: plan.payload.dismissalDate)
        case .widgets: return .reloadsWidgets
        }
    }

    mutating func noteSent(_ event: String, _ request: PushRequest, _ entry: TokenRow.Key, _ key: WorkKey, _ now: Date) {
        guard policy.traceSteps > 0 else { return }
        let registered = ledger[key.row, entry]?.registeredAt.date
        note(
            .sent(
                .init(
                    event: event, headers: request.headers, bytes: request.body.count,
                    tokenAge: registered.map { now.timeIntervalSince($0) }, heardAt: ledger.rows[key.row].heardAt.date)), key,
            at: now)
    }

    func request(
        _ payload: ActivityPayload, _ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ now: Date
    ) throws(PushError) -> PushRequest {
        let row = ledger.rows[key.row]
        let app = ledger.apps[Int(row.app)]
        // An alert has the same revision as its update. Both may be sent, and must have different ids.
        let name = if case .update(isAlert: true) = plan.event { "alert" } else { plan.event.name }
        let id = Self.id(key.activity, UInt64(work.revision), name, row.installation.text)
        if row.isChannel {
            let stores = apps[app]?.kinds[work.kind]?.channelStores ?? false
            guard let channel = channel(of: key.row) else {
                throw .badPayload(reason: "'\(row.installation.text)' does not name a channel")
            }
            return try .broadcast(
                payload, to: channel, app: app.bundle, priority: plan.priority,
                expiration: stores ? .at(now.addingTimeInterval(policy.updateLifetime)) : .once, id: id)
        }
        let lifetime: TimeInterval =
            switch plan.event {
            case .start: 8 * 3_600
            case .update, .widgets: policy.updateLifetime
            case .end: 12 * 3_600
            }
        if let own = apps[app], let path = own.service.path {
            return try message(payload, plan, work, key, own, path, lifetime: lifetime)
        }
        guard let token = plan.token else { throw .badToken(reason: "no token is registered") }
        // While the device is offline, the next update must not replace an alert.
        let collapse =
            switch plan.event {
            case .start: "\(key.activity)-start"
            case .update(isAlert: true): "\(key.activity)-alert"
            case .update, .end, .widgets: "\(key.activity)"
            }
        return try .device(
            payload, to: token.token, app: app.bundle, priority: plan.priority,
            expiration: .at(now.addingTimeInterval(lifetime)),
            id: id, collapseID: collapse)
    }

    /// Makes a request that reloads the installation's widgets; `nil` if it has no token for them.
    mutating func widgetOrder(_ key: WorkKey, at now: Date) -> PushOrder? {
        let entryKey = TokenRow.Key(id: 0, sort: .widgets)
        guard !ledger.rows[key.row].isFree, let token = ledger[key.row, entryKey]?.token else { return nil }
        let row = ledger.rows[key.row]
        let app = ledger.apps[Int(row.app)]
        let sequence = ledger[key.row, Self.entryKey(key.activity)]?.sequence ?? 0
        let id = Self.id(key.activity, sequence, "widgets", row.installation.text)
        let request = PushRequest.widgets(token: token.token, app: app.bundle, id: id)
        let number = nextNumber()
        tickets[number] = Ticket(
            app: app, activity: key.activity, row: key.row, installation: row.installation, key: entryKey, token: token,
            event: .widgets,
            sequence: sequence, content: 0, expectation: .reloadsWidgets)
        noteSent("widgets", request, entryKey, key, now)
        return PushOrder(
            number: number, app: app, request: request, event: "widgets", activity: key.activity,
            installation: InstallationID(rawValue: row.installation.text), sequence: sequence, trace: nil, changedAt: now)
    }
}
#endif
