public import LiveActivityCore
public import LiveActivityHost

// A method for each command that is sent as a value: asynchronous ones for everything that accepts commands, then synchronous
// ones for a runtime. To add a command, add its case and its names in `Command.swift`, its JSON in `Command+Codable.swift`, its
// effect in `Engine+Apply.swift` and beside the engine's other commands, and its method here. Lines, HTTP, C, Python, the
// cluster and the journal pass commands on unchanged.

extension ActivityCommands {
    /// Reports that the user operated a control of the activity on a surface.
    @discardableResult
    public nonisolated(nonsending) func perform(
        _ action: ActionID, on id: ActivityID, surface: Surface
    ) async throws(RuntimeError) -> Outcome { try await apply(.perform(action, on: .id(id), surface: surface)) }

    /// Replaces the whole content.
    ///
    /// - Parameters:
    ///   - id: The activity.
    ///   - content: The new content, of the kind's own type.
    ///   - alert: An alert for this update; `nil` for none.
    ///   - timestamp: When the content was made. An update older than the newest accepted one is ignored.
    @discardableResult
    public nonisolated(nonsending) func update<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await apply(
            .update(.id(id), content: try ContentUpdate(encoding: content), alert: alert, timestamp: timestamp))
    }

    /// Ends the activity with final content, which it shows until the dismissal.
    @discardableResult
    public nonisolated(nonsending) func end<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await apply(
            .end(
                .id(id), content: try ContentUpdate(encoding: content), dismissalPolicy: dismissalPolicy,
                timestamp: timestamp))
    }

    /// Ends the activity with its current content.
    @discardableResult
    public nonisolated(nonsending) func end(
        _ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil
    ) async throws(RuntimeError) -> Outcome {
        try await apply(.end(.id(id), dismissalPolicy: dismissalPolicy, timestamp: timestamp))
    }

    /// Ends all activities of an owner, or those of one kind if `kind` is given, with their current content. For instance, when
    /// the user signs out.
    ///
    /// - Returns: ``/LiveActivityCore/Outcome/applied``, or ``/LiveActivityCore/Outcome/unchanged`` if there is nothing to end.
    @discardableResult
    public nonisolated(nonsending) func endAll(
        of owner: OwnerID, kind: ActivityKind? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async throws(RuntimeError) -> Outcome {
        try await apply(.endAll(owner: owner, kind: kind, dismissalPolicy: dismissalPolicy))
    }

    /// Reports that the user removed the activity from the screen: it ends and is dismissed.
    @discardableResult
    public nonisolated(nonsending) func dismiss(_ id: ActivityID) async throws(RuntimeError) -> Outcome {
        try await apply(.dismiss(.id(id)))
    }

    /// Renews the lease of an activity, because its host is still running.
    @discardableResult
    public nonisolated(nonsending) func renewLease(_ id: ActivityID) async throws(RuntimeError) -> Outcome {
        try await apply(.renewLease(.id(id)))
    }

    /// Records that the user allows or forbids a kind of activity, or all kinds if `kind` is `nil`.
    @discardableResult
    public nonisolated(nonsending) func permit(
        _ allowed: Bool, owner: OwnerID, kind: ActivityKind? = nil
    ) async throws(RuntimeError) -> Outcome { try await apply(.permit(owner: owner, kind: kind, allowed: allowed)) }

    /// Records that the user allows or forbids frequent updates. Either change ends the user's ongoing activities, as on iOS.
    @discardableResult
    public nonisolated(nonsending) func permitFrequentUpdates(
        _ allowed: Bool, owner: OwnerID
    ) async throws(RuntimeError) -> Outcome { try await apply(.permitFrequentUpdates(owner: owner, allowed: allowed)) }
}

extension LiveActivityRuntime {
    /// Reports that the user operated a control of the activity on a surface.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``, for instance for a surface whose controls do not work
    ///   (``/LiveActivityCore/EngineError/surfaceTakesNoActions(_:)``).
    @discardableResult
    public func perform(_ action: ActionID, on id: ActivityID, surface: Surface) throws(RuntimeError) -> Outcome {
        try apply(.perform(action, on: .id(id), surface: surface))
    }

    /// Ends the activity with its current content.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``; its cases say whether the command has taken effect.
    @discardableResult
    public func end(_ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil)
        throws(RuntimeError) -> Outcome
    {
        try apply(.end(.id(id), dismissalPolicy: dismissalPolicy, timestamp: timestamp))
    }

    /// Ends all activities of an owner, or those of one kind if `kind` is given, with their current content. For instance, when
    /// the user signs out.
    ///
    /// - Returns: ``/LiveActivityCore/Outcome/applied``, or ``/LiveActivityCore/Outcome/unchanged`` if there is nothing to end.
    /// - Throws: ``/LiveActivityHost/RuntimeError``; its cases say whether the command has taken effect.
    @discardableResult
    public func endAll(
        of owner: OwnerID, kind: ActivityKind? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) throws(RuntimeError) -> Outcome {
        try apply(.endAll(owner: owner, kind: kind, dismissalPolicy: dismissalPolicy))
    }

    /// Reports that the user removed the activity from the screen: it ends and is dismissed.
    ///
    /// The activity's subject continues; ``/LiveActivityCore/EngineConfiguration/afterDismissal`` determines whether an
    /// activity with its key may be started again.
    /// - Throws: ``/LiveActivityHost/RuntimeError``; its cases say whether the command has taken effect.
    @discardableResult
    public func dismiss(_ id: ActivityID) throws(RuntimeError) -> Outcome {
        try apply(.dismiss(.id(id)))
    }

    /// Renews the lease of an activity, because its host is still running.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func renewLease(_ id: ActivityID) throws(RuntimeError) -> Outcome {
        try apply(.renewLease(.id(id)))
    }

    /// Records that the user allows or forbids a kind of activity, or all kinds if `kind` is `nil`.
    ///
    /// Activities of a forbidden kind end and are dismissed at once if
    /// ``/LiveActivityCore/EngineConfiguration/denialEndsActivities`` is set.
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    @discardableResult
    public func permit(_ allowed: Bool, owner: OwnerID, kind: ActivityKind? = nil) throws(RuntimeError) -> Outcome {
        try apply(.permit(owner: owner, kind: kind, allowed: allowed))
    }

    /// Records that the user allows or forbids frequent updates. Either change ends the user's ongoing activities, as on iOS.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError``.
    ///
    /// Source: Documentation/Reference.md, AUTH-04.
    @discardableResult
    public func permitFrequentUpdates(_ allowed: Bool, owner: OwnerID) throws(RuntimeError) -> Outcome {
        try apply(.permitFrequentUpdates(owner: owner, allowed: allowed))
    }
}
