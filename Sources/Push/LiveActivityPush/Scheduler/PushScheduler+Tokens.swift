#if Push
public import LiveActivityCore
public import LiveActivitySealing

// Handles tokens and signs of life.
extension PushScheduler {
    /// Registers a token (``TokenLedger/register(_:as:installation:owner:app:at:)``).
    ///
    /// Pushes that waited for the token are sent; if none waited, the activity's record is requested.
    ///
    /// - Throws: The errors of ``TokenLedger/register(_:as:installation:owner:app:at:)``.
    @discardableResult
    public mutating func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID, at now: Date
    ) throws(PushError) -> Bool {
        follow(now)
        try ledger.check(target, installation: installation, owner: owner, app: app)
        leave(installation, unlessOf: owner, at: now)
        let isNew = try ledger.register(token, as: target, installation: installation, owner: owner, app: app, at: now)
        guard let row = ledger.row(of: installation) else { return isNew }
        switch target {
        case .activity(let id):
            let key = WorkKey(activity: id, row: row)
            // Most tokens need no trace, so an activity without changes gets none.
            if !traces[id].isEmpty { note(.proven, key, at: now) }
            if isNew { repeatAlert(key, at: now) }
            release(key)
            // The end of another activity may wait for this token, because it is the successor's.
            if ledger[row, Self.entryKey(id)]?.start == .proven { endOwed(row, at: now) }
        case .pushToStart(let kind):
            needsRecords(target, row)
            want(owner, kind)
            watchLostStarts(of: kind, row, at: now)
        case .messages:
            needsRecords(target, row)
            wantAll(owner, app)
        case .widgets, .control: break
        }
        return isNew
    }

    /// Registers the key of an installation for sealed content (``TokenLedger/register(_:installation:owner:app:)``).
    @discardableResult
    public mutating func register(
        _ key: DeviceKey, installation: InstallationID, owner: OwnerID, app: PushAppID, at now: Date
    ) throws(PushError) -> Bool {
        follow(now)
        try ledger.check(nil, installation: installation, owner: owner, app: app)
        leave(installation, unlessOf: owner, at: now)
        return try ledger.register(key, installation: installation, owner: owner, app: app)
    }

    /// Stores that the owner's activities must be read, until all were provided. After a killed process the next one repeats
    /// the request.
    private mutating func needsRecords(_ target: TokenTarget, _ row: Int) {
        guard let key = ledger.key(of: target) else { return }
        ledger[row, key]?.needsRecord = true
    }

    private mutating func wantAll(_ owner: OwnerID, _ app: PushAppID) {
        for kind in (apps[app]?.kinds.keys).map(Array.init)?.sorted() ?? [] { want(owner, kind) }
    }

    /// Continues pushes that waited for a token.
    private mutating func release(_ key: WorkKey) {
        guard works[key.activity]?.deliveries[key.row] != nil else {
            // This is stored until a push is accepted. After a killed process the next one repeats the request.
            ledger[key.row, Self.entryKey(key.activity)]?.needsRecord = true
            return want(key.activity)
        }
        works[key.activity]?.deliveries[key.row]?.waitsSince = nil
        enqueue(key)
    }

    /// Sends the ends that waited for a sign of life. If the runtime no longer has an activity, the device keeps its last
    /// content.
    private mutating func endOwed(_ row: Int, at now: Date) {
        for entry in ledger.rows[row].entries where entry.owesEnd && entry.token != nil {
            guard let kind = ledger.kind(of: entry) else { continue }
            let id = ActivityID(rawValue: entry.key.id)
            ledger[row, entry.key]?.owesEnd = false
            if works[id] == nil {
                var work = ActivityWork(kind: kind, owner: OwnerID(rawValue: ledger.rows[row].owner.text), changedAt: now)
                work.newest = entry.sequence
                work.isDismissed = true
                works[id] = work
            }
            if works[id]?.end == nil { works[id]?.end = .init(dismissal: now, successor: nil) }
            works[id]?.end?.successor = nil
            if works[id]?.deliveries[row] == nil { works[id]?.deliveries[row] = .init() }
            works[id]?.deliveries[row]?.isSettled = false
            enqueue(WorkKey(activity: id, row: row))
        }
    }

    /// Records a sign of life of an installation: a call of the app, or a confirmation.
    public mutating func heard(from installation: InstallationID, at now: Date) {
        follow(now)
        ledger.heard(from: installation, at: now)
    }

    /// Removes an installation and its tokens, because its app was removed or its user has signed out.
    @discardableResult
    public mutating func forget(_ installation: InstallationID, at now: Date) -> Bool {
        follow(now)
        guard let row = ledger.row(of: installation) else { return false }
        settleAll(row, at: now)
        return ledger.forget(installation)
    }

    /// Ends the deliveries to an installation that is registered for another owner.
    private mutating func leave(_ installation: InstallationID, unlessOf owner: OwnerID, at now: Date) {
        guard let row = ledger.row(of: installation), ledger.rows[row].owner != PackedName(owner.rawValue) else { return }
        settleAll(row, at: now)
    }

    private mutating func settleAll(_ row: Int, at now: Date) {
        for (id, work) in works where work.deliveries[row] != nil {
            settle(WorkKey(activity: id, row: row), at: now)
            works[id]?.deliveries[row] = nil
        }
    }

    /// Sets if an installation may have frequent updates.
    public mutating func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) {
        ledger.permitFrequentUpdates(allowed, for: installation)
    }

    // MARK: - Signs of life after a start

    /// Checks, after the time for a sign of life, if one has followed a start. Otherwise no further start is sent to the token.
    mutating func checkProof(_ key: WorkKey, at now: Date) {
        let own = Self.entryKey(key.activity)
        guard !ledger.rows[key.row].isFree, var entry = ledger[key.row, own] else { return }
        if repeatsStart(entry, key.row, at: now), works[key.activity] == nil { want(key.activity) }
        guard entry.start == .accepted || entry.start == .unanswered, let started = entry.startedAt.date,
            now >= started.addingTimeInterval(policy.proofWindow)
        else { return }
        // It is unknown if a start without an answer has reached the device.
        entry.start = entry.start == .accepted ? .unproven : .lost
        ledger[key.row, own] = entry
        note(.noProof, key, at: now)
        let row = ledger.rows[key.row]
        if let date = repetition(of: entry, key.row) { setTimer(key, at: max(date, now)) }
        // The installation has called since then, so its token is not suspect.
        if let heard = row.heardAt.date, heard > started { return }
        for starter in row.entries where starter.key.sort == .pushToStart && starter.token != nil && !starter.isSuspect {
            guard case .pushToStart(let kind) = ledger.target(of: starter.key) else { continue }
            // The token was registered again since then, so the app runs.
            if let registered = starter.registeredAt.date, registered > started { continue }
            if ledger.kind(of: entry) != kind { continue }
            ledger[key.row, starter.key]?.isSuspect = true
            notify(.tokenSuspect(InstallationID(rawValue: row.installation.text), kind, activity: key.activity))
        }
    }

    /// The channel of a row that represents one; `nil` for a device.
    func channel(of row: Int) -> ChannelID? {
        ledger.rows[row].isChannel ? RowName(stored: ledger.rows[row].installation.text).channel : nil
    }

    /// Plans a check of starts without an answer: the app has registered its push-to-start token, so it runs, and starts whose
    /// activities it still does not have after a while were lost.
    private mutating func watchLostStarts(of kind: ActivityKind, _ row: Int, at now: Date) {
        for entry in ledger.rows[row].entries where entry.start == .lost && ledger.kind(of: entry) == kind {
            guard let date = repetition(of: entry, row) else { continue }
            setTimer(WorkKey(activity: ActivityID(rawValue: entry.key.id), row: row), at: date)
        }
    }

    /// Resumes after a restart: waits for signs of life continue, and records that were not sent are requested, because their
    /// changes are already acknowledged. The runtime delivers everything else again, so few records are requested.
    mutating func resume() {
        for row in ledger.rows.indices where !ledger.rows[row].isFree {
            let channel = channel(of: row)
            for entry in ledger.rows[row].entries where entry.needsRecord && entry.token != nil {
                let owner = OwnerID(rawValue: ledger.rows[row].owner.text)
                switch ledger.target(of: entry.key) {
                case .pushToStart(let kind): want(owner, kind)
                case .messages: wantAll(owner, ledger.apps[Int(ledger.rows[row].app)])
                case .activity, .widgets, .control: break
                }
            }
            for entry in ledger.rows[row].entries where entry.key.sort == .activity {
                if let channel, !entry.isEnded {
                    channels[ActivityID(rawValue: entry.key.id)] = channel
                    speakers[channel] = ActivityID(rawValue: entry.key.id)
                }
                if entry.needsRecord, !entry.isEnded { want(ActivityID(rawValue: entry.key.id)) }
            }
        }
        resumeTimers()
    }

    /// Sets the timers for signs of life and lost starts.
    mutating func resumeTimers() {
        for row in ledger.rows.indices where !ledger.rows[row].isFree {
            for entry in ledger.rows[row].entries where entry.key.sort == .activity {
                let key = WorkKey(activity: ActivityID(rawValue: entry.key.id), row: row)
                switch entry.start {
                case .accepted, .unanswered:
                    if let date = entry.startedAt.date { setTimer(key, at: date.addingTimeInterval(policy.proofWindow)) }
                case .lost: if let date = repetition(of: entry, row) { setTimer(key, at: date) }
                case .none, .proven, .unproven: break
                }
            }
        }
    }
}
#endif
