#if Push
public import LiveActivityCore

// Handles changes, and records of activities whose changes are already acknowledged.
extension PushScheduler {
    /// Handles a change. Changes of one activity arrive in order; a repeated change is recognised.
    public mutating func receive(_ change: Change, at now: Date) {
        follow(now)
        acknowledgements.given(change)
        guard knownKinds.contains(change.kind), !change.what.isReport else { return }
        let id = change.activity
        let shared = WorkKey(activity: id, row: -1)
        note(.changed(change.what.name), shared, at: now, sequence: change.sequence)
        switch change.what {
        case .scheduled: return
        case .becameStale, .becameActive: return note(.deviceDoesIt, shared, at: now, sequence: change.sequence)
        default: break
        }
        let rows = targets(of: change, at: now)
        guard !rows.isEmpty else {
            if case .dismissed = change.what {
                traces.remove(id)
                channels[id] = nil
            }
            return
        }
        var work = works[id] ?? ActivityWork(kind: change.kind, owner: change.owner, changedAt: change.at)
        merge(change, into: &work, at: now)
        for row in rows {
            if work.deliveries[row] == nil { work.deliveries[row] = .init() }
            work.deliveries[row]?.isSettled = false
        }
        works[id] = work
        if acknowledgements.oldest(of: id) == nil { acknowledgements.set(change.sequence, for: id) }
        for row in rows { enqueue(WorkKey(activity: id, row: row)) }
    }

    private mutating func merge(_ change: Change, into work: inout ActivityWork, at now: Date) {
        if work.contentSequence > 0, change.content != nil {
            note(.conflated, WorkKey(activity: change.activity, row: -1), at: now, sequence: work.contentSequence)
        }
        work.newest = max(work.newest, change.sequence)
        work.revision = max(work.revision, change.revision)
        work.changedAt = change.at
        if let trace = change.trace { work.trace = trace }
        if let content = change.content { work.take(content, sequence: change.sequence) }
        if policy.isUrgent?(change) == true { work.promptSequence = change.sequence }
        switch change.what {
        case .started:
            work.start = change.start
            work.startSequence = change.sequence
        case .alerted(let alert):
            work.alert = alert
            work.alertSequence = change.sequence
        case .ended(let reason, let dismissal):
            var successor: ActivityID?
            if case .renewed(let next) = reason { successor = next }
            work.end = .init(dismissal: dismissal, successor: successor)
            work.endSequence = change.sequence
        case .dismissed:
            work.isDismissed = true
            if work.end == nil {
                work.end = .init(dismissal: change.at, successor: nil)
                work.endSequence = change.sequence
            }
        default: break
        }
    }

    /// The rows that receive a change: the owner's installations whose app shows the kind, or the activity's channel.
    private mutating func targets(of change: Change, at now: Date) -> [Int] {
        for app in apps.values.sorted(by: { $0.id.bundle < $1.id.bundle }) {
            guard let kind = app.kinds[change.kind], let find = kind.channel,
                let channel = find(change) ?? channels[change.activity]
            else { continue }
            channels[change.activity] = channel
            let row = channelRow(channel, app.id, change, at: now)
            var devices: [Int] = []
            switch change.what {
            case .started, .ended, .dismissed: if kind.startsInChannel { devices = rows(of: change.owner, change.kind) }
            default: break
            }
            return devices + (row.map { [$0] } ?? [])
        }
        let rows = rows(of: change.owner, change.kind)
        if rows.isEmpty { note(.noDevice, WorkKey(activity: change.activity, row: -1), at: now, sequence: change.sequence) }
        return rows
    }

    /// The rows of an owner's installations whose app shows a kind.
    private func rows(of owner: OwnerID, _ kind: ActivityKind) -> [Int] {
        // An owner may have the name of a channel's row.
        ledger.rows(of: owner).filter {
            !ledger.rows[$0].isChannel && apps[ledger.apps[Int(ledger.rows[$0].app)]]?.kinds[kind] != nil
        }
    }

    /// The row of a channel; `nil` if another activity sends for the channel.
    private mutating func channelRow(_ channel: ChannelID, _ app: PushAppID, _ change: Change, at now: Date) -> Int? {
        let speaker = speakers[channel] ?? change.activity
        speakers[channel] = speaker
        guard speaker == change.activity else {
            note(.sentByChannel, WorkKey(activity: change.activity, row: -1), at: now, sequence: change.sequence)
            return nil
        }
        if case .dismissed = change.what { speakers[channel] = nil }
        guard let row = try? ledger.row(addingChannel: channel, app: app) else {
            note(.refused("\(app) does not fit in the ledger"), WorkKey(activity: change.activity, row: -1), at: now)
            return nil
        }
        return row
    }

    /// Handles an activity's record: for a token that arrived after the changes were acknowledged, and for a record that is
    /// newer than the waiting content.
    ///
    /// - Parameters:
    ///   - record: The activity as it is now.
    ///   - kind: The activity's kind.
    ///   - now: The current time.
    public mutating func provide(_ record: ActivityRecord, kind: ActivityKind, at now: Date) {
        follow(now)
        guard knownKinds.contains(kind), record.state != .pending else { return }
        let id = record.id
        var work = works[id] ?? ActivityWork(kind: kind, owner: record.owner, changedAt: now)
        if work.content == nil || record.revision > work.revision {
            work.take(record.content, sequence: work.contentSequence)
            // A waiting change may have a later revision. It is kept, because a push's id contains its content's revision.
            work.revision = max(work.revision, record.revision)
        }
        if work.start == nil, let attributes = record.attributes {
            work.start = .init(attributes: attributes, key: record.key, predecessor: record.extras?.predecessor)
        }
        if record.state == .ended, work.end == nil { work.end = .init(dismissal: record.closingDate, successor: nil) }
        for row in rows(of: record.owner, kind) {
            if work.deliveries[row] == nil { work.deliveries[row] = .init() }
            work.deliveries[row]?.isForced = true
            work.deliveries[row]?.isSettled = false
            // The runtime does not deliver the acknowledged changes again, so this is stored: after a killed process the next
            // one reads the record again.
            if ledger[row, Self.entryKey(id)] != nil || startsByPush(id, kind, row) {
                ledger[row, Self.entryKey(id), default: TokenRow(Self.entryKey(id))].needsRecord = true
            }
        }
        works[id] = work.deliveries.isEmpty ? nil : work
        for row in work.deliveries.keys.sorted() { enqueue(WorkKey(activity: id, row: row)) }
    }

    /// Reports that all activities of an owner from ``takeWantedOwners()`` were passed to the scheduler.
    public mutating func provided(_ owner: OwnerID) {
        // A token that arrived in the meantime has its own request.
        guard !wants(owner) else { return }
        for row in ledger.rows(of: owner) {
            for entry in ledger.rows[row].entries where entry.needsRecord && entry.key.sort != .activity {
                ledger[row, entry.key]?.needsRecord = false
            }
        }
    }

    /// `true` if a device without the activity receives a start.
    private func startsByPush(_ id: ActivityID, _ kind: ActivityKind, _ row: Int) -> Bool {
        guard let app = apps[ledger.apps[Int(ledger.rows[row].app)]], let kind = app.kinds[kind] else { return false }
        if case .fcmAndroid = app.service { return true }
        return kind.startsByPush && (channels[id] == nil || kind.startsInChannel)
    }
}
#endif
