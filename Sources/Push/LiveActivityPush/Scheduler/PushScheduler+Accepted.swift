#if Push
import LiveActivityCore

// Handles accepted pushes, and the pushes that remain to be sent.
extension PushScheduler {
    mutating func accepted(_ ticket: Ticket, isNewest: Bool, _ key: WorkKey, _ now: Date) {
        let own = Self.entryKey(key.activity)
        var entry = ledger[key.row, own] ?? TokenRow(own)
        // The app has registered another token in the meantime. It is unknown if the push to the old one reached the app, so
        // everything is sent to the new one.
        if ticket.key == own, let token = entry.token, token != ticket.token, !ledger.rows[key.row].isChannel {
            return enqueue(key)
        }
        // The answer to an update may arrive after the answer to a later alert.
        if isNewest || ticket.sequence >= entry.sequence { entry.content = ticket.content }
        entry.sequence = max(entry.sequence, ticket.sequence)
        switch ticket.event {
        case .start:
            // The app may have registered a token before the answer arrived.
            if entry.start == .unanswered || entry.start == .lost {
                entry.start = ticket.key == .messages ? .proven : .accepted
            }
        case .end: entry.isEnded = true
        case .update, .widgets: break
        }
        entry.needsRecord = false
        ledger[key.row, own] = entry
        if ticket.event == .update(isAlert: true) { works[key.activity]?.deliveries[key.row]?.alertSentAt = now }
        works[key.activity]?.deliveries[key.row]?.tries = 0
        works[key.activity]?.deliveries[key.row]?.failures = 0
        works[key.activity]?.deliveries[key.row]?.renewals = 0
        let hash = works[key.activity]?.hash
        if hash == ticket.content { works[key.activity]?.deliveries[key.row]?.isForced = false }
        if entry.start == .accepted, let started = entry.startedAt.date {
            setTimer(key, at: started.addingTimeInterval(policy.proofWindow))
        }
        if policy.reloadsWidgets, apps[ticket.app]?.service == .apns, ticket.event != .update(isAlert: false),
            ledger[key.row, .init(id: 0, sort: .widgets)]?.token != nil
        {
            reloads.append(key)
        }
        let isAll = works[key.activity].map { entry.sequence >= $0.newest && ($0.end == nil || entry.isEnded) } ?? true
        if isAll, works[key.activity]?.deliveries[key.row]?.isForced != true {
            keepOrSettle(key, at: now)
        } else {
            enqueue(key)
        }
    }

    // MARK: - Ending a delivery

    /// Ends the delivery to one device, unless the device may need its alert again with a token that is registered soon.
    mutating func keepOrSettle(_ key: WorkKey, at now: Date) {
        if let until = keepsAlert(key, at: now) { setTimer(key, at: until) } else { settle(key, at: now) }
    }

    /// The date until which an accepted alert may be repeated. After an app has received a new token, APNs accepts pushes to
    /// the old one for some time without delivering them; the app registers the new one as soon as it can.
    private mutating func keepsAlert(_ key: WorkKey, at now: Date) -> Date? {
        guard let work = works[key.activity], let delivery = work.deliveries[key.row], work.alertSequence > 0, work.end == nil,
            let entry = ledger[key.row, Self.entryKey(key.activity)], entry.sequence >= work.alertSequence, entry.token != nil,
            // After a restart, the ledger has the date of the last push.
            let sentAt = delivery.alertSentAt ?? entry.sentAt.date
        else { return nil }
        let until = sentAt.addingTimeInterval(policy.alertWindow)
        guard now < until else { return nil }
        works[key.activity]?.deliveries[key.row]?.alertSentAt = sentAt
        return until
    }

    /// Sends a recently accepted alert again after another token was registered: it may have gone to a token that the app no
    /// longer used.
    mutating func repeatAlert(_ key: WorkKey, at now: Date) {
        guard let work = works[key.activity], let sentAt = work.deliveries[key.row]?.alertSentAt,
            now < sentAt.addingTimeInterval(policy.alertWindow), var entry = ledger[key.row, Self.entryKey(key.activity)],
            entry.sequence >= work.alertSequence
        else { return }
        entry.sequence = work.alertSequence - 1
        ledger[key.row, Self.entryKey(key.activity)] = entry
        works[key.activity]?.deliveries[key.row]?.alertSentAt = nil
        works[key.activity]?.deliveries[key.row]?.isSettled = false
        note(.repeatsAlert, key, at: now)
    }

    /// Ends the delivery to one device, which needs no further push of the activity for now.
    mutating func settle(_ key: WorkKey, at now: Date) {
        guard let work = works[key.activity] else { return }
        let own = Self.entryKey(key.activity)
        if var entry = ledger[key.row, own], entry.sequence < work.newest || entry.needsRecord {
            entry.sequence = max(entry.sequence, work.newest)
            entry.needsRecord = false
            ledger[key.row, own] = entry
        }
        if work.isDismissed {
            // An end that waits for the successor must still be sent.
            if ledger[key.row, own]?.owesEnd != true || ledger[key.row, own]?.token == nil { ledger[key.row, own] = nil }
        }
        works[key.activity]?.deliveries[key.row]?.isSettled = true
        works[key.activity]?.deliveries[key.row]?.isForced = false
        let rest = works[key.activity]?.deliveries.filter { !$0.value.isSettled } ?? [:]
        guard rest.isEmpty else {
            let oldest = rest.keys.map { work.oldestPending(after: ledger[$0, own]?.sequence ?? 0) }.min()
            // 0: the work is of a record alone, whose changes were acknowledged before.
            acknowledgements.set(oldest == 0 ? nil : oldest, for: key.activity)
            return
        }
        works[key.activity] = nil
        acknowledgements.set(nil, for: key.activity)
        if work.isDismissed {
            traces.remove(key.activity)
            channels[key.activity] = nil
        }
    }
}
#endif
