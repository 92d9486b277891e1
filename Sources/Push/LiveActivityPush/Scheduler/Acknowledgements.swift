#if Push
import LiveActivityCore

/// Computes the change of each shard up to which all pushes are done, so that these changes can be acknowledged.
struct Acknowledgements: Sendable {
    private struct Open: Comparable, Sendable {
        var sequence: UInt64
        var activity: ActivityID
        static func < (left: Self, right: Self) -> Bool { (left.sequence, left.activity) < (right.sequence, right.activity) }
    }

    private struct Progress: Sendable {
        var given: UInt64 = 0
        var told: UInt64 = 0
        var open = Heap<Open>()
    }

    private var shards: [Int: Progress] = [:]
    /// The oldest change of each activity that is not done.
    private var oldest: [ActivityID: UInt64] = [:]

    mutating func given(_ change: Change) {
        hasNews = true
        shards[change.activity.shard, default: .init()].given = max(shards[change.activity.shard]?.given ?? 0, change.sequence)
    }

    /// Sets the oldest change of an activity that is not done; `nil` if all are done.
    mutating func set(_ sequence: UInt64?, for activity: ActivityID) {
        guard oldest[activity] != sequence else { return }
        hasNews = true
        oldest[activity] = sequence
        guard let sequence else { return }
        let count = shards[activity.shard, default: .init()].open.count
        // While one old change waits, the entries of all later changes remain. Without this they would accumulate.
        if count > 4_096, count > 4 * oldest.count { rebuild(activity.shard) }
        shards[activity.shard]?.open.insert(.init(sequence: sequence, activity: activity))
    }

    private mutating func rebuild(_ shard: Int) {
        var open = Heap<Open>()
        for (activity, sequence) in oldest where activity.shard == shard {
            open.insert(.init(sequence: sequence, activity: activity))
        }
        shards[shard]?.open = open
    }

    func oldest(of activity: ActivityID) -> UInt64? { oldest[activity] }

    /// `true` if ``take()`` may return something. It is read often, so it is only an approximation.
    private(set) var hasNews = false

    /// Marks acknowledgements that could not be delivered, so that ``take()`` returns them again.
    mutating func putBack(_ list: [(shard: Int, sequence: UInt64)]) {
        guard !list.isEmpty else { return }
        hasNews = true
        for (shard, _) in list { shards[shard]?.told = 0 }
    }

    /// Returns the shards whose position has advanced since the last call.
    mutating func take() -> [(shard: Int, sequence: UInt64)] {
        hasNews = false
        var list: [(shard: Int, sequence: UInt64)] = []
        for shard in shards.keys.sorted() {
            guard var progress = shards[shard] else { continue }
            shards[shard] = nil
            while let least = progress.open.least, oldest[least.activity] != least.sequence { progress.open.removeLeast() }
            let done = progress.open.least.map { $0.sequence - 1 } ?? progress.given
            if done > progress.told {
                progress.told = done
                list.append((shard, done))
            }
            shards[shard] = progress
        }
        return list
    }
}
#endif
