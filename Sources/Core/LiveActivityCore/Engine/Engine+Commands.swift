// Commands with the providers' types: starts, manual content, actions, permissions. Events are in Engine+Send.swift.
extension Engine {
    // MARK: - Starting

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if ``StartOptions/start`` is in
    /// the future.
    ///
    /// - Parameters:
    ///   - content: The first content; `nil` for the provider's own. Required for a kind without rules.
    ///   - kind: The kind; required if several kinds have such attributes.
    ///   - owner: The user or device that the activity is for.
    ///   - options: Key, dates, alert and other options of the start.
    ///   - now: The current time.
    /// - Returns: The new activity, or the running one that the start joined (``StartOptions/IfRunning/join``).
    /// - Throws: ``EngineError`` if the start is refused; there is then no new activity.
    @inlinable
    @discardableResult
    public mutating func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions(), at now: Date
    ) throws(EngineError) -> ActivityID {
        try startOrJoin(attributes, content: content, kind: kind, owner: owner, options: options, at: now).startedOrJoined
    }

    /// Starts an activity like ``start(_:content:kind:owner:options:at:)``, and returns whether it is new.
    ///
    /// - Returns: ``Outcome/started(_:)``, or ``Outcome/joined(_:)`` with the running activity that the start joined.
    /// - Throws: ``EngineError`` if the start is refused; there is then no new activity.
    @inlinable
    public mutating func startOrJoin<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions(), at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let slab =
            if let kind { try slab(of: kind) } else {
                try slab(attributes: ObjectIdentifier(Attributes.self), named: "\(Attributes.self)")
            }
        guard slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self) else {
            throw .wrongType(slab.provider.kind, given: "\(Attributes.self)")
        }
        let request = StartRequest(owner: owner, options: options)
        return try withUnsafePointer(to: attributes) { (attributes) throws(EngineError) in
            if let content {
                try withUnsafePointer(to: content) { (content) throws(EngineError) in
                    try slab.provider.operations.start(&self, slab, attributes, content, request)
                }
            } else {
                try slab.provider.operations.start(&self, slab, attributes, nil, request)
            }
        }
    }

    // MARK: - Actions

    /// Reports that the user operated one of the activity's controls on a surface.
    ///
    /// - Throws: ``EngineError/surfaceTakesNoActions(_:)``, ``EngineError/activityEnded(_:)``, or the provider's error.
    @discardableResult
    public mutating func perform(_ action: ActionID, on id: ActivityID, surface: Surface, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        try configuration.limits.check(action, "action")
        guard surface.takesActions else { throw .surfaceTakesNoActions(surface) }
        let (slab, head) = try locate(id)
        return try take(slab, id, head, nil, nil) { (engine) throws(EngineError) in
            try slab.provider.operations.perform(&engine, slab, id.index, action)
        }
    }

    // MARK: - Content by hand

    /// Replaces the whole content. Also possible for an activity of a provider with rules.
    ///
    /// - Parameters:
    ///   - content: The new content. Nothing of the old one is kept; a `staleDate` of `nil` removes an earlier one.
    ///   - alert: An alert for this update; `nil` for none.
    ///   - timestamp: When the content was made. An update that is older than the newest accepted one is ignored.
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

    /// Ends the activity with final content, and dismisses it when the policy says.
    ///
    /// If it has ended already, a policy with an earlier date brings its dismissal forward, without a change until then; the
    /// content is ignored. Any other policy is refused with ``EngineError/activityEnded(_:)``.
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
            // The content of an ended activity does not turn stale, so its stale date is not checked.
            try update(id, pointer, staleDate: nil, UpdateRequest(dismissal: dismissalPolicy), timestamp)
        }
    }

    /// Ends the activity with its current content, and dismisses it as the policy says. If it has already ended, an earlier
    /// date brings its dismissal forward.
    @discardableResult
    public mutating func end(
        _ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try update(id, nil, staleDate: nil, UpdateRequest(dismissal: dismissalPolicy), timestamp)
    }

    /// Ends all activities of an owner, or those of one kind if `kind` is given, with their current content. Activities that
    /// have already ended are not changed. An activity that waits for its kind's provider ends too; the change is reported when
    /// the provider is registered.
    ///
    /// - Returns: ``Outcome/applied``, or ``Outcome/unchanged`` if there is nothing to end.
    /// - Throws: ``EngineError/unknownKind(_:)`` if neither a provider nor a stored activity has the kind.
    @discardableResult
    public mutating func endAll(
        of owner: OwnerID, kind: ActivityKind? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        try configuration.limits.check(owner, "owner")
        try configuration.limits.check(kind, "kind")
        if let kind, ordinals[kind] == nil { throw .unknownKind(kind) }
        return endAll(of: owner, kind, by: .host, policy: dismissalPolicy) ? .applied : .unchanged
    }

    /// Reports that the user removed the activity from the screen: it ends and is dismissed at once.
    ///
    /// The subject of the activity continues, so a later start with the same key may be refused or delayed
    /// (``EngineConfiguration/afterDismissal``).
    @discardableResult
    public mutating func dismiss(_ id: ActivityID, at now: Date) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (slab, head) = try locate(id)
        let (owner, duration) = (owners[head.pointee.owner].name, configuration.afterDismissal.duration)
        if let key = head.rest.pointee.key, duration > 0 {
            let entry = DismissalTable.Entry(owner: owner, kind: slab.provider.kind, key: key)
            let forgotten = dismissals.remember(
                entry, at: clock, limit: configuration.limits.rememberedDismissals, duration: duration)
            dirtySet?.note(entry, forgotten)
        }
        if head.pointee.phase == .ended {
            dismiss(slab, id, head, by: .person)
        } else {
            end(slab, id, head, by: .person, policy: .immediate)
        }
        return .applied
    }

    /// Renews the activity's ``Lease``, because the host is still running. Has no other effect.
    ///
    /// - Returns: ``Outcome/applied`` if the activity was stale and is active again, otherwise ``Outcome/unchanged``.
    @discardableResult
    public mutating func renewLease(_ id: ActivityID, at now: Date) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let (_, head) = try locate(id)
        try admitContent(id, head)
        let before = log.count
        renewLease(id, head)
        return log.count == before ? .unchanged : .applied
    }

    // MARK: - Permission

    /// Records that the user allows or forbids a kind of activity, or all kinds if `kind` is `nil`.
    ///
    /// Running activities of a forbidden kind are ended and dismissed at once if ``EngineConfiguration/denialEndsActivities``
    /// is `true`.
    ///
    /// - Throws: ``EngineError/unknownKind(_:)`` if neither a provider nor a stored activity has the kind, as a mistyped one
    ///   would forbid nothing. A kind that the owner has forbidden can always be allowed again.
    @discardableResult
    public mutating func permit(_ allowed: Bool, owner: OwnerID, kind: ActivityKind? = nil, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        try configuration.limits.check(owner, "owner")
        try configuration.limits.check(kind, "kind")
        if let kind, ordinals[kind] == nil {
            let isForbidden = owners.slot(of: owner).map { owners[$0].permissions.denied.contains(kind) } ?? false
            guard allowed, isForbidden else { throw .unknownKind(kind) }
        }
        let slot = owners.slot(adding: owner)
        let before = owners[slot].permissions
        if let kind {
            owners[slot].permissions.denied.removeAll { $0 == kind }
            if !allowed { owners[slot].permissions.denied.append(kind) }
            owners[slot].permissions.denied.sort()
        } else {
            owners[slot].permissions.allDenied = !allowed
        }
        owners.releaseLater(slot)
        log.isPlain = false
        guard owners[slot].permissions != before else { return .unchanged }
        dirtySet?.permissions.insert(owner)
        if !allowed, configuration.denialEndsActivities { endAll(of: owner, kind, by: .permission, policy: .immediate) }
        return .applied
    }

    /// Records that the user allows or forbids frequent updates. Either change ends the owner's ongoing activities, as on iOS.
    @discardableResult
    public mutating func permitFrequentUpdates(_ allowed: Bool, owner: OwnerID, at now: Date)
        throws(EngineError) -> Outcome
    {
        try prepare(at: now)
        try configuration.limits.check(owner, "owner")
        let slot = owners.slot(adding: owner)
        owners.releaseLater(slot)
        log.isPlain = false
        guard owners[slot].permissions.frequentUpdates != allowed else { return .unchanged }
        owners[slot].permissions.frequentUpdates = allowed
        dirtySet?.permissions.insert(owner)
        endAll(of: owner, nil, by: .permission, policy: .default)
        return .applied
    }

    /// - Returns: Whether any activity ends.
    @discardableResult
    private mutating func endAll(
        of owner: OwnerID, _ kind: ActivityKind?, by reason: ActivityRecord.UnreportedEnd.Reason,
        policy: ActivityUIDismissalPolicy
    ) -> Bool {
        let before = log.count
        var next = owners.slot(of: owner).flatMap { owners[$0].latest }
        while let id = next {
            let slab = slabs[id.kind]
            let head = slab.head(id.index)
            next = head.rest.pointee.nextOfOwner
            guard head.pointee.phase.acceptsContent, kind == nil || slab.provider.kind == kind else { continue }
            end(slab, id, head, by: reason.endReason, policy: policy)
        }
        let endsUnrestored = endUnrestored(of: owner, kind, by: reason, policy: policy)
        return endsUnrestored || log.count != before
    }

    // MARK: - The beginning of every command

    /// Runs the deadlines that are due before the command, and refuses the command if too many changes wait to be
    /// drained.
    @inlinable mutating func prepare(at now: Date) throws(EngineError) {
        let given = now.timeIntervalSinceReferenceDate
        // The engine's time never goes back, so one mistaken date would make all later ones wrong.
        if !(given - clock <= configuration.limits.dateHorizon && given > -.infinity && given < Self.year10000) {
            try checkTime(now)
        }
        advance(to: now)
        guard log.count <= configuration.limits.undrainedChanges else {
            throw .changesNotDrained(count: log.count)
        }
    }

    /// The first second of the year 10000, in seconds since 2001.
    @usableFromInline static var year10000: Double { 252_423_993_600 }
    /// The first second of the year 1, in seconds since 2001.
    private static var year1: Double { -63_113_904_000 }

    /// Refuses a command's time that is too far away, also if it is the engine's first, and one outside the years 1 to 9999,
    /// which has no ISO 8601 form that other programs can read.
    @usableFromInline package func checkTime(_ now: Date) throws(EngineError) {
        let given = now.timeIntervalSinceReferenceDate
        if refusesMistakes, given.isFinite, !(Self.year1..<Self.year10000 ~= given) {
            throw .implausibleDate(now, hint: hint(for: given))
        }
        try checkPlausible(now)
    }

    /// Refuses a date that is so far away that its unit or its epoch must be wrong.
    @usableFromInline func checkPlausible(_ date: Date?) throws(EngineError) {
        guard let date else { return }
        let given = date.timeIntervalSinceReferenceDate
        // An infinite date, or one that is not a number, would break the order of the deadlines.
        guard given.isFinite else { throw .implausibleDate(date, hint: "it is not a finite number of seconds") }
        guard refusesMistakes, clock > -.infinity else { return }
        guard !(abs(given - clock) <= configuration.limits.dateHorizon) else { return }
        throw .implausibleDate(date, hint: hint(for: given))
    }

    private func hint(for given: Double) -> String {
        let horizon = configuration.limits.dateHorizon
        if abs(given / 1_000 - clock) <= horizon || abs(given / 1_000 - 978_307_200 - clock) <= horizon {
            return "it looks like milliseconds; seconds are expected"
        }
        if abs((given + 978_307_200) * 1_000 - 978_307_200 - clock) <= horizon {
            return "it looks like seconds; milliseconds are expected"
        }
        if abs(given - 978_307_200 - clock) <= horizon {
            return "it looks like seconds since 1970; seconds since 2001 or an ISO 8601 string are expected"
        }
        if abs(given + 978_307_200 - clock) <= horizon {
            return "it looks like seconds since 2001; seconds since 1970 are expected"
        }
        if !(Self.year1..<Self.year10000 ~= given) {
            return "it is not in the years 1 to 9999; it may be in milliseconds instead of seconds"
        }
        return "it is more than \((horizon / 86_400).rounded()) days from now"
    }

    /// Replaces the content and applies the other parts of the request.
    ///
    /// - Parameter content: An `ActivityContent` of the kind's own type; `nil` to keep the content.
    @usableFromInline mutating func update(
        _ id: ActivityID, _ content: UnsafeRawPointer?, staleDate: Date?, _ request: UpdateRequest, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        let (slab, head) = try locate(id)
        try checkPlausible(staleDate)
        if head.pointee.phase == .ended, let policy = request.dismissal,
            let outcome = try dismissEarlier(slab, id, head, policy, timestamp)
        {
            return outcome
        }
        return try take(slab, id, head, nil, timestamp) { (engine) throws(EngineError) in
            if engine.refusesMistakes, let staleDate, staleDate.timeIntervalSinceReferenceDate <= engine.clock {
                throw .staleDateInPast(staleDate, now: engine.date)
            }
            if content == nil, let dismissal = request.dismissal {
                engine.end(slab, id, head, by: .host, policy: dismissal)
                return .applied
            }
            return try slab.provider.operations.update(&engine, slab, id.index, content, request)
        }
    }

    /// Brings the dismissal of an ended activity forward; `nil` if the policy's date is not earlier. Apps remove an old card by
    /// ending it again with ``ActivityUIDismissalPolicy/immediate``.
    private mutating func dismissEarlier(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ policy: ActivityUIDismissalPolicy,
        _ timestamp: Date?
    ) throws(EngineError) -> Outcome? {
        let dismissal = policy.dismissalDate(endingAt: date, linger: configuration.lingerDuration)
            .timeIntervalSinceReferenceDate
        guard dismissal < head.pointee.closing else { return nil }
        if let ignored = try ignore(id, head, nil, timestamp) { return ignored }
        guard dismissal > clock else {
            dismiss(slab, id, head, by: .policy)
            return .applied
        }
        markDirty(id, head)
        if let timestamp { head.rest.pointee.timestamp = timestamp.timeIntervalSinceReferenceDate }
        head.pointee.closing = dismissal
        arm(id, head)
        return .applied
    }
}
