import LiveActivityCore

/// The engine's rules in their simplest form: a dictionary of activities, and a scan of all of them for each query. Slow, but
/// short enough to be verified by reading.
final class Model {
    typealias State = CounterProvider.Attributes.ContentState

    struct Activity {
        let number: Int
        let kind: ActivityKind
        let owner: OwnerID
        let attributes: CounterProvider.Attributes
        let attributesBytes: Int
        var options: StartOptions
        var content: ActivityContent<State>
        var wake: Date?
        var state: ActivityState
        /// When the activity ends or is dismissed automatically.
        var closing: Date
        var startedAt: Date
        var revision: UInt32 = 1
        var timestamp: Date?
        var alerts = 0
        var alertsSince: Date?
        var events: [EventID] = []
        /// The activity that this one renews.
        var predecessor: Int?
        var leaseRenewedAt: Date

        var leaseStale: Date? { options.lease.map { leaseRenewedAt + $0.staleAfter } }
        var leaseEnd: Date? { options.lease.map { leaseRenewedAt + $0.endAfter } }
        var topics: [Topic] { Array(Set(attributes.topics)) }

        /// The times of all its automatic changes.
        var deadlines: [Date] {
            switch state {
            case .pending: [closing, wake].compactMap { $0 }
            case .active: [closing, wake, content.staleDate, leaseStale, leaseEnd].compactMap { $0 }
            case .stale: [closing, wake, leaseEnd].compactMap { $0 }
            case .ended: [closing]
            case .dismissed: []
            }
        }
    }

    struct Memory {
        var events: [EventID] = []
        var timestamp: Date?
    }

    struct Dismissal: Hashable { var owner: OwnerID, kind: ActivityKind, key: StartKey }

    let configuration: EngineConfiguration
    /// The ids that the engine has assigned, by the number of the start, which the model adopts.
    var id: (Int) -> ActivityID = { _ in preconditionFailure("ids were not given") }

    var now: Date?
    /// The events that were applied to activities and topics, whatever happened to those later.
    var recent: [(event: String, at: Date)] = []
    var activities: [Int: Activity] = [:]
    var starts = 0
    /// The number of starts known when a step begins; the step's time may bring successors that it cannot refer to.
    private var known = 0
    var sequence: UInt64 = 0
    var lines: [Line] = []
    var deniedKinds: [OwnerID: Set<ActivityKind>] = [:]
    var denied: Set<OwnerID> = []
    var infrequent: Set<OwnerID> = []
    var topics: [Topic: Memory] = [:]
    var dismissals: [Dismissal: Date] = [:]

    init(_ configuration: EngineConfiguration) { self.configuration = configuration }

    // MARK: - Time

    var clock: Date { now ?? Date(timeIntervalSinceReferenceDate: -.infinity) }

    var next: (date: Date, number: Int)? {
        activities.values.compactMap { activity in activity.deadlines.min().map { (max($0, clock), activity.number) } }
            .min { ($0.0, id($0.1)) < ($1.0, id($1.1)) }
    }

    func advance(to date: Date) {
        while let (due, number) = next, due <= date {
            now = due
            fire(number)
        }
        now = max(clock, date)
    }

    private func fire(_ number: Int) {
        guard var activity = activities[number] else { return }
        switch activity.state {
        case .dismissed: break
        case .ended: dismiss(number, .policy)
        case .pending:
            if let wake = activity.wake, wake <= clock {
                tick(number)
                guard let after = activities[number] else { return }
                activity = after
            }
            guard activity.closing <= clock else { return }
            if forbids(activity) { return end(number, by: .permission, .immediate) }
            let requestedAt = activity.startedAt
            activity.state = .active
            activity.startedAt = clock
            activity.closing = closing(activity.options, requestedAt: requestedAt)
            activities[number] = activity
            report(.started, number, grows: true)
            if let alert = activity.options.alert { self.alert(alert, number) }
            unasked(number) { try CounterProvider().begin(&$0) }
            staleIfDue(number)
        case .active, .stale:
            if let wake = activity.wake, wake <= clock {
                tick(number)
                guard let after = activities[number], after.state.acceptsContent else { return }
                activity = after
            }
            if activity.closing <= clock {
                let isEnd = activity.options.endDate.map { $0 <= clock } ?? false
                if activity.options.renews == true, !isEnd, !forbids(activity), succeed(activity) { return }
                end(number, by: isEnd ? .endDate : .timeLimit, activity.options.dismissalPolicy ?? .default)
            } else if let leaseEnd = activity.leaseEnd, leaseEnd <= clock {
                end(number, by: .lease, activity.options.dismissalPolicy ?? .default)
            } else {
                staleIfDue(number)
            }
        }
    }

