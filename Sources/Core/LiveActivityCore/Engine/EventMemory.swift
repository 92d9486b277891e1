/// The ids of the newest events that were applied, so that a repeated event is recognised.
///
/// An activity has one, a topic has one, and so has what several engines remember together of a topic.
package struct EventMemory: Codable, Hashable, Sendable {
    /// The oldest first.
    package private(set) var ids: [EventID]

    package init(_ ids: [EventID] = []) { self.ids = ids }

    func contains(_ id: EventID?) -> Bool {
        guard let id else { return false }
        return ids.contains(id)
    }

    package mutating func remember(_ id: EventID?, limit: Int) {
        guard let id, limit > 0 else { return }
        if ids.count >= limit { ids.removeFirst(ids.count - limit + 1) }
        ids.append(id)
    }
}
