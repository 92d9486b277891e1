public import LiveActivityCore

// For hosts that drive an engine themselves. `LiveActivitySurfaces` has the same functions for a runtime.
extension Engine {
    /// The activity as surfaces need it, or `nil` if there is none.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)`` if the size check is off and the content
    ///   cannot be encoded.
    public func shownActivity(_ id: ActivityID) throws(EngineError) -> ShownActivity? {
        guard let kind = kind(of: id), let record = try record(of: id) else { return nil }
        return ShownActivity(record, kind: kind)
    }

    /// On which surface each of an owner's activities is shown.
    ///
    /// - Throws: The errors of `shownActivity(_:)`.
    public func arrangement(of owner: OwnerID) throws(EngineError) -> Arrangement {
        var ranks: [ActivityRank] = []
        for id in activities(of: owner) { if let activity = try shownActivity(id) { ranks.append(activity.rank) } }
        return Arrangement(of: ranks)
    }
}
