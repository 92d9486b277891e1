#if Service
import Foundation
import Hummingbird
import LiveActivities
import LiveActivityCore
import NIOPosix
import Synchronization

/// What an activity was, from the journal.
enum HistoryRoutes {
    static let all = [
        Route(.get, "/v1/activities/{id}/history", .read) { call in
            _ = try call.query([])
            let id = try call.activity()
            try await call.checkAccess(to: id)
            guard let kind = try await call.runtime.kind(of: id) else {
                throw RuntimeError.engine(.unknownActivity(id))
            }
            let history = try await history(of: id, call)
            var pieces = JSONPieces()
            pieces.put(#"{"activity":"#)
            pieces.put(string: "\(id)")
            pieces.put(#","kind":"#)
            pieces.put(string: kind.rawValue)
            pieces.put(#","isRecorded":"#)
            pieces.put(plain: call.service.journal == nil ? "false" : "true")
            pieces.put(#","moments":"#)
            pieces.put(try WireEncoder().encode(history.map(Moment.init)))
            pieces.put("}")
            return Response(bytes: pieces.bytes)
        }
    ]

    /// A change of the past, as the API shows it.
    private struct Moment: Encodable {
        var at: String
        var revision: UInt32
        var change: String
        var state: ActivityState
        var content: EncodedContent?
        var payloadBytes: Int?

        init(_ change: Change) {
            at = change.at.iso8601
            revision = change.revision
            self.change = change.what.name
            state = change.state
            content = change.content
            payloadBytes = change.content?.state.bytes.count
        }
    }

    /// The changes of an activity, oldest first; empty without a journal.
    ///
    /// Playing a journal reads a file and may take a while, so it has a thread of its own kind and its result is remembered.
    static func history(of id: ActivityID, _ call: Call) async throws -> [Change] {
        guard let journal = call.service.journal else { return [] }
        let revision = try await call.runtime.record(of: id)?.revision ?? 0
        if let known = call.service.histories.value(of: id, revision) { return known }
        let providers = call.service.kinds.providers
        let history = try await NIOThreadPool.singleton.runIfActive { try journal.history(of: id, with: providers) }
        call.service.histories.remember(history, of: id, revision)
        return history
    }
}

/// The histories that were asked for last: a slider asks for many moments of one activity.
final class HistoryCache: Sendable {
    private struct Entry: Sendable {
        var id: ActivityID
        var revision: UInt32
        var history: [Change]
    }

    private let entries = Mutex<[Entry]>([])
    private static let most = 8

    func value(of id: ActivityID, _ revision: UInt32) -> [Change]? {
        entries.withLock { entries in entries.first { $0.id == id && $0.revision == revision }?.history }
    }

    func remember(_ history: [Change], of id: ActivityID, _ revision: UInt32) {
        entries.withLock { entries in
            entries.removeAll { $0.id == id }
            entries.append(Entry(id: id, revision: revision, history: history))
            if entries.count > Self.most { entries.removeFirst() }
        }
    }
}
#endif
