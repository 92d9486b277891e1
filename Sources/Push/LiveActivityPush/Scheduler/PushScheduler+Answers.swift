#if Push
public import LiveActivityCore

// Handles the answers to orders.
extension PushScheduler {
    /// Handles the answer to an order, or the error if there was no answer.
    ///
    /// - Returns: The necessary action on the sender's connections, if any.
    public mutating func answered(_ number: UInt64, _ result: Result<PushAnswer, PushError>, at now: Date) -> PushEffect? {
        follow(now)
        guard let ticket = tickets.removeValue(forKey: number) else { return nil }
        let key = WorkKey(activity: ticket.activity, row: ticket.row)
        learn(result, ticket.app, now)
        let row = ledger.rows[ticket.row]
        // The installation was removed in the meantime, and its row may belong to another one.
        guard !row.isFree, row.installation == ticket.installation else { return nil }
        let isOvertaken = ticket.event != .widgets && works[key.activity]?.deliveries[key.row]?.inFlight != number
        if ticket.event != .widgets, !isOvertaken { works[key.activity]?.deliveries[key.row]?.inFlight = 0 }
        let app = ledger.apps[Int(row.app)]
        switch result {
        case .success(let answer):
            note(.answered(answer), key, at: now, sequence: ticket.sequence)
            if case .widgets = ticket.event { return widgets(ticket, answer) }
            let remedy = policy.answers.remedy(for: answer)
            if isOvertaken, isRepetition(remedy, answer) { return effect(of: remedy, app) }
            return carryOut(remedy, answer, ticket, isOvertaken: isOvertaken, key, app, now)
        case .failure(let error):
            note(.failed(error), key, at: now, sequence: ticket.sequence)
            // An update is not sent again if an alert was sent after it: the alert has newer content.
            if case .widgets = ticket.event { return nil } else if isOvertaken { return nil }
            return lost(error, ticket, key, app, now)
        }
    }

    /// Updates the endpoint's circuit breaker after an answer or an error.
    private mutating func learn(_ result: Result<PushAnswer, PushError>, _ app: PushAppID, _ now: Date) {
        switch result {
        case .success(let answer) where answer.status >= 500: breakers[app, default: policy.breaker].failed(at: now)
        case .success: breakers[app]?.succeeded()
        case .failure(.unreachable), .failure(.unanswered): breakers[app, default: policy.breaker].failed(at: now)
        case .failure: breakers[app]?.learnedNothing(at: now)
        }
    }

    /// `true` if a remedy only sends the activity's newest content again.
    private func isRepetition(_ remedy: PushRemedy, _ answer: PushAnswer) -> Bool {
        switch remedy {
        case .retryOnNewConnection, .renewProviderToken: true
        case .retryLater: !isOfDevice(answer)
        default: false
        }
    }

    /// `true` if the answer concerns all pushes to the device.
    private func isOfDevice(_ answer: PushAnswer) -> Bool { answer.status == 429 || answer.retryAfter != nil }

    private func effect(of remedy: PushRemedy, _ app: PushAppID) -> PushEffect? {
        switch remedy {
        case .retryOnNewConnection: .useNewConnections(app)
        case .renewProviderToken: .renewProviderToken(app)
        default: nil
        }
    }

    private mutating func carryOut(
        _ remedy: PushRemedy, _ answer: PushAnswer, _ ticket: Ticket, isOvertaken: Bool, _ key: WorkKey, _ app: PushAppID,
        _ now: Date
    ) -> PushEffect? {
        if remedy == .done {
            note(.expected(ticket.expectation), key, at: now, sequence: ticket.sequence)
            accepted(ticket, isNewest: !isOvertaken, key, now)
            return nil
        }
        takeBackStart(ticket, key)
        switch remedy {
        case .done: break
        case .retryOnNewConnection: retrySoon(ticket, key, now)
        case .renewProviderToken:
            let renewals = works[key.activity]?.deliveries[key.row]?.renewals ?? 0
            works[key.activity]?.deliveries[key.row]?.renewals = renewals + 1
            enqueue(key)
        case .retryLater(let pause):
            retry(pause, asked: answer.retryAfter, upTo: isOfDevice(answer) ? .max : ticket.sequence, key, now)
        case .dropToken: drop(ticket, answer, key, now)
        case .dropChannel:
            if let channel = channel(of: key.row) {
                notify(.channelDropped(channel, reason: answer.reason))
                speakers[channel] = nil
            }
            settle(key, at: now)
        case .stop(let report): stop(app, report, key, now)
        case .refuse(let report):
            notify(.pushRefused(key.activity, InstallationID(rawValue: ledger.rows[key.row].installation.text), reason: report))
            note(.refused(report), key, at: now)
            // Newer content may be valid.
            if works[key.activity]?.newest == ticket.sequence { settle(key, at: now) } else { enqueue(key) }
        }
        return effect(of: remedy, app)
    }

    /// Reports that the sender could not make another provider token, because the current one is too new. So the clock or the
    /// key is wrong.
    public mutating func couldNotRenewToken(of app: PushAppID, at now: Date) {
        follow(now)
        let report = "APNs considers a new provider token expired: check the computer's clock and the key"
        stop(app, report, nil, now)
    }

    // MARK: - Refused or lost