    private func forbids(_ activity: Activity) -> Bool {
        denied.contains(activity.owner) || deniedKinds[activity.owner, default: []].contains(activity.kind)
    }

    private func tick(_ number: Int) {
        activities[number]?.wake = nil
        unasked(number) { try CounterProvider().tick(&$0) }
    }

    private func unasked(_ number: Int, _ body: (inout CounterProvider.Scope) throws -> Void) {
        do { try reduce(number, body) } catch {
            report(.faulted(reason: (error as? EngineError)?.description ?? "\(error)"), number)
        }
    }

    private func succeed(_ old: Activity) -> Bool {
        var new = Activity(
            number: starts, kind: old.kind, owner: old.owner, attributes: old.attributes, attributesBytes: old.attributesBytes,
            options: old.options, content: old.content, wake: old.wake, state: old.state, closing: clock, startedAt: clock,
            timestamp: old.timestamp, alerts: old.alerts, alertsSince: old.alertsSince, events: old.events,
            predecessor: old.number, leaseRenewedAt: old.leaseRenewedAt)
        new.closing = closing(old.options, requestedAt: clock)
        guard new.closing > clock else { return false }
        starts += 1
        activities[new.number] = new
        report(.started, new.number, showing: new.content)
        end(old.number, by: .renewed(id(new.number)), .immediate)
        return true
    }

    private func closing(_ options: StartOptions, requestedAt: Date) -> Date {
        let lead =
            options.renews == true && configuration.renewalLead < configuration.activeDuration ? configuration.renewalLead : 0
        let from = configuration.scheduledTimeCountsFromStart ? clock : requestedAt
        let limit = min(from + (configuration.activeDuration - lead), max(Self.endOfYear9999, from))
        return options.endDate.map { min(limit, $0) } ?? limit
    }

    // MARK: - Changes of state

    private func report(
        _ what: Change.What, _ number: Int, grows: Bool = false, showing content: ActivityContent<State>? = nil
    ) {
        guard var activity = activities[number] else { return }
        sequence += 1
        if grows { activity.revision += 1 }
        activities[number] = activity
        var state = activity.state
        if case .dismissed = what { state = .dismissed }
        lines.append(
            Line(
                sequence: sequence, at: clock, activity: id(number), kind: activity.kind, owner: activity.owner,
                revision: activity.revision, state: state, what: what, content: content))
    }

    private func alert(_ alert: AlertConfiguration, _ number: Int, grows: Bool = false) {
        guard var activity = activities[number] else { return }
        if activity.alertsSince.map({ clock.timeIntervalSince($0) >= 3_600 }) ?? true {
            (activity.alertsSince, activity.alerts) = (clock, 0)
        }
        let isAllowed = activity.alerts < configuration.limits.alertsPerHour
        if isAllowed { activity.alerts += 1 }
        activities[number] = activity
        report(isAllowed ? .alerted(alert) : .alertSuppressed(alert), number, grows: grows && isAllowed)
    }

    private func isFresh(_ activity: Activity) -> Bool {
        [activity.content.staleDate, activity.leaseStale].allSatisfy { $0.map { $0 > clock } ?? true }
    }

    private func staleIfDue(_ number: Int) {
        guard let activity = activities[number], activity.state == .active, !isFresh(activity) else { return }
        activities[number]?.state = .stale
        report(.becameStale, number, grows: true)
    }

    private func freshIfSo(_ number: Int) {
        guard let activity = activities[number], activity.state == .stale, isFresh(activity) else { return }
        activities[number]?.state = .active
        report(.becameActive, number, grows: true)
    }

