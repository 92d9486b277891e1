#if Push
public import LiveActivityCore

// The effects of answers.
extension PushScheduler {
    /// Takes the answer to an order, or the error if there was no answer.
    ///
    /// - Returns: The effect on the sender's connections, if any.
    public mutating func answered(_ number: UInt64, _ result: Result<PushAnswer, PushError>, at now: Date) -> PushEffect? {
        guard let ticket = tickets.removeValue(forKey: number) else { return nil }
        let key = WorkKey(activity: ticket.activity, row: ticket.row)
        learn(result, ticket.app, now)
        let row = ledger.rows[ticket.row]
        // The installation was removed meanwhile, and another one may have its row.
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
            // A push that an alert has overtaken is not sent again: the alert has newer content.
            if case .widgets = ticket.event { return nil } else if isOvertaken { return nil }
            return lost(error, ticket, key, app, now)
        }
    }

    /// Updates the endpoint's circuit breaker from an answer or its absence.
    private mutating func learn(_ result: Result<PushAnswer, PushError>, _ app: PushAppID, _ now: Date) {
        switch result {
        case .success(let answer) where answer.status >= 500: breakers[app, default: policy.breaker].failed(at: now)
        case .success: breakers[app]?.succeeded()
        case .failure(.unreachable), .failure(.unanswered): breakers[app, default: policy.breaker].failed(at: now)
        case .failure: breakers[app]?.learnedNothing(at: now)
        }
    }

    /// Whether a remedy only repeats the same activity's newest content.
    private func isRepetition(_ remedy: PushRemedy, _ answer: PushAnswer) -> Bool {
        switch remedy {
        case .retryOnNewConnection, .renewProviderToken: true
        case .retryLater: !isOfDevice(answer)
        default: false
        }
    }

    /// Whether the answer concerns every push to the device, not one push.
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
            // The content that came since may be valid.
            if works[key.activity]?.newest == ticket.sequence { settle(key, at: now) } else { enqueue(key) }
        }
        return effect(of: remedy, app)
    }

    /// The sender could not make another provider token, because the last one is too young: the clock or the key is wrong.
    public mutating func couldNotRenewToken(of app: PushAppID, at now: Date) {
        let report = "APNs takes a new provider token for an expired one: check the computer's clock and the key"
        stop(app, report, nil, now)
    }

    // MARK: - Refused or lost

    /// Takes a refused start back: the device has no such activity.
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
            // A second start could be a second activity on the screen: it counts as sent, and a sign of life is waited for.
            if case .start = ticket.event, ticket.key != .messages {
                enqueue(key)
            } else {
                takeBackStart(ticket, key)
                retry(.short, asked: nil, upTo: ticket.sequence, key, now)
            }
        case .closed:
            // The process ends. What is not acknowledged comes again.
            works[key.activity]?.deliveries[key.row]?.notBefore = .distantFuture
            works[key.activity]?.deliveries[key.row]?.pausedUpTo = .max
        default:
            takeBackStart(ticket, key)
            stop(app, "\(error)", key, now)
        }
        return nil
    }

    /// Sends the newest content again at once, a few times; then after a pause.
    private mutating func retrySoon(_ ticket: Ticket, _ key: WorkKey, _ now: Date) {
        guard let tries = works[key.activity]?.deliveries[key.row]?.tries, tries < policy.immediateRetries else {
            return retry(.short, asked: nil, upTo: ticket.sequence, key, now)
        }
        works[key.activity]?.deliveries[key.row]?.tries = tries + 1
        enqueue(key)
    }

    /// - Parameter sequence: The newest change that waits.
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
        guard let token = ticket.token, ledger[key.row, ticket.key]?.token == token else {
            // The app has registered another token meanwhile.
            return enqueue(key)
        }
        guard ledger.invalidate(token, key.row, ticket.key, since: answer.status == 410 ? answer.invalidSince : nil) else {
            // The app registered the same token after APNs found it invalid: APNs will know it soon.
            return retry(.short, asked: nil, upTo: .max, key, now)
        }
        note(.tokenDropped, key, at: now)
        let installation = InstallationID(rawValue: ledger.rows[key.row].installation.text)
        notify(.tokenDropped(installation, ledger.target(of: ticket.key), reason: answer.reason))
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
#endif
