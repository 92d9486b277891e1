#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import Synchronization

/// The latest replays of the journal, for requests that continue or repeat them: the following page of a history, and the
/// pictures of the activities of a time.
///
/// A replay holds the activities of its moment in memory. So only a few are kept, and only for a minute.
final class ReplayCache: Sendable {
    typealias Activities = [ActivityID: (record: ActivityRecord, kind: ActivityKind)]

    /// Seconds for which an unused replay is kept.
    static let lifetime = 60.0
    private static let most = 2

    private struct State {
        var readers: [(reader: HistoryReader, used: ContinuousClock.Instant)] = []
        var past: (date: Date, activities: Activities, used: ContinuousClock.Instant)?
    }

    // Held during a replay: one at a time runs anyway, on the queue of replays.
    private let state = Mutex(State())

    /// The next page of a history: it continues the replay that ended at ``HistoryFilter/after`` if there is one.
    func page(
        _ filter: HistoryFilter, limit: Int, of store: any ActivityStore, with providers: [AnyProvider]
    ) throws -> [HistoryMoment] {
        try state.withLock { state in
            let known = filter.after == nil ? nil : state.readers.firstIndex { $0.reader.filter == filter }
            let reader = known.map { state.readers.remove(at: $0).reader } ?? HistoryReader(filter, with: providers)
            let page = try reader.next(limit, of: store, until: Date())
            state.readers.append((reader, .now))
            if state.readers.count > Self.most { state.readers.removeFirst() }
            return page
        }
    }

    /// The activities that existed at a time.
    func activities(
        at date: Date, of store: any ActivityStore, with providers: [AnyProvider]
    ) throws -> Activities {
        try state.withLock { state in
            if let past = state.past, past.date == date {
                state.past?.used = .now
                return past.activities
            }
            let now = Date()
            let found = try store.activities(at: min(date, now), with: providers)
            let activities = Dictionary(found.map { ($0.record.id, $0) }) { _, last in last }
            // Later commands do not change the past.
            if date < now { state.past = (date, activities, .now) }
            return activities
        }
    }

    /// Drops what has not been used for a minute.
    func dropUnused() {
        let end = ContinuousClock.now - .seconds(Self.lifetime)
        state.withLock { state in
            state.readers.removeAll { $0.used <= end }
            if let past = state.past, past.used <= end { state.past = nil }
        }
    }
}
#endif