    /// Lets `body` modify a draft, checks the draft, and derives the changes.
    private func reduce(
        _ number: Int, dismissal: ActivityUIDismissalPolicy? = nil, _ body: (inout CounterProvider.Scope) throws -> Void
    ) throws {
        guard var activity = activities[number] else { return }
        var scope = ActivityScope(
            attributes: activity.attributes, content: activity.content, wakeDate: activity.wake,
            startedAt: activity.startedAt, now: clock)
        do { try body(&scope) } catch { throw refusal(error, activity.kind) }
        try check(scope, activity.kind, wakeBefore: activity.wake)
        let staleDate = scope.staleDate == never ? nil : scope.staleDate
        let content = ActivityContent(state: scope.state, staleDate: staleDate, relevanceScore: scope.relevanceScore)
        let (before, ends) = (activity.content, dismissal ?? scope.requestedEnd)
        if content != before || scope.requestedAlert != nil {
            try checkSize(activity.attributesBytes, scope.state, scope.requestedAlert)
        }
        activity.content = content
        activity.wake = scope.wakeDate == never ? nil : scope.wakeDate
        activities[number] = activity
        if content != before {
            let recovers = ends == nil && activity.state == .stale && isFresh(activity)
            if recovers { activities[number]?.state = .active }
            report(.updated, number, grows: true, showing: content)
            if recovers { report(.becameActive, number, grows: true) }
        }
        if let alert = scope.requestedAlert { self.alert(alert, number, grows: content == before) }
        if let ends {
            end(number, by: dismissal == nil ? .provider : .host, ends)
        } else if let staleDate = content.staleDate, staleDate <= clock {
            staleIfDue(number)
        }
    }

    private static let endOfYear9999 = Date(timeIntervalSinceReferenceDate: 252_423_993_599)

    func end(_ number: Int, by reason: Change.EndReason, _ policy: ActivityUIDismissalPolicy) {
        guard var activity = activities[number] else { return }
        let wasPending = activity.state == .pending
        activity.state = .ended
        activity.wake = nil
        // No date is later than the year 9999, unless the current time is.
        let dismissal = min(
            policy.dismissalDate(endingAt: clock, linger: configuration.lingerDuration), max(Self.endOfYear9999, clock))
        activity.closing = wasPending ? clock : dismissal
        activities[number] = activity
        for topic in activity.topics
        where !activities.values.contains(where: { $0.state.acceptsContent && $0.topics.contains(topic) }) {
            topics[topic] = nil
        }
        report(.ended(by: reason, dismissal: activity.closing), number, grows: true)
        guard activity.closing <= clock else { return }
        switch reason {
        case .person: dismiss(number, .person)
        case .replaced, .renewed: dismiss(number, .gone)
        default: dismiss(number, wasPending ? .gone : .policy)
        }
    }

    private func dismiss(_ number: Int, _ reason: Change.DismissalReason) {
        report(.dismissed(by: reason), number, grows: true)
        activities[number] = nil
    }

    // MARK: - Refused commands

    func refusal(_ error: any Error, _ kind: ActivityKind) -> EngineError {
        (error as? EngineError) ?? .refused(kind, reason: String(describing: error).abridgedReason)
    }

    private func check(_ scope: borrowing CounterProvider.Scope, _ kind: ActivityKind, wakeBefore: Date?) throws {
        guard scope.relevanceScore.isFinite else { throw EngineError.relevanceNotFinite }
        if let wake = scope.wakeDate, wake.timeIntervalSinceReferenceDate != .infinity, !(wake > clock) {
            throw EngineError.wakeNotInFuture(kind, wake: wake, now: clock)
        }
        if let date = scope.staleDate, !date.timeIntervalSinceReferenceDate.isFinite, date != never {
            throw EngineError.implausibleDate(date, hint: "it is not a finite number of seconds")
        }
    }

    private var never: Date { Date(timeIntervalSinceReferenceDate: .infinity) }

    private func checkSize(_ attributesBytes: Int, _ state: State, _ alert: AlertConfiguration?) throws {
        guard let limit = configuration.limits.payloadBytes else { return }
        let bytes = try WireEncoder().encode(state).count
        if attributesBytes + bytes > limit {
            throw EngineError.payloadTooLarge(attributes: attributesBytes, content: bytes, limit: limit)
        }
        let alertBytes = try alert.map { try WireEncoder().encode($0).count } ?? 0
        if alertBytes > limit - attributesBytes - bytes {
            throw EngineError.alertTooLarge(alert: alertBytes, payload: attributesBytes + bytes, limit: limit)
        }
    }

    private func checkDate(_ date: Date?) throws {
        guard let date else { return }
        let distance = abs(date.timeIntervalSince(clock))
        if !distance.isFinite || (configuration.refusesMistakes && distance > configuration.limits.dateHorizon) {
            throw EngineError.implausibleDate(date, hint: "")
        }
    }

    // MARK: - Commands

