#if Push
import LiveActivityCore

// What goes to one device next.
extension PushScheduler {
    /// What is to be done for one activity on one device.
    private enum Decision {
        case send(Plan)
        case wait(until: Date, PushStep)
        /// `nil` where nothing was left to decide.
        case settle(PushStep?)
    }

    private struct Plan {
        var event: Ticket.Event
        var entryKey: TokenRow.Key
        var token: PackedToken?
        var priority: PushPriority
        var payload: ActivityPayload
        var isDemoted = false
    }

    /// Looks at a delivery that is in the queue.
    mutating func look(at key: WorkKey, _ now: Date) -> PushOrder? {
        works[key.activity]?.deliveries[key.row]?.isQueued = false
        guard let work = works[key.activity], let delivery = work.deliveries[key.row], !delivery.isInFlight,
            !ledger.rows[key.row].isFree
        else { return nil }
        switch decide(work, delivery, key, now) {
        case .settle(let step):
            if let step { note(step, key, at: now) }
            settle(key, at: now)
            return nil
        case .wait(let date, let step):
            note(step, key, at: now)
            setTimer(key, at: date)
            return nil
        case .send(let plan): return order(plan, work, key, now)
        }
    }

    private mutating func decide(_ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ key: WorkKey, _ now: Date)
        -> Decision
    {
        let row = ledger.rows[key.row]
        let appID = ledger.apps[Int(row.app)]
        guard let app = apps[appID], let kind = app.kinds[work.kind] else { return .settle(.noDevice) }
        checkProof(key, at: now)
        let entry = ledger[key.row, Self.entryKey(key.activity)] ?? TokenRow(Self.entryKey(key.activity))
        if entry.isEnded { return .settle(.deviceDoesIt) }
        // Waits that hold for everything.
        if let until = stopped[appID], now < until { return .wait(until: until, .stopped("see the notice", until: until)) }
        if now < delivery.notBefore {
            // What is urgent and came after the push that failed is no repetition of it: it goes at once, with a schedule of its own.
            guard work.urgentSequence > delivery.pausedUpTo else {
                return .wait(until: delivery.notBefore, .retries(at: delivery.notBefore))
            }
            works[key.activity]?.deliveries[key.row]?.notBefore = .distantPast
            works[key.activity]?.deliveries[key.row]?.tries = 0
            works[key.activity]?.deliveries[key.row]?.failures = 0
        }
        if let until = breakers[appID]?.opensAt, now < until { return .wait(until: until, .retries(at: until)) }

        let decision: Decision
        if app.service != .apns, ledger[key.row, .messages]?.token == nil {
            decision = awaitToken(key, now)
        } else if case .fcmAndroid = app.service {
            decision = messaging(work, delivery, kind, entry, key, now)
        } else if kind.channel != nil, channels[key.activity] != nil, !row.isChannel {
            decision = startingInChannel(work, kind, entry, key, now)
        } else if entry.token == nil, !row.isChannel {
            decision = withoutToken(work, delivery, kind, entry, key, now)
        } else if let end = work.end {
            decision = ending(end, work, entry, key, now)
        } else {
            decision = updating(work, delivery, entry, key, now)
        }
        guard case .send = decision, breakers[appID]?.wouldPermit(at: now) == false else { return decision }
        let until = now.addingTimeInterval(1)
        return .wait(until: until, .retries(at: until))
    }

    // MARK: - Without an update token

    private mutating func withoutToken(
        _ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey,
        _ now: Date
    ) -> Decision {
        if entry.start == .none {
            if work.end != nil { return .settle(.neverShown) }
            guard kind.startsByPush else { return awaitToken(key, now) }
            return starting(work, kind, entry, key, now)
        }
        // The start had everything. Whether a sign of life follows is watched by a timer.
        if entry.start == .accepted || entry.start == .proven, entry.sequence >= work.newest, work.end == nil {
            return .settle(nil)
        }
        let limit = (entry.startedAt.date ?? now).addingTimeInterval(policy.proofWindow)
        switch entry.start {
        case .unanswered where now < limit, .accepted where now < limit:
            return .wait(until: limit, .awaitsProof(until: limit))
        case .lost where work.end == nil && repeatsStart(entry, key.row, at: now): return starting(work, kind, entry, key, now)
        case .unproven, .lost:
            oweEnd(key)
            return .settle(.noProof)
        default: return awaitToken(key, now)
        }
    }

    /// Whether an app that runs has had time to register a token of an activity, and has none: a lost start has not reached it.
    func repeatsStart(_ entry: TokenRow, _ row: Int, at now: Date) -> Bool {
        guard let date = repetition(of: entry, row) else { return false }
        return now >= date
    }

