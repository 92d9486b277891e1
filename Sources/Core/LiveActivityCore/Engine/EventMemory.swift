/// The ids of the newest applied events, by which a repeated event is recognised.
///
/// Each activity and each topic has one, and so has the memory of a topic that several engines share.
package struct EventMemory: Codable, Hashable, Sendable {
    /// The ids, oldest first.
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
