import LiveActivityCore

/// What somebody may want to be told about an owner's permissions.
enum PermissionQuestion: Sendable {
    case activities(ActivityKind)
    case frequentUpdates
}

/// Who waits to be told when an owner allows something, or forbids it. Feeds leave out answers that are as before.
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

    /// - Parameter owner: Whoever it is, if `nil`.
    func tell(of owner: OwnerID?, _ engine: borrowing Engine, _ wakeUps: inout WakeUps) {
        guard !ofOwner.isEmpty else { return }
        guard let owner else {
            for owner in ofOwner.keys { tell(of: owner, engine, &wakeUps) }
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
