#if Postgres
import LiveActivityCore

/// Which commands of a batch are carried out at the same time, and which one after the other.
///
/// Commands to the same activity or owner keep their order. An activity has two names: its id, and its owner, kind and key. If
/// a partition gets commands by both, all of its commands keep their order. A command to all partitions waits for the commands
/// before it, and the commands after it wait.
struct InboxOrder: Hashable {
    /// A phase begins when the previous phase is complete. The lanes of a phase are carried out at the same time, the commands
    /// of a lane one after the other. A command is given as its index in the batch.
    private(set) var phases: [[[Int]]] = []

    struct Entry {
        var place: Int
        var target: Command.Target
        /// `nil` for all partitions.
        var partition: Int?
    }

    private enum Lane: Hashable { case owner(OwnerID), activity(ActivityID), partition(Int) }

    init(_ entries: [Entry]) {
        var rest = entries[...]
        while let first = rest.first {
            if first.partition == nil {
                phases.append([[first.place]])
                rest.removeFirst()
                continue
            }
            let end = rest.firstIndex { $0.partition == nil } ?? rest.endIndex
            phases.append(Self.lanes(rest[..<end]))
            rest = rest[end...]
        }
    }

    private static func lanes(_ entries: ArraySlice<Entry>) -> [[Int]] {
        var (byID, byOwner): (Set<Int>, Set<Int>) = ([], [])
        for entry in entries {
            guard let partition = entry.partition else { continue }
            if case .activity(.id) = entry.target { byID.insert(partition) } else { byOwner.insert(partition) }
        }
        let mixed = byID.intersection(byOwner)
        var (lanes, indices): ([[Int]], [Lane: Int]) = ([], [:])
        for entry in entries {
            let lane: Lane
            switch entry.target {
            case _ where mixed.contains(entry.partition ?? 0): lane = .partition(entry.partition ?? 0)
            case .activity(.id(let id)): lane = .activity(id)
            case .activity(.key(let owner, _, _)), .owner(let owner): lane = .owner(owner)
            case .topic, .all: continue
            }
            if let index = indices[lane] {
                lanes[index].append(entry.place)
            } else {
                indices[lane] = lanes.count
                lanes.append([entry.place])
            }
        }
        return lanes
    }
}
#endif
