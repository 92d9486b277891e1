public import LiveActivityCore

// For a host that drives an engine itself; `LiveActivitySurfaces` has the same for a runtime.
extension Engine {
    /// What a surface must know of an activity; `nil` if there is none.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and the content cannot be written.
    public func shownActivity(_ id: ActivityID) throws(EngineError) -> ShownActivity? {
        guard let kind = kind(of: id), let record = try record(of: id) else { return nil }
        return ShownActivity(record, kind: kind)
    }

    /// Which of an owner's activities is seen where.
    public func arrangement(of owner: OwnerID) throws(EngineError) -> Arrangement {
        var standings: [Standing] = []
        for id in activities(of: owner) {
            if let activity = try shownActivity(id) { standings.append(activity.standing) }
        }
        return Arrangement(of: standings)
    }
}