    /// When a lost start may be sent again; `nil` as long as the app has not registered its push-to-start token since.
    func repetition(of entry: TokenRow, _ row: Int) -> Date? {
        guard policy.repeatsLostStart, entry.start == .lost, entry.token == nil, let kind = ledger.kind(of: entry),
            let starter = ledger.key(of: .pushToStart(kind)).flatMap({ ledger[row, $0] }), starter.token != nil,
            // An activity of a channel has no token that could tell.
            channels[ActivityID(rawValue: entry.key.id)] == nil,
            starter.registeredAt > entry.startedAt, let registered = starter.registeredAt.date
        else { return nil }
        return registered.addingTimeInterval(policy.proofWindow)
    }

    /// Notes that the device is to be told of the end when its token comes.
    private mutating func oweEnd(_ key: WorkKey) {
        guard works[key.activity]?.end != nil else { return }
        ledger[key.row, Self.entryKey(key.activity)]?.owesEnd = true
    }

    /// Waits for a token as long as for a sign of life. When one comes later, the record has the newest content.
    private mutating func awaitToken(_ key: WorkKey, _ now: Date) -> Decision {
        let since = works[key.activity]?.deliveries[key.row]?.waitsSince ?? now
        works[key.activity]?.deliveries[key.row]?.waitsSince = since
        let limit = since.addingTimeInterval(policy.proofWindow)
        if now < limit { return .wait(until: limit, .awaitsToken(until: limit)) }
        oweEnd(key)
        return .settle(.noToken)
    }

