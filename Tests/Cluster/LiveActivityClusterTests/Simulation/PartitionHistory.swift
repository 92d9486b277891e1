@testable import LiveActivityCluster

/// A partition's log in a simulation of members: its claims and acknowledged commands.
struct PartitionHistory {
    enum Entry: Equatable { case claim, command, confirmation, release }

    /// The entries with their writers, in the log's order.
    private(set) var entries: [(entry: Entry, writer: String)] = []
    private(set) var epoch: UInt64 = 0
    /// The address of the process with the latest claim; `nil` after its release.
    private(set) var owner: String?
    /// The position of a message that cannot be read: only who has read it before can follow the log, and claim the partition.
    /// `nil` if there is none.
    var damaged: LogPosition?
    /// By epoch: when its first command was stored.
    private var firstCommands: [UInt64: Duration] = [:]
    /// The number of claims, and the time without an owner after a release.
    private(set) var claimCount = 0
    private(set) var longestMove: Duration = .zero
    private var released: Duration?

    var position: LogPosition { LogPosition(entries.count) }

    /// Appends at an expected position, as ``PartitionLog`` does.
    mutating func append(_ entry: Entry, by writer: String, after expected: LogPosition, at now: Duration) -> Bool {
        guard expected == position else { return false }
        entries.append((entry, writer))
        switch entry {
        case .claim:
            if let released { longestMove = max(longestMove, now - released) }
            (epoch, owner, released) = (epoch + 1, writer, nil)
            claimCount += 1
        case .release: (owner, released) = (nil, now)
        case .confirmation: break
        case .command: if firstCommands[epoch] == nil { firstCommands[epoch] = now }
        }
        return true
    }

    /// When the first command of a later epoch was stored; `nil` if there is none.
    func firstCommand(after epoch: UInt64) -> Duration? { firstCommands.filter { $0.key > epoch }.values.min() }

    mutating func resetLongestMove() { (longestMove, released) = (.zero, nil) }

    /// Checks that each epoch has one writer.
    func check(_ partition: Int) throws {
        var claimer: String?
        for (entry, writer) in entries {
            if entry == .claim {
                claimer = writer
            } else if claimer != writer {
                throw Broken("\(writer) has written to partition \(partition) in the epoch of \(claimer ?? "nobody")")
            }
        }
    }
}