    /// Restores the state before a refused start: the device has no such activity.
    private mutating func takeBackStart(_ ticket: Ticket, _ key: WorkKey) {
        guard case .start(let before, let date) = ticket.event, var entry = ledger[key.row, Self.entryKey(key.activity)],
            entry.start == .unanswered
        else { return }
        (entry.start, entry.startedAt) = (before, date)
        ledger[key.row, Self.entryKey(key.activity)] = entry
    }

    private mutating func lost(
        _ error: PushError, _ ticket: Ticket, _ key: WorkKey, _ app: PushAppID, _ now: Date
    ) -> PushEffect? {
        switch error {
        case .unprocessed:
            takeBackStart(ticket, key)
            retrySoon(ticket, key, now)
        case .unreachable, .ledgerUnavailable:
            takeBackStart(ticket, key)
            retry(.short, asked: nil, upTo: ticket.sequence, key, now)
        case .unanswered:
            // A second start could show a second activity. So the start counts as sent, and a sign of life is awaited.
            if case .start = ticket.event, ticket.key != .messages {
                enqueue(key)
            } else {
                takeBackStart(ticket, key)
                retry(.short, asked: nil, upTo: ticket.sequence, key, now)
            }
        case .closed:
            // The process is ending. The next one receives the unacknowledged changes again.
            works[key.activity]?.deliveries[key.row]?.notBefore = .distantFuture
            works[key.activity]?.deliveries[key.row]?.pausedUpTo = .max
        default:
            takeBackStart(ticket, key)
            stop(app, "\(error)", key, now)
        }
        return nil
    }

    /// Sends the newest content again at once, but after a few attempts only after a pause.
    private mutating func retrySoon(_ ticket: Ticket, _ key: WorkKey, _ now: Date) {
        guard let tries = works[key.activity]?.deliveries[key.row]?.tries, tries < policy.immediateRetries else {
            return retry(.short, asked: nil, upTo: ticket.sequence, key, now)
        }
        works[key.activity]?.deliveries[key.row]?.tries = tries + 1
        enqueue(key)
    }

    /// - Parameter sequence: The newest change that must wait.
    private mutating func retry(
        _ pause: RetrySchedule.Pause, asked: TimeInterval?, upTo sequence: UInt64, _ key: WorkKey, _ now: Date
    ) {
        if pause == .long {
            works[key.activity]?.deliveries[key.row]?.failures += 1
        } else {
            works[key.activity]?.deliveries[key.row]?.tries += 1
        }
        let delivery = works[key.activity]?.deliveries[key.row]
        let tries = (pause == .long ? delivery?.failures : delivery?.tries) ?? 1
        let date = now.addingTimeInterval(policy.retries.wait(pause, tries: tries, asked: asked, chance: draw()))
        works[key.activity]?.deliveries[key.row]?.notBefore = date
        works[key.activity]?.deliveries[key.row]?.pausedUpTo = sequence
        note(.retries(at: date), key, at: now)
        setTimer(key, at: date)
    }

    private mutating func drop(_ ticket: Ticket, _ answer: PushAnswer, _ key: WorkKey, _ now: Date) {
        let (refused, entry) = ticket.refusedToken(by: answer)
        guard let token = refused, ledger[key.row, entry]?.token == token else {
            // The app has registered another token in the meantime.
            return enqueue(key)
        }
        guard ledger.invalidate(token, key.row, entry, since: answer.status == 410 ? answer.invalidSince : nil) else {
            // The app registered the same token after APNs found it invalid, so APNs will soon accept it.
            return retry(.short, asked: nil, upTo: .max, key, now)
        }
        note(.tokenDropped, key, at: now)
        let installation = InstallationID(rawValue: ledger.rows[key.row].installation.text)
        notify(.tokenDropped(installation, ledger.target(of: entry), reason: answer.reason))
        enqueue(key)
    }

    private mutating func widgets(_ ticket: Ticket, _ answer: PushAnswer) -> PushEffect? {
        guard policy.answers.remedy(for: answer) == .dropToken, let token = ticket.token else { return nil }
        if ledger.invalidate(token, ticket.row, ticket.key, since: answer.status == 410 ? answer.invalidSince : nil) {
            notify(.tokenDropped(InstallationID(rawValue: ticket.installation.text), .widgets, reason: answer.reason))
        }
        return nil
    }

    private mutating func stop(_ app: PushAppID, _ report: String, _ key: WorkKey?, _ now: Date) {
        let until = now.addingTimeInterval(policy.retries.firstLong)
        if stopped[app].map({ $0 <= now }) ?? true {
            stopped[app] = until
            notify(.appStopped(app, reason: report, until: until))
        }
        guard let key else { return }
        note(.stopped(report, until: stopped[app] ?? until), key, at: now)
        setTimer(key, at: stopped[app] ?? until)
    }
}

extension Ticket {
    /// The token that an answer refuses, and its entry in the ledger. FCM's own reasons are about the registration token, APNs'
    /// reasons about the token in the message.
    fileprivate func refusedToken(by answer: PushAnswer) -> (PackedToken?, TokenRow.Key) {
        guard let registration, answer.reason?.isAboutRegistration == true else { return (token, key) }
        return (registration, .messages)
    }
}
#endif