    private mutating func starting(
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

    /// A device whose activity follows a channel: it is started, and everything else comes by the channel.
    private mutating func startingInChannel(
        _ work: ActivityWork, _ kind: PushKind, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        guard kind.startsInChannel, kind.startsByPush, entry.start == .none else { return .settle(.sentByChannel) }
        if work.end != nil { return .settle(.neverShown) }
        return starting(work, kind, entry, key, now)
    }

    // MARK: - With FCM

    /// One token takes everything, and a start that comes twice changes nothing.
    private mutating func messaging(
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

    /// The request for FCM: a message that an Android app shows, or one that is relayed to APNs.
    private func message(
        _ payload: ActivityPayload, _ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ app: PushApp, _ path: String,
        lifetime: TimeInterval
    ) throws(PushError) -> PushRequest {
        guard let registration = ledger[key.row, .messages]?.token?.token.registration else {
            throw .badToken(reason: "there is no registration token")
        }
        let body: [UInt8]
        if case .fcmApple = app.service {
            guard let token = plan.token else { throw .badToken(reason: "there is none") }
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

    // MARK: - With one

    private mutating func ending(
        _ end: ActivityWork.End, _ work: ActivityWork, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        let waits = end.successor.map { !hasProof(of: $0, key.row) } ?? entry.owesEnd
        if waits, !ledger.rows[key.row].isChannel {
            oweEnd(key)
            return .settle(.awaitsSuccessor)
        }
        var payload = ActivityPayload(.end, contentState: work.content?.state, timestamp: now)
        payload.dismissalDate = end.dismissal
        payload.relevanceScore = work.content?.relevanceScore
        if work.alertSequence > entry.sequence { payload.alert = work.alert }
        let isUrgent = left(key.row, now) > 0
        return .send(
            Plan(
                event: .end, entryKey: Self.entryKey(key.activity), token: entry.token,
                priority: isUrgent ? .immediate : policy.demotedPriority, payload: payload, isDemoted: !isUrgent))
    }

    /// Whether a successor is known to be on the device.
    private func hasProof(of successor: ActivityID, _ row: Int) -> Bool {
        guard let entry = ledger[row, Self.entryKey(successor)] else { return false }
        return entry.token != nil || entry.start == .proven
    }

    private mutating func updating(
        _ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        if entry.sequence >= work.newest, !delivery.isForced { return .settle(nil) }
        let isAlert = work.alertSequence > entry.sequence
        guard isAlert || ((work.contentSequence > entry.sequence || delivery.isForced) && work.hash != entry.content) else {
            return .settle(.sameContent)
        }
        guard let content = work.content else {
            want(key.activity)
            return .wait(until: now.addingTimeInterval(policy.retries.firstShort), .awaitsToken(until: now))
        }
        if !isAlert, let sent = entry.sentAt.date {
            let next = sent.addingTimeInterval(policy.spacing)
            if now < next { return .wait(until: next, .heldBack(until: next)) }
        }
        var payload = ActivityPayload(.update, contentState: content.state, timestamp: now)
        payload.staleDate = content.staleDate
        payload.relevanceScore = content.relevanceScore
        var priority = policy.updatePriority
        var isDemoted = false
        if isAlert {
            payload.alert = work.alert
            let left = left(key.row, now)
            isDemoted = left <= (isMostRelevant(Float(content.relevanceScore), key) ? 0 : policy.urgentReserve)
            priority = isDemoted ? policy.demotedPriority : .immediate
        }
        return .send(
            Plan(
                event: .update(isAlert: isAlert), entryKey: Self.entryKey(key.activity), token: entry.token, priority: priority,
                payload: payload, isDemoted: isDemoted))
    }

    // MARK: - The budget

    /// How many pushes of priority 10 are left within the hour.
    private mutating func left(_ row: Int, _ now: Date) -> Int {
        let limit = ledger.rows[row].isFrequent ? policy.urgentPerHourFrequent : policy.urgentPerHour
        return limit - ledger.rows[row].urgent.count(at: now)
    }

    private func isMostRelevant(_ relevance: Float, _ key: WorkKey) -> Bool {
        let own = Self.entryKey(key.activity)
        return ledger.rows[key.row].entries.allSatisfy {
            $0.key == own || $0.key.sort != .activity || $0.isEnded || $0.relevance <= relevance
        }
    }

    // MARK: - Composing

    private mutating func order(_ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ now: Date) -> PushOrder? {
        let own = Self.entryKey(key.activity)
        var entry = ledger[key.row, own] ?? TokenRow(own)
        var payload = plan.payload
        // Later than the push before also within one second: the device may ignore one that is not.
        // Source: Documentation/Reference.md, UNC-08.
        let timestamp = max(UInt32(max(0, min(4e9, now.timeIntervalSince1970.rounded(.down)))), entry.timestamp + 1)
        payload.timestamp = Date(timeIntervalSince1970: TimeInterval(timestamp))
        let request: PushRequest
        do throws(PushError) { request = try self.request(payload, plan, work, key, now) } catch {
            note(.refused("\(error)"), key, at: now)
            notify(
                .pushRefused(key.activity, InstallationID(rawValue: ledger.rows[key.row].installation.text), reason: "\(error)")
            )
            settle(key, at: now)
            return nil
        }
        entry.kind = ledger.number(of: work.kind)
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
        works[key.activity]?.deliveries[key.row]?.isInFlight = true
        works[key.activity]?.deliveries[key.row]?.waitsSince = nil
        return ticket(plan, request, work, key, now)
    }

    private mutating func ticket(_ plan: Plan, _ request: PushRequest, _ work: ActivityWork, _ key: WorkKey, _ now: Date)
        -> PushOrder
    {
        let row = ledger.rows[key.row]
        let number = nextNumber()
        let app = ledger.apps[Int(row.app)]
        _ = breakers[app]?.permits(at: now)
        tickets[number] = Ticket(
            app: app, activity: key.activity, row: key.row, installation: row.installation, key: plan.entryKey,
            token: plan.token,
            event: plan.event, sequence: work.newest, content: work.hash, expectation: expectation(of: plan))
        noteSent(plan.event.name, request, plan.entryKey, key, now)
        return PushOrder(
            number: number, app: app, request: request, event: plan.event.name, activity: key.activity,
            installation: InstallationID(rawValue: row.installation.text), sequence: work.newest, trace: work.trace,
            changedAt: work.changedAt, budgetLeft: plan.priority == .immediate ? max(0, left(key.row, now)) : nil)
    }

    private func expectation(of plan: Plan) -> PushExpectation {
        if plan.entryKey == .messages { return .givesToApp }
        switch plan.event {
        case .start: return .starts
        case .update(let isAlert):
            return plan.priority == .immediate ? .draws(isAlert: isAlert) : .drawsWhenItSuits(isAlert: isAlert)
        case .end: return .ends(removedAt: plan.payload.dismissalDate)
        case .widgets: return .reloadsWidgets
        }
    }

    private mutating func noteSent(_ event: String, _ request: PushRequest, _ entry: TokenRow.Key, _ key: WorkKey, _ now: Date)
    {
        guard policy.traceSteps > 0 else { return }
        let registered = ledger[key.row, entry]?.registeredAt.date
        note(
            .sent(
                .init(
                    event: event, headers: request.headers, bytes: request.body.count,
                    tokenAge: registered.map { now.timeIntervalSince($0) }, heardAt: ledger.rows[key.row].heardAt.date)), key,
            at: now)
    }

    private func request(
        _ payload: ActivityPayload, _ plan: Plan, _ work: ActivityWork, _ key: WorkKey, _ now: Date
    ) throws(PushError) -> PushRequest {
        let row = ledger.rows[key.row]
        let app = ledger.apps[Int(row.app)]
        let id = Self.id(key.activity, UInt64(work.revision), plan.event.name, row.installation.text)
        if row.isChannel {
            let stores = apps[app]?.kinds[work.kind]?.channelStores ?? false
            let channel = try ChannelID(String(row.installation.text.dropFirst("channel:".count)))
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
        guard let token = plan.token else { throw .badToken(reason: "there is none") }
        // An alert is not to be replaced by the update after it while the device is offline.
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

    /// Puts a reload of widgets into a request, if the installation has a token for them.
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
