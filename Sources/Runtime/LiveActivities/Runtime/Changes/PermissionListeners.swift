import LiveActivityCore

/// The permission that a subscriber observes.
enum PermissionQuestion: Sendable {
    case activities(ActivityKind)
    case frequentUpdates
}

/// The subscribers to permissions of one shard's owners. Their feeds drop consecutive duplicates.
struct PermissionListeners {
    private struct Entry {
        let id: Listener.ID
        let question: PermissionQuestion
        let feed: Feed<NewestBuffer<Bool>>
    }

    private var ofOwner: [OwnerID: [Entry]] = [:]

    mutating func insert(
        _ id: Listener.ID, _ owner: OwnerID, _ question: PermissionQuestion, _ feed: Feed<NewestBuffer<Bool>>
    ) {
        ofOwner[owner, default: []].append(Entry(id: id, question: question, feed: feed))
    }

    mutating func remove(_ id: Listener.ID, _ owner: OwnerID) {
        ofOwner[owner]?.removeAll { $0.id == id }
        if ofOwner[owner]?.isEmpty == true { ofOwner[owner] = nil }
    }

    /// Reports an owner's current permissions to its subscribers.
    ///
    /// - Parameter owner: `nil` for every owner with a subscriber.
    func report(of owner: OwnerID?, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        guard !ofOwner.isEmpty else { return }
        guard let owner else {
            for owner in ofOwner.keys { report(of: owner, engine, &wakeUps) }
            return
        }
        for entry in ofOwner[owner] ?? [] { entry.feed.append(engine.answer(entry.question, of: owner), &wakeUps) }
    }

    mutating func finish(_ wakeUps: inout WakeUps) {
        for entry in ofOwner.values.joined() { entry.feed.finish(&wakeUps) }
        ofOwner = [:]
    }
}

extension Engine {
    func answer(_ question: PermissionQuestion, of owner: OwnerID) -> Bool {
        switch question {
        case .activities(let kind): isPermitted(kind, by: owner)
        case .frequentUpdates: areFrequentUpdatesPermitted(by: owner)
        }
    }
}
