#if Service
import LiveActivities
import LiveActivityCore
import Synchronization

/// The most recently requested histories. The dashboard's slider requests many moments of one activity, and each would need a
/// slow replay of the journal.
final class HistoryCache: Sendable {
    private struct Entry: Sendable {
        var id: ActivityID
        var revision: UInt32
        var changes: [Change]
    }

    private let entries = Mutex<[Entry]>([])
    private static let most = 8

    /// The changes of an activity up to its current revision, oldest first; empty without a journal.
    func changes(of id: ActivityID, at revision: UInt32, _ service: ServiceState) async throws -> [Change] {
        let known = entries.withLock { entries in entries.first { $0.id == id && $0.revision == revision }?.changes }
        if let known { return known }
        guard let changes = try await service.history(of: id)?.moments.map(\.change) else { return [] }
        entries.withLock { entries in
            entries.removeAll { $0.id == id }
            entries.append(Entry(id: id, revision: revision, changes: changes))
            if entries.count > Self.most { entries.removeFirst() }
        }
        return changes
    }
}
#endif
