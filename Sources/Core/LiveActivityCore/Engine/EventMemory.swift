/// The ids of the events that were applied last, to recognise repeated events.
struct EventMemory: Codable, Hashable {
    /// The oldest first.
    private(set) var ids: [EventID]

    init(_ ids: [EventID] = []) { self.ids = ids }

    func contains(_ id: EventID?) -> Bool {
        guard let id else { return false }
        return ids.contains(id)
    }

    mutating func remember(_ id: EventID?, limit: Int) {
        guard let id, limit > 0 else { return }
        if ids.count >= limit { ids.removeFirst(ids.count - limit + 1) }
        ids.append(id)
    }
}
