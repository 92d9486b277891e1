// What a host may ask for, in the types of its providers.
extension Engine {
    // MARK: - Starting

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if its start date is to come.
    ///
    /// - Parameters:
    ///   - content: In place of the content that the provider would begin with; needed for a kind without rules.
    ///   - kind: Which kind, where several have such attributes.
    /// - Returns: The new activity, or the running one that the start joined (``StartOptions/IfRunning/join``).
    @inlinable
    @discardableResult
    public mutating func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions(), at now: Date
    ) throws(EngineError) -> ActivityID {
        try prepare(at: now)
        let slab =
            if let kind { try slab(of: kind) } else {
                try slab(attributes: ObjectIdentifier(Attributes.self), named: "\(Attributes.self)")
            }
        guard slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self) else {
            throw .wrongType(slab.provider.kind, given: "\(Attributes.self)")
        }
        let request = StartRequest(owner: owner, options: options)
        let outcome = try withUnsafePointer(to: attributes) { (attributes) throws(EngineError) in
            if let content {
                try withUnsafePointer(to: content) { (content) throws(EngineError) in
                    try slab.provider.operations.start(&self, slab, attributes, content, request)
                }
            } else {
                try slab.provider.operations.start(&self, slab, attributes, nil, request)
            }
        }
        switch outcome {
        case .started(let id), .joined(let id): return id
        case .applied, .unchanged, .ignored, .published:
            preconditionFailure("a start gives an activity, not \(outcome)")
        }
    }

    // MARK: - Events

    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - eventID: The sender's name for the event; one that was applied already is ignored.
    ///   - timestamp: When it happened; one older than the newest accepted is ignored.
    @inlinable
    @discardableResult
    public mutating func send<Event>(
        _ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (slab, life) = try locate(id)
        guard slab.provider.operations.eventType == ObjectIdentifier(Event.self) else {
            throw .wrongType(slab.provider.kind, given: "\(Event.self)")
        }
        if let ignored = try admit(id, life, eventID, timestamp) { return ignored }
        let outcome = try withUnsafePointer(to: event) { (event) throws(EngineError) in
            try slab.provider.operations.handle(&self, slab, id.index, event)
        }
        if eventID != nil || timestamp != nil || life.pointee.extras != nil { accept(slab, id, life, eventID, timestamp) }
        return outcome
    }

    /// Reports many events, each to its activity, as if by one ``send(_:to:eventID:timestamp:at:)`` after the other.
    ///
    /// Faster where activities are many: their rows are fetched from memory together instead of one after the other.
    /// - Returns: How they were taken. A late event is reported by a ``Change/What/refusedLateUpdate``, one that the provider
    ///   refuses by a ``Change/What/refused(reason:)``; one to an activity that is not there, or of another kind, is counted.
    @inlinable
    @discardableResult
    public mutating func send<Event>(_ events: [(ActivityID, Event)], at now: Date) throws(EngineError) -> PublishReport {
        try prepare(at: now)
        var report = PublishReport()
        for start in stride(from: 0, to: events.count, by: Self.fetchedTogether) {
            let block = start..<min(start + Self.fetchedTogether, events.count)
            for place in block { fetch(events[place].0) }
            for place in block {
                let id = events[place].0
                guard let (slab, life) = try? locate(id), slab.provider.operations.eventType == ObjectIdentifier(Event.self)
                else {
                    report.refused += 1
                    continue
                }
                withUnsafePointer(to: events[place].1) { deliver($0, slab, id, life, &report) }
            }
        }
        return report
    }

    /// Reports an event to everyone who follows `topic` and whose kind has such events.
    ///
    /// A follower for whom it makes no sense refuses it for itself: the others take it all the same.
    @inlinable
    @discardableResult
    public mutating func publish<Event>(
        _ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try withUnsafePointer(to: event) { (event) throws(EngineError) in
            try publish(event, of: ObjectIdentifier(Event.self), to: topic, eventID: eventID, timestamp: timestamp)
        }
    }

    /// A person used a control of the activity on a surface.
    @discardableResult
    public mutating func perform(_ action: ActionID, on id: ActivityID, surface: Surface, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        guard surface.takesActions else { throw .surfaceTakesNoActions(surface) }
        let (slab, life) = try locate(id)
        try admitContent(id, life)
        let outcome = try slab.provider.operations.perform(&self, slab, id.index, action)
        accept(slab, id, life, nil, nil)
        return outcome
    }

    // MARK: - Content by hand

    /// Replaces the whole content (LIFE-22).
    ///
    /// - Parameter timestamp: When the content was made; an update older than the newest accepted one is ignored (LIFE-26).
    @inlinable
    @discardableResult
    public mutating func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil,
        at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (slab, _) = try locate(id)
        guard slab.provider.operations.stateType == ObjectIdentifier(State.self) else {
            throw .wrongType(slab.provider.kind, given: "\(State.self)")
        }
        return try withUnsafePointer(to: content) { (pointer) throws(EngineError) in
            try update(id, pointer, staleDate: content.staleDate, UpdateRequest(alert: alert), timestamp)
        }
    }

    /// Ends the activity with final content (LIFE-28).
    @inlinable
    @discardableResult
    public mutating func end<State>(
        _ id: ActivityID, _ content: ActivityContent<State>,
        dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (slab, _) = try locate(id)
        guard slab.provider.operations.stateType == ObjectIdentifier(State.self) else {
            throw .wrongType(slab.provider.kind, given: "\(State.self)")
        }
        return try withUnsafePointer(to: content) { (pointer) throws(EngineError) in
            // What an ended activity shows does not turn stale any more, so its stale date is nobody's mistake.
            try update(id, pointer, staleDate: nil, UpdateRequest(dismissal: dismissalPolicy), timestamp)
        }
    }

    /// Ends the activity with the content it has.
    @discardableResult
    public mutating func end(
        _ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try update(id, nil, staleDate: nil, UpdateRequest(dismissal: dismissalPolicy), timestamp)
    }

    /// A person removed the activity from their screen: it ends and is dismissed, its task goes on elsewhere (LIFE-19).
    @discardableResult
    public mutating func dismiss(_ id: ActivityID, at now: Date) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (slab, life) = try locate(id)
        let (owner, duration) = (owners[life.pointee.owner].name, configuration.afterDismissal.duration)
        if let key = life.pointee.key, duration > 0 {
            let entry = DismissalTable.Entry(owner: owner, kind: slab.provider.kind, key: key)
            let forgotten = dismissals.remember(
                entry, at: clock, limit: configuration.limits.rememberedDismissals, duration: duration)
            dirtySet?.note(entry, forgotten)
        }
        if life.pointee.phase == .ended {
            dismiss(slab, id, life, by: .person)
        } else {
            end(slab, id, life, by: .person, policy: .immediate)
        }
        return .applied
    }

    /// The host of a leased activity is still there.
    @discardableResult
    public mutating func renewLease(_ id: ActivityID, at now: Date) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (_, life) = try locate(id)
        try admitContent(id, life)
        let before = log.count
        renewLease(id, life)
        return log.count == before ? .unchanged : .applied
    }

    // MARK: - Permission

    /// A person allows or forbids a kind of activity, or all kinds if `kind` is `nil` (AUTH-01).
    ///
    /// What is forbidden ends and disappears at once, if ``EngineConfiguration/denialEndsActivities`` says so.
    @discardableResult
    public mutating func permit(_ allowed: Bool, owner: OwnerID, kind: ActivityKind? = nil, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        let place = owners.enter(owner)
        let before = owners[place].permissions
        if let kind {
            owners[place].permissions.denied.removeAll { $0 == kind }
            if !allowed { owners[place].permissions.denied.append(kind) }
            owners[place].permissions.denied.sort()
        } else {
            owners[place].permissions.allDenied = !allowed
        }
        owners.part(place)
        log.isPlain = false
        guard owners[place].permissions != before else { return .unchanged }
        dirtySet?.permissions.insert(owner)
        if !allowed, configuration.denialEndsActivities { endAll(of: place, kind: kind, policy: .immediate) }
        return .applied
    }

    /// A person allows or forbids frequent updates (AUTH-03). Either way their ongoing activities end (AUTH-04).
    @discardableResult
    public mutating func permitFrequentUpdates(_ allowed: Bool, owner: OwnerID, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        let place = owners.enter(owner)
        owners.part(place)
        log.isPlain = false
        guard owners[place].permissions.frequentUpdates != allowed else { return .unchanged }
        owners[place].permissions.frequentUpdates = allowed
        dirtySet?.permissions.insert(owner)
        endAll(of: place, kind: nil, policy: .default)
        return .applied
    }

    private mutating func endAll(of place: UInt32, kind: ActivityKind?, policy: ActivityUIDismissalPolicy) {
        var next = owners[place].latest
        while let id = next {
            let slab = slabs[id.kind]
            let life = slab.life(id.index)
            next = life.pointee.nextOfOwner
            guard life.pointee.phase.acceptsContent, kind == nil || slab.provider.kind == kind else { continue }
            end(slab, id, life, by: .permission, policy: policy)
        }
    }

    // MARK: - What every command begins and ends with

    /// Runs what is due before the command, and makes sure that somebody listens.
    @inlinable mutating func prepare(at now: Date) throws(EngineError) {
        let given = now.timeIntervalSinceReferenceDate
        // Time never comes back, so one mistaken date would spoil all that follow.
        if !(given - clock <= configuration.limits.dateHorizon && given > -.infinity) { try checkPlausible(now) }
        advance(to: now)
        guard log.count <= configuration.limits.undrainedChanges else {
            throw .changesNotDrained(count: log.count)
        }
    }

    /// Refuses what comes too late, and says so to everyone (LIFE-14).
    @usableFromInline mutating func admitContent(_ id: ActivityID, _ life: UnsafeMutablePointer<Life>) throws(EngineError) {
        guard life.pointee.phase.acceptsContent else {
            record(.refusedLateUpdate, id, life)
            throw .activityEnded(id)
        }
    }

    /// Refuses what comes too late, and ignores what is repeated or overtaken.
    @inlinable mutating func admit(
        _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome? {
        if life.pointee.phase == .ended { try admitContent(id, life) }
        if eventID == nil, timestamp == nil { return nil }
        return try ignore(id, life, eventID, timestamp)
    }

    @usableFromInline mutating func ignore(
        _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome? {
        try checkPlausible(timestamp)
        if let extras = life.pointee.extras, extras.memory.contains(eventID) {
            record(.ignored, id, life, reason: 1)
            return .ignored(.repeatedEvent)
        }
        if let timestamp, isOlder(timestamp, than: life.pointee.timestamp) {
            record(.ignored, id, life)
            return .ignored(.olderTimestamp)
        }
        return nil
    }

    func isOlder(_ timestamp: Date, than newest: Double) -> Bool {
        let given = timestamp.timeIntervalSinceReferenceDate
        return given < newest || (given == newest && !configuration.acceptsEqualTimestamps)
    }

    /// Remembers what was applied, and that the host was heard from.
    @usableFromInline mutating func accept(
        _ slab: ActivitySlab, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, _ eventID: EventID?, _ timestamp: Date?
    ) {
        // The command itself may have ended and dismissed it.
        guard slab.resolve(id) != nil else { return }
        if timestamp != nil || eventID != nil { markDirty(id, life) }
        if let timestamp { life.pointee.timestamp = timestamp.timeIntervalSinceReferenceDate }
        if let eventID {
            let extras = life.pointee.extras ?? Extras()
            life.pointee.extras = extras
            extras.memory.remember(eventID, limit: configuration.limits.rememberedEvents)
        }
        renewLease(id, life)
    }

    /// Replaces content, or only does what the request asks besides.
    ///
    /// - Parameter content: An `ActivityContent` of the kind's own type.
    @usableFromInline mutating func update(
        _ id: ActivityID, _ content: UnsafeRawPointer?, staleDate: Date?, _ request: UpdateRequest, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        let (slab, life) = try locate(id)
        try checkPlausible(staleDate)
        if let ignored = try admit(id, life, nil, timestamp) { return ignored }
        if refusesMistakes, let staleDate, staleDate.timeIntervalSinceReferenceDate <= clock {
            throw .staleDateInPast(staleDate, now: date)
        }
        var outcome = Outcome.applied
        if content == nil, let dismissal = request.dismissal {
            end(slab, id, life, by: .host, policy: dismissal)
        } else {
            outcome = try slab.provider.operations.update(&self, slab, id.index, content, request)
        }
        accept(slab, id, life, nil, timestamp)
        return outcome
    }

    /// Hands an event over to the followers whose kind has this type of event: kind by kind, in the order in which they began to
    /// follow.
    @usableFromInline mutating func publish(
        _ event: UnsafeRawPointer, of type: ObjectIdentifier, to topic: Topic, only kind: Int? = nil, eventID: EventID?,
        timestamp: Date?
    ) throws(EngineError) -> Outcome {
        try checkPlausible(timestamp)
        guard let place = topics.place(of: topic) else { return .published(PublishReport()) }
        if topics[place].memory.contains(eventID) { return .ignored(.repeatedEvent) }
        if let timestamp {
            if isOlder(timestamp, than: topics[place].timestamp) { return .ignored(.olderTimestamp) }
            topics[place].timestamp = timestamp.timeIntervalSinceReferenceDate
        }
        topics[place].memory.remember(eventID, limit: configuration.limits.rememberedEvents)
        if eventID != nil || timestamp != nil { topics.dirty?.insert(topic) }

        var report = PublishReport()
        // A follower that ends leaves its topics, and may take this entry with it: the lists are read beforehand.
        for followers in topics[place].followers {
            let slab = slabs[followers.kind]
            guard slab.provider.operations.eventType == type, kind == nil || followers.kind == kind else { continue }
            for id in followers.ids {
                guard let life = slab.resolve(id), life.pointee.phase.acceptsContent else { continue }
                deliver(event, slab, id, life, &report)
            }
        }
        return .published(report)
    }

    /// Hands an event over where nobody waits for the outcome, and counts it.
    @inlinable mutating func deliver(
        _ event: UnsafeRawPointer, _ slab: ActivitySlab, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>,
        _ report: inout PublishReport
    ) {
        do {
            if life.pointee.phase == .ended { try admitContent(id, life) }
            switch try slab.provider.operations.handle(&self, slab, id.index, event) {
            case .unchanged: report.unchanged += 1
            default: report.applied += 1
            }
            if life.pointee.extras != nil { accept(slab, id, life, nil, nil) }
        } catch {
            report.refused += 1
            if life.pointee.phase.acceptsContent { refuse(error, id, life) }
        }
    }

    @usableFromInline mutating func refuse(_ error: EngineError, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        record(.refused, id, life, text: error.description)
    }

    /// How many rows are fetched together: enough to keep the memory busy, few enough to stay in the first cache.
    @inlinable static var fetchedTogether: Int { 16 }

    /// Asks for an activity's row, so that the memory is at work on several while none is waited for.
    @inlinable mutating func fetch(_ id: ActivityID) {
        guard id.kind < slabs.count, id.index < slabs[id.kind].used else { return }
        fetched ^= slabs[id.kind].fetch(id.index, lines: slabs[id.kind].fetchedLines)
    }
}
