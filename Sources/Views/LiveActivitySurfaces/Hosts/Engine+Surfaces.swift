public import LiveActivityCore

// For hosts that drive an engine themselves. `LiveActivitySurfaces` has the same functions for a runtime.
extension Engine {
    /// The activity as surfaces need it, or `nil` if there is none.
    ///
<<<<<<< HEAD
    /// - Throws: `EngineError.unencodable(what:path:reason:)` if the size check is off and the content cannot be
=======
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)`` if the size check is off and the content cannot be
>>>>>>> 865a11363db1bc5ed7af80a74eddbff268b3f0f2
    ///   encoded.
    public func shownActivity(_ id: ActivityID) throws(EngineError) -> ShownActivity? {
        guard let kind = kind(of: id), let record = try record(of: id) else { return nil }
        return ShownActivity(record, kind: kind)
    }

    /// On which surface each of an owner's activities is shown.
    ///
    /// - Throws: As `shownActivity(_:)`.
    public func arrangement(of owner: OwnerID) throws(EngineError) -> Arrangement {
        var ranks: [ActivityRank] = []
        for id in activities(of: owner) {
            if let activity = try shownActivity(id) { ranks.append(activity.rank) }
        }
        return Arrangement(of: ranks)
    }
}
