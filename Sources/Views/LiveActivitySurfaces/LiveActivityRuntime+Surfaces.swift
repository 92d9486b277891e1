public import LiveActivities
public import LiveActivityUI

// A runtime's activities on surfaces. It stands above both: a service that shows nothing does not build the views, and a widget's views
// do not build the runtime.
extension LiveActivityRuntime {
    // MARK: - How things are

    /// What a surface must know of an activity; `nil` if there is none.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and the content cannot be written.
    public func shownActivity(_ id: ActivityID) throws(RuntimeError) -> ShownActivity? {
        guard let kind = kind(of: id), let record = try record(of: id) else { return nil }
        return ShownActivity(record, kind: kind)
    }

    /// An owner's activities as surfaces show them, the most relevant first.
    public func shownActivities(of owner: OwnerID) throws(RuntimeError) -> [ShownActivity] {
        var shown: [ShownActivity] = []
        // One that is dismissed on the way is not there any more.
        for id in activities(of: owner) { if let activity = try shownActivity(id) { shown.append(activity) } }
        return shown
    }

    /// Which of an owner's activities is seen where.
    public func arrangement(of owner: OwnerID) throws(RuntimeError) -> Arrangement {
        Arrangement(of: try shownActivities(of: owner).map(\.standing))
    }

    /// What a surface of an owner's shows: of the activities that are seen there, the most relevant first.
    public func presentations(
        of owner: OwnerID, on place: PresentationSurface, with widgets: ActivityWidgets,
        environment: EnvironmentValues = EnvironmentValues(), condition: DeviceCondition = DeviceCondition()
    ) throws -> [Presentation] {
        let shown = try shownActivities(of: owner)
        return try Arrangement(of: shown.map(\.standing)).activities(on: place).compactMap { id in
            guard let activity = shown.first(where: { $0.id == id }) else { return nil }
            return try widgets.present(activity, on: place, environment: environment, condition: condition)
        }
    }

    // MARK: - How they change

    /// Which of an owner's activities is seen where: now, and each time that it is different.
    public func arrangements(of owner: OwnerID) -> SurfaceUpdates<Arrangement> {
        SurfaceUpdates(self, owner) { runtime in try runtime.arrangement(of: owner) }
    }

    /// What a surface of an owner's shows: now, and each time that it is different.
    ///
    /// - Parameter environment: Asked each time, so that its ``EnvironmentValues/now`` is the moment's.
    public func presentationUpdates(
        of owner: OwnerID, on place: PresentationSurface, with widgets: ActivityWidgets,
        condition: DeviceCondition = DeviceCondition(), environment: @escaping @Sendable () -> EnvironmentValues
    ) -> SurfaceUpdates<[Presentation]> {
        SurfaceUpdates(self, owner) { runtime in
            try runtime.presentations(of: owner, on: place, with: widgets, environment: environment(), condition: condition)
        }
    }

    // MARK: - Actions

    /// A person used a control of what a surface shows.
    ///
    /// - Throws: ``ActionRefusal`` where the surface does not take it, ``RuntimeError`` where the activity does not.
    @discardableResult
    public func perform(_ action: ActionID, on presentation: Presentation, isAuthenticated: Bool = false) throws -> Outcome {
        try apply(try presentation.perform(action, isAuthenticated: isAuthenticated))
    }
}
