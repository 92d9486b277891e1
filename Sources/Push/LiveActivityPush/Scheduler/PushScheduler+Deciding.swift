#if Push
import LiveActivityCore

// Decides the next step for one device.
extension PushScheduler {
    /// The next step for one activity on one device.
    enum Decision {
        case send(Plan)
        case wait(until: Date, PushStep)
        /// `nil` if there was nothing to decide.
        case settle(PushStep?)
    }

    struct Plan {
        var event: Ticket.Event
        var entryKey: TokenRow.Key
        var token: PackedToken?
        var priority: PushPriority
        var payload: ActivityPayload
        var isDemoted = false
    }

    /// Decides the next step of a delivery from the queue, and makes its order; `nil` if nothing is to be sent.
    mutating func look(at key: WorkKey, _ now: Date) -> PushOrder? {
        works[key.activity]?.deliveries[key.row]?.isQueued = false
        guard let work = works[key.activity], let delivery = work.deliveries[key.row], !ledger.rows[key.row].isFree,
            delivery.inFlight == 0 || overtakes(work, delivery)
        else { return nil }
        switch decide(work, delivery, key, now) {
        case .settle(let step):
            if let step { note(step, key, at: now) }
            keepOrSettle(key, at: now)
            return nil
        case .wait(let date, let step):
            note(step, key, at: now)
            setTimer(key, at: date)
            return nil
        case .send(let plan): return order(plan, work, key, now)
        }
    }

    /// `true` if an alert or an end may be sent before the answer to the newest request. That request must be an update: the
    /// answer to a start is awaited, because without a started activity there is nothing to update.
    private func overtakes(_ work: ActivityWork, _ delivery: ActivityWork.Delivery) -> Bool {
        guard let before = tickets[delivery.inFlight], case .update = before.event else { return false }
        return work.urgentSequence > before.sequence
    }

    mutating func decide(_ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ key: WorkKey, _ now: Date)
        -> Decision
    {
        let row = ledger.rows[key.row]
        let appID = ledger.apps[Int(row.app)]
        guard let app = apps[appID], let kind = app.kinds[work.kind] else { return .settle(.noDevice) }
        checkProof(key, at: now)
        let entry = ledger[key.row, Self.entryKey(key.activity)] ?? TokenRow(Self.entryKey(key.activity))
        if entry.isEnded { return .settle(.deviceDoesIt) }
        // Waits that apply to every push of the app.
        if let until = stopped[appID], now < until { return .wait(until: until, .stopped("see the notice", until: until)) }
        if now < delivery.notBefore {
            // An urgent change after the failed push is not a repetition of it: it is sent at once, and its failures are
            // counted from 0.
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

    // MARK: - With a token

    mutating func ending(
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

    /// `true` if the device is known to show the successor.
    func hasProof(of successor: ActivityID, _ row: Int) -> Bool {
        guard let entry = ledger[row, Self.entryKey(successor)] else { return false }
        return entry.token != nil || entry.start == .proven
    }

    mutating func updating(
        _ work: ActivityWork, _ delivery: ActivityWork.Delivery, _ entry: TokenRow, _ key: WorkKey, _ now: Date
    ) -> Decision {
        if entry.sequence >= work.newest, !delivery.isForced { return .settle(nil) }
        let isAlert = work.alertSequence > entry.sequence
        let isUrgent = isAlert || work.promptSequence > entry.sequence
        guard isAlert || ((work.contentSequence > entry.sequence || delivery.isForced) && work.hash != entry.content) else {
            return .settle(.sameContent)
        }
        guard let content = work.content else {
            want(key.activity)
            return .wait(until: now.addingTimeInterval(policy.retries.firstShort), .awaitsToken(until: now))
        }
        if !isUrgent, let sent = entry.sentAt.date {
            let next = sent.addingTimeInterval(policy.spacing)
            if now < next { return .wait(until: next, .heldBack(until: next)) }
        }
        var payload = ActivityPayload(.update, contentState: content.state, timestamp: now)
        payload.staleDate = content.staleDate
        payload.relevanceScore = content.relevanceScore
        var priority = policy.updatePriority
        var isDemoted = false
        if isAlert { payload.alert = work.alert }
        if isUrgent || priority == .immediate {
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

    /// The number of pushes of priority 10 that remain in this hour.
    mutating func left(_ row: Int, _ now: Date) -> Int {
        let limit = ledger.rows[row].isFrequent ? policy.urgentPerHourFrequent : policy.urgentPerHour
        return limit - ledger.rows[row].urgent.count(at: now)
    }

    func isMostRelevant(_ relevance: Float, _ key: WorkKey) -> Bool {
        let own = Self.entryKey(key.activity)
        return ledger.rows[key.row].entries.allSatisfy {
            $0.key == own || $0.key.sort != .activity || $0.isEnded || $0.relevance <= relevance
        }
    }
}
#endif