    /// - Throws: The error that the engine must throw; only its case is compared.
    func apply(_ action: Step.Action, at stepTime: Date, storyTime: Date) throws {
        known = starts
        advance(to: stepTime)
        func timestamp(_ age: Double?) -> Date? { age.map { storyTime - $0 } }
        switch action {
        case .start(let kind, let owner, let attributes, let state, let options):
            try start(kind, owner, attributes, state?.content(at: storyTime), options.options(at: storyTime))
        case .send(let number, let event, let eventID, let age):
            try command(number, eventID, timestamp(age)) {
                try self.reduce(number) { try CounterProvider().handle(event, in: &$0) }
            }
        case .publish(let topic, let event, let eventID, let age): try publish(topic, event, eventID, timestamp(age))
        case .perform(let action, let number, let surface):
            guard surface.takesActions else { throw EngineError.surfaceTakesNoActions(surface) }
            try command(number) { try self.reduce(number) { try CounterProvider().perform(action, in: &$0) } }
        case .update(let number, let state, let alert, let age):
            try update(number, state.content(at: storyTime), alert, nil, timestamp(age))
        case .end(let number, let state, let policy, let age):
            try update(number, state?.content(at: storyTime), nil, policy.policy(at: storyTime), timestamp(age))
        case .dismiss(let number):
            let activity = try find(number)
            if let key = activity.options.key {
                dismissals[Dismissal(owner: activity.owner, kind: activity.kind, key: key)] = clock
            }
            if activity.state == .ended { dismiss(number, .person) } else { end(number, by: .person, .immediate) }
        case .renewLease(let number): try command(number) {}
        case .permit(let allowed, let owner, let kind): permit(allowed, owner, kind)
        case .permitFrequentUpdates(let allowed, let owner):
            guard infrequent.contains(owner) == allowed else { return }
            if allowed { infrequent.remove(owner) } else { infrequent.insert(owner) }
            endAll(owner, nil, by: .permission, .default)
        case .endAll(let owner, let kind, let policy): endAll(owner, kind, by: .host, policy.policy(at: storyTime))
        case .advance: break
        }
    }

    private func find(_ number: Int) throws -> Activity {
        guard number < known, let activity = activities[number] else { throw EngineError.unknownActivity(id(number)) }
        return activity
    }

    private func running(_ owner: OwnerID, _ kind: ActivityKind, _ key: StartKey?) -> Activity? {
        guard let key else { return nil }
        return activities.values.first {
            $0.owner == owner && $0.kind == kind && $0.options.key == key && $0.state.acceptsContent
        }
    }

