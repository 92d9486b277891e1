#if Push
import LiveActivityCore

// Follows a clock that is set back.
extension PushScheduler {
    /// A clock that is set back by less is not followed, and a wait is longer by as much; in seconds. ``SystemClock`` passes
    /// smaller jumps on at once.
    private static let tolerance: TimeInterval = 5

    /// Takes the current time. Each function that is given the time calls this first.
    ///
    /// The ends of all waits are dates: the next update of a device, a retry, the circuit breaker's pause, the hour of the
    /// budget. After the clock was set back they would last until the clock had its former time again. So the dates move back
    /// with the clock, and each wait is as long as it was to be. The timestamps of pushes stay: a device ignores a push with an
    /// earlier one.
    mutating func follow(_ now: Date) {
        guard let last = lastTime else {
            lastTime = now
            return takeStoredDates(now)
        }
        let difference = now.timeIntervalSince(last)
        guard difference < -Self.tolerance else { return lastTime = max(last, now) }
        lastTime = now
        followed += difference
        move(by: difference)
    }

    /// Takes the length of a jump, which is exact: ``follow(_:)`` cannot know how much time has passed since the last call, and
    /// makes waits longer by as much. The two may be called in any order.
    mutating func clockWasSet(by seconds: TimeInterval) {
        guard seconds < 0, let last = lastTime else { return }
        let rest = min(seconds - followed, 0)
        followed = 0
        lastTime = last.addingTimeInterval(rest)
        move(by: rest)
    }

    /// A date in the ledger that is later than now was stored before the clock was set back: it counts as now.
    private mutating func takeStoredDates(_ now: Date) {
        guard ledger.limitDates(to: now) else { return }
        timers = Heap()
        resumeTimers()
    }

    private mutating func move(by seconds: TimeInterval) {
        ledger.moveDates(by: seconds)
        for id in works.keys {
            for row in works[id]?.deliveries.keys ?? [:].keys { works[id]?.deliveries[row]?.moveDates(by: seconds) }
        }
        var moved = Heap<WorkTimer>()
        while let timer = timers.least {
            timers.removeLeast()
            moved.insert(WorkTimer(date: timer.date.moved(by: seconds), key: timer.key))
        }
        timers = moved
        for app in stopped.keys { stopped[app] = stopped[app]?.moved(by: seconds) }
        for app in breakers.keys { breakers[app]?.moveDates(by: seconds) }
        for number in tickets.keys {
            guard case .start(let before, let date) = tickets[number]?.event else { continue }
            tickets[number]?.event = .start(before: before, at: date.moved(by: seconds))
        }
    }
}

extension ActivityWork.Delivery {
    fileprivate mutating func moveDates(by seconds: TimeInterval) {
        notBefore = notBefore.moved(by: seconds)
        waitsSince = waitsSince?.moved(by: seconds)
        timer = timer?.moved(by: seconds)
        alertSentAt = alertSentAt?.moved(by: seconds)
    }
}

extension Date {
    /// The distant past and the distant future stay.
    func moved(by seconds: TimeInterval) -> Date {
        self == .distantPast || self == .distantFuture ? self : addingTimeInterval(seconds)
    }
}

extension TokenLedger {
    /// Moves all dates but the timestamps of pushes. The rows are stored with their new dates when they change for another
    /// reason: until then ``limitDates(to:)`` corrects what the next process reads.
    fileprivate mutating func moveDates(by seconds: TimeInterval) {
        for row in rows.indices where !rows[row].isFree {
            rows[row].heardAt = rows[row].heardAt.moved(by: seconds)
            rows[row].urgent.moveBack(by: -seconds)
            for entry in rows[row].entries.indices {
                rows[row].entries[entry].changeDates { $0.moved(by: seconds) }
            }
        }
    }

    /// Replaces dates that are later than `now` by `now`.
    ///
    /// - Returns: `true` if there was one.
    fileprivate mutating func limitDates(to now: Date) -> Bool {
        // Dates are in whole seconds, and the date of a push is rounded up.
        let limit = PackedDate(now, .up)
        var isChanged = false
        for row in rows.indices where !rows[row].isFree {
            if rows[row].heardAt > limit { (rows[row].heardAt, isChanged) = (limit, true) }
            if rows[row].urgent.limit(to: now) { isChanged = true }
            for entry in rows[row].entries.indices {
                rows[row].entries[entry].changeDates { date in
                    guard date > limit else { return date }
                    isChanged = true
                    return limit
                }
            }
        }
        return isChanged
    }
}

extension TokenRow {
    fileprivate mutating func changeDates(_ change: (PackedDate) -> PackedDate) {
        registeredAt = change(registeredAt)
        startedAt = change(startedAt)
        sentAt = change(sentAt)
    }
}
#endif
