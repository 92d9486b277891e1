public import LiveActivities
public import LiveActivityUI

// Connects a runtime with views. It is a separate module, so that a service without surfaces does not build the views, and a
// widget does not build the runtime.
extension LiveActivityRuntime {
    // MARK: - Current state

    /// The activity as surfaces need it, or `nil` if there is none.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)`` if the size check is off and the content
    ///   cannot be encoded.
    public func shownActivity(_ id: ActivityID) throws(RuntimeError) -> ShownActivity? {
        guard let kind = kind(of: id), let record = try record(of: id) else { return nil }
        return ShownActivity(record, kind: kind)
    }

    /// An owner's activities as surfaces need them, the most relevant first.
    ///
    /// - Throws: The errors of ``shownActivity(_:)``.
    public func shownActivities(of owner: OwnerID) throws(RuntimeError) -> [ShownActivity] {
        var shown: [ShownActivity] = []
        // An activity that is dismissed in the meantime is left out.
        for id in activities(of: owner) { if let activity = try shownActivity(id) { shown.append(activity) } }
        return shown
    }

    /// On which surface each of an owner's activities is shown.
    ///
    /// - Throws: The errors of ``shownActivity(_:)``.
    public func arrangement(of owner: OwnerID) throws(RuntimeError) -> Arrangement {
        Arrangement(of: try shownActivities(of: owner).map(\.rank))
    }

    /// The presentations that a surface shows of an owner's activities, the most relevant first.
    ///
    /// - Throws: ``PresentationError``, or as ``shownActivity(_:)``.
    public func presentations(
        of owner: OwnerID, on surface: SizedSurface, with widgets: ActivityWidgets,
        environment: EnvironmentValues = EnvironmentValues(), condition: DeviceCondition = DeviceCondition()
    ) throws -> [Presentation] {
        let shown = try shownActivities(of: owner)
        return try Arrangement(of: shown.map(\.rank)).activities(on: surface).compactMap { id in
            guard let activity = shown.first(where: { $0.id == id }) else { return nil }
            return try widgets.present(activity, on: surface, environment: environment, condition: condition)
        }
    }

    // MARK: - Updates

    /// On which surface each of an owner's activities is shown: now, and after each difference.
    public func arrangements(of owner: OwnerID) -> SurfaceUpdates<Arrangement> {
        SurfaceUpdates(self, owner) { runtime in try runtime.arrangement(of: owner) }
    }

    /// The presentations that a surface shows of an owner's activities: now, and after each difference.
    ///
    /// - Parameter environment: Called for each evaluation, so that its ``/LiveActivityUI/EnvironmentValues/now`` is current.
    public func presentationUpdates(
        of owner: OwnerID, on surface: SizedSurface, with widgets: ActivityWidgets,
        condition: DeviceCondition = DeviceCondition(), environment: @escaping @Sendable () -> EnvironmentValues
    ) -> SurfaceUpdates<[Presentation]> {
        SurfaceUpdates(self, owner) { runtime in
            try runtime.presentations(of: owner, on: surface, with: widgets, environment: environment(), condition: condition)
        }
    }

    // MARK: - Actions

    /// Performs an action that the user has chosen on a presentation.
    ///
    /// - Throws: ``ActionRefusal`` if the surface does not accept the action, or the runtime's error if the activity
    ///   refuses it.
    @discardableResult
    public func perform(_ action: ActionID, on presentation: Presentation, isAuthenticated: Bool = false) throws -> Outcome {
        try apply(try presentation.perform(action, isAuthenticated: isAuthenticated))
    }
}
