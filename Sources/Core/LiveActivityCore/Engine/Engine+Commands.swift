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

    // MARK: - Actions

    /// A person used a control of the activity on a surface.
    @discardableResult
    public mutating func perform(_ action: ActionID, on id: ActivityID, surface: Surface, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        guard surface.takesActions else { throw .surfaceTakesNoActions(surface) }
        let (slab, life) = try locate(id)
        return try take(slab, id, life, nil, nil) { (engine) throws(EngineError) in
            try slab.provider.operations.perform(&engine, slab, id.index, action)
        }
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

    /// Replaces content, or only does what the request asks besides.
    ///
    /// - Parameter content: An `ActivityContent` of the kind's own type.
    @usableFromInline mutating func update(
        _ id: ActivityID, _ content: UnsafeRawPointer?, staleDate: Date?, _ request: UpdateRequest, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        let (slab, life) = try locate(id)
        try checkPlausible(staleDate)
        return try take(slab, id, life, nil, timestamp) { (engine) throws(EngineError) in
            if engine.refusesMistakes, let staleDate, staleDate.timeIntervalSinceReferenceDate <= engine.clock {
                throw .staleDateInPast(staleDate, now: engine.date)
            }
            if content == nil, let dismissal = request.dismissal {
                engine.end(slab, id, life, by: .host, policy: dismissal)
                return .applied
            }
            return try slab.provider.operations.update(&engine, slab, id.index, content, request)
        }
    }
}
