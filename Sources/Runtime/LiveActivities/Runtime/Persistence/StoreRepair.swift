public import LiveActivityCore
public import LiveActivityHost

// The repairs of a store that no runtime uses.
extension ActivityStore {
    /// Sets the time of each shard that is later than `now` back to `now`, to repair the effects of a clock that was wrong for
    /// a while. Time continues from `now`, and the deadlines of activities that began in the wrong time keep their distance:
    /// they run as long after `now` as they would have run after that time.
    ///
    /// Everything else is preserved: no id is used twice, sequences and revisions continue, and an applied event is recognised
    /// when it is repeated. Activities that ended in the wrong time stay ended, and changes of that time keep their dates.
    ///
    /// - Returns: The seconds by which each shard was set back, by its number; empty if no shard is later than `now`.
    /// - Throws: ``/LiveActivityHost/StoreError``; then nothing has changed.
    @discardableResult
    public func setBack(to now: Date) throws(StoreError) -> [Int: Double] {
        let head = try head()
        var shifts: [Int: DateShift] = [:]
        var batch = StoreBatch()
        for var engine in head.engines {
            guard let latest = engine.now, latest > now else { continue }
            shifts[engine.shard] = DateShift(from: latest, to: now)
            engine.now = now
            batch.engines.append(engine)
        }
        guard let furthest = shifts.values.max(by: { $0.seconds < $1.seconds }) else { return [:] }
        do {
            try forEachActivity { stored in
                guard let shift = shifts[stored.record.id.shard] else { return }
                var moved = stored
                shift.apply(to: &moved.record)
                guard moved != stored else { return }
                // Left out, as the store already has them.
                (moved.record.attributes, moved.topics) = (nil, [])
                batch.activities.append(moved)
            }
        } catch let error as StoreError { throw error } catch { throw .damaged(reason: "\(error)") }
        for var topic in head.topics {
            guard let shift = shifts[topic.shard], let timestamp = topic.memory.timestamp, timestamp > now else { continue }
            topic.memory.timestamp = shift.applied(to: timestamp)
            batch.topics.append(topic)
        }
        for var dismissal in head.dismissals where dismissal.at > now {
            // Any shard's shift can be used: no dismissal is later than its shard's time.
            dismissal.at = furthest.applied(to: dismissal.at)
            batch.dismissals.append(dismissal)
        }
        try append(batch)
        return shifts.mapValues(\.seconds)
    }
}

/// How many numbers are skipped when a backup is restored.
package enum NumbersGivenAfterBackup {
    /// Equivalent to this many lost runs. Each skips 256 of the million ids of a slot.
    package static let lostRuns: UInt64 = 4
    /// More than a store is opened between a backup and its restoration.
    package static let runs: UInt64 = 1 << 20
    /// Thirteen days of a million changes a second. A sequence stays an exact number in JSON over 8,000 restorations.
    package static let sequences: UInt64 = 1 << 40
}

/// Shifts the dates of a wrong time.
package struct DateShift: Hashable {
    /// The time from which the shards continue.
    package let now: Date
    /// How much later the wrong time was.
    package let seconds: Double

    package init(from wrong: Date, to now: Date) {
        self.now = now
        seconds = wrong.timeIntervalSince(now)
    }

    /// Shifts a date. A date after the wrong time keeps its distance from the right one. A date in between had already passed:
    /// it becomes `now`.
    package func applied(to date: Date) -> Date { date <= now ? date : max(now, date - seconds) }

    private func applied(to date: Date?) -> Date? { date.map { applied(to: $0) } }

    func apply(to record: inout ActivityRecord) {
        record.content.staleDate = applied(to: record.content.staleDate)
        record.wakeDate = applied(to: record.wakeDate)
        record.closingDate = applied(to: record.closingDate)
        record.startedAt = applied(to: record.startedAt)
        record.timestamp = applied(to: record.timestamp)
        record.alertsSince = applied(to: record.alertsSince)
        guard var extras = record.extras else { return }
        extras.endDate = applied(to: extras.endDate)
        extras.leaseRenewedAt = applied(to: extras.leaseRenewedAt)
        if let end = extras.unreportedEnd { extras.unreportedEnd?.dismissal = applied(to: end.dismissal) }
        record.extras = extras
    }
}