    private func start(
        _ kind: ActivityKind, _ owner: OwnerID, _ attributes: CounterProvider.Attributes, _ given: ActivityContent<State>?,
        _ options: StartOptions
    ) throws {
        guard Story.kinds.contains(kind) else { throw EngineError.unknownKind(kind) }
        do { try CounterProvider().validate(attributes) } catch { throw invalid("attributes", error, kind) }
        if denied.contains(owner) || deniedKinds[owner, default: []].contains(kind) {
            throw EngineError.denied(owner: owner, kind: kind)
        }
        let found = running(owner, kind, options.key)
        if let found, options.ifRunning ?? .join == .join { _ = found; return }
        if let found, options.ifRunning == .reject { throw EngineError.alreadyRunning(id(found.number)) }

        var start = try startDate(kind, owner, options)
        let content: ActivityContent<State>
        if let given {
            do { try CounterProvider().validate(given.state, for: attributes) } catch { throw invalid("content", error, kind) }
            content = given
        } else {
            do { content = try CounterProvider().content(for: attributes, at: start) } catch { throw refusal(error, kind) }
        }
        try checkDates(content, options, startingAt: start)
        if found == nil {
            guard
                activities.values.filter({ $0.owner == owner && $0.state.acceptsContent }).count
                    < configuration.limits.activitiesPerOwner
            else { throw EngineError.tooManyActivitiesOfOwner(owner, limit: configuration.limits.activitiesPerOwner) }
            guard activities.count < configuration.limits.activities else {
                throw EngineError.tooManyActivities(limit: configuration.limits.activities)
            }
        }
        let startsNow = start <= clock
        start = max(start, clock)
        var scope = ActivityScope(attributes: attributes, content: content, startedAt: clock, now: clock)
        if startsNow { do { try CounterProvider().begin(&scope) } catch { throw refusal(error, kind) } }
        try check(scope, kind, wakeBefore: nil)
        let attributesBytes = configuration.limits.payloadBytes == nil ? 0 : try WireEncoder().encode(attributes).count
        try checkSize(attributesBytes, scope.state, scope.requestedAlert ?? options.alert)

        if let found { end(found.number, by: .replaced, .immediate) }
        var options = options
        // An end date in the past becomes the start date, unless it is refused.
        options.endDate = options.endDate.map { max($0, start) }
        let alert = startsNow ? (scope.requestedAlert ?? options.alert) : nil
        activities[starts] = Activity(
            number: starts, kind: kind, owner: owner, attributes: attributes, attributesBytes: attributesBytes,
            options: options,
            content: ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore),
            wake: scope.wakeDate, state: startsNow ? .active : .pending,
            closing: startsNow ? closing(options, requestedAt: clock) : start, startedAt: clock, leaseRenewedAt: start)
        starts += 1
        let number = starts - 1
        report(startsNow ? .started : .scheduled(for: start), number, showing: activities[number]?.content)
        guard startsNow else { return }
        if let alert { self.alert(alert, number) }
        if let staleDate = scope.staleDate, staleDate <= clock { staleIfDue(number) }
    }

    private func startDate(
        _ kind: ActivityKind, _ owner: OwnerID, _ options: StartOptions
    ) throws -> Date {
        try checkDate(options.start)
        var start = max(options.start ?? clock, clock)
        if start > clock, options.alert == nil { throw EngineError.alertRequired(start: start) }
        if let key = options.key, let dismissed = dismissals[Dismissal(owner: owner, kind: kind, key: key)] {
            switch configuration.afterDismissal {
            case .refuse(let seconds) where dismissed + seconds > start:
                throw EngineError.dismissedByPerson(owner: owner, key: key, until: dismissed + seconds)
            case .delay(let seconds): start = max(start, dismissed + seconds)
            default: break
            }
        }
        return start
    }

    private func checkDates(_ content: ActivityContent<State>, _ options: StartOptions, startingAt start: Date) throws {
        try checkDate(options.endDate)
        try checkDate(content.staleDate)
        if configuration.refusesMistakes {
            if let date = content.staleDate, date <= start { throw EngineError.staleDateInPast(date, now: start) }
            if let date = options.endDate, date <= start { throw EngineError.endDateInPast(date, now: start) }
        }
        if let lease = options.lease, !(lease.staleAfter > 0 && lease.staleAfter <= lease.endAfter && lease.endAfter.isFinite) {
            throw EngineError.invalidLease(lease)
        }
    }

    private func invalid(_ what: String, _ error: any Error, _ kind: ActivityKind) -> EngineError {
        .invalidValue(kind, what: what, reason: String(describing: error))
    }

    /// The checks shared by all commands for one activity: late ones are refused, stale and repeated ones ignored.
    private func command(
        _ number: Int, _ eventID: EventID? = nil, _ timestamp: Date? = nil, check: () throws -> Void = {},
        _ body: () throws -> Void
    ) throws {
        let activity = try find(number)
        guard activity.state.acceptsContent else {
            report(.refusedLateUpdate, number)
            throw EngineError.activityEnded(id(number))
        }
        try checkDate(timestamp)
        if let eventID,
            activity.events.contains(eventID) || isRecent(eventID, [number, activity.predecessor].compactMap { $0 })
        {
            return report(.ignored(.repeatedEvent), number)
        }
        if isOlder(timestamp, activity.timestamp) { return report(.ignored(.olderTimestamp), number) }
        try check()
        try body()
        if let timestamp { activities[number]?.timestamp = timestamp }
        if let eventID {
            activities[number]?.events = remember(eventID, activity.events)
            // A repetition of the command that dismissed its activity is not recognised: the activity no longer exists.
            if activities[number] != nil, activities[number]?.state != .dismissed { noteRecent("\(number) \(eventID)") }
        }
        heardFrom(number)
    }

    private func heardFrom(_ number: Int) {
        guard let activity = activities[number], activity.options.lease != nil, activity.state.acceptsContent else { return }
        activities[number]?.leaseRenewedAt = max(clock, activity.leaseRenewedAt)
        freshIfSo(number)
    }

    private func isOlder(_ timestamp: Date?, _ newest: Date?) -> Bool {
        guard let timestamp, let newest else { return false }
        return timestamp < newest || (timestamp == newest && !configuration.acceptsEqualTimestamps)
    }

    private func isRecent(_ eventID: EventID, _ places: [some CustomStringConvertible]) -> Bool {
        let limits = configuration.limits
        guard limits.rememberedEventSeconds > 0 else { return false }
        return recent.filter { $0.at >= clock - limits.rememberedEventSeconds }.suffix(limits.rememberedEventsInAll)
            .contains { recent in places.contains { recent.event == "\($0) \(eventID)" } }
    }

    private func noteRecent(_ event: String) {
        let limits = configuration.limits
        // A remembered event keeps its time.
        let known = recent.filter { $0.at >= clock - limits.rememberedEventSeconds }.suffix(limits.rememberedEventsInAll)
        if !known.contains(where: { $0.event == event }) { recent.append((event, clock)) }
    }

    private func remember(_ eventID: EventID, _ events: [EventID]) -> [EventID] {
        Array((events + [eventID]).suffix(configuration.limits.rememberedEvents))
    }

    /// For an ended activity only an earlier dismissal has an effect.
    private func dismissEarlier(_ number: Int, _ policy: ActivityUIDismissalPolicy, _ timestamp: Date?) throws -> Bool {
        let activity = try find(number)
        let date = policy.dismissalDate(endingAt: clock, linger: configuration.lingerDuration)
        guard activity.state == .ended, date < activity.closing else { return false }
        try checkDate(timestamp)
        if isOlder(timestamp, activity.timestamp) {
            report(.ignored(.olderTimestamp), number)
            return true
        }
        if let timestamp { activities[number]?.timestamp = timestamp }
        activities[number]?.closing = date
        if date <= clock { dismiss(number, .policy) }
        return true
    }

    private func update(
        _ number: Int, _ content: ActivityContent<State>?, _ alert: AlertConfiguration?,
        _ dismissal: ActivityUIDismissalPolicy?,
        _ timestamp: Date?
    ) throws {
        _ = try find(number)
        if dismissal == nil { try checkDate(content?.staleDate) }
        if let dismissal, try dismissEarlier(number, dismissal, timestamp) { return }
        try command(number, nil, timestamp) {
            if self.configuration.refusesMistakes, dismissal == nil, let date = content?.staleDate, date <= self.clock {
                throw EngineError.staleDateInPast(date, now: self.clock)
            }
        } _: {
            try self.reduce(number, dismissal: dismissal) { scope in
                if let content {
                    do { try CounterProvider().validate(content.state, for: scope.attributes) } catch {
                        throw self.invalid("content", error, try self.find(number).kind)
                    }
                    (scope.state, scope.staleDate, scope.relevanceScore) = (
                        content.state, content.staleDate, content.relevanceScore
                    )
                }
                if let alert { scope.alert(alert) }
            }
        }
    }

    private func publish(_ topic: Topic, _ event: CounterProvider.Event, _ eventID: EventID?, _ timestamp: Date?) throws {
        try checkDate(timestamp)
        let followers = activities.values.filter { $0.state.acceptsContent && $0.topics.contains(topic) }
            .sorted { ($0.kind, $0.number) < ($1.kind, $1.number) }
        if followers.isEmpty { return }
        var memory = topics[topic, default: Memory()]
        if let eventID, memory.events.contains(eventID) || isRecent(eventID, [topic]) { return }
        if isOlder(timestamp, memory.timestamp) { return }
        memory.timestamp = timestamp ?? memory.timestamp
        if let eventID {
            memory.events = remember(eventID, memory.events)
            noteRecent("\(topic) \(eventID)")
        }
        topics[topic] = memory
        for follower in followers {
            do {
                try reduce(follower.number) { try CounterProvider().handle(event, in: &$0) }
                heardFrom(follower.number)
            } catch {
                report(.refused(reason: (error as? EngineError)?.description ?? "\(error)"), follower.number)
            }
        }
    }

    private func permit(_ allowed: Bool, _ owner: OwnerID, _ kind: ActivityKind?) {
        let before = (denied.contains(owner), deniedKinds[owner] ?? [])
        if let kind {
            if allowed { deniedKinds[owner]?.remove(kind) } else { deniedKinds[owner, default: []].insert(kind) }
        } else {
            if allowed { denied.remove(owner) } else { denied.insert(owner) }
        }
        guard before != (denied.contains(owner), deniedKinds[owner] ?? []) else { return }
        if !allowed, configuration.denialEndsActivities { endAll(owner, kind, by: .permission, .immediate) }
    }

    /// In descending order of their starts.
    private func endAll(
        _ owner: OwnerID, _ kind: ActivityKind?, by reason: Change.EndReason, _ policy: ActivityUIDismissalPolicy
    ) {
        let all = activities.values.filter { $0.owner == owner && $0.state.acceptsContent && (kind == nil || $0.kind == kind) }
        for activity in all.sorted(by: { $0.number > $1.number }) { end(activity.number, by: reason, policy) }
    }
}
