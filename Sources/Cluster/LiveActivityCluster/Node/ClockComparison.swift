import LiveActivityCore

/// Compares a node's clock with the clocks of the nodes that own partitions.
///
/// **Problem.** Activities end by the clock of their partition's owner. A node whose clock is hours fast (a hardware clock in
/// local time, a virtual machine whose clock is set only later) gets a share of the partitions when it joins, and would end and
/// dismiss other people's activities within seconds. Nothing brings these back.
///
/// **Intuition.** The owners have decided by their clocks already. A newcomer that differs from them is more likely wrong than
/// they are; among owners, a minority is. Heartbeats contain the sender's time.
///
/// | case | result |
/// | --- | --- |
/// | a node that owns nothing differs from the owner, or from more than half of the owners | its clock is wrong |
/// | an owner differs from more owners than it agrees with, itself included | its clock is wrong |
/// | two owners differ from each other | neither: there is no majority |
/// | the owners have failed since | their last readings count, until one of the same name sends a newer one |
/// | all owners were restarted, and own nothing yet | the former result remains |
/// | a node of an earlier version, which sends no time | it does not count |
/// | a heartbeat was delayed, so that its sender's clock looks slow | of the readings of three seconds the fastest counts |
///
/// A node whose clock is wrong claims nothing and has no capacity, so that partitions are placed on others. It takes part again
/// as soon as its clock agrees.
///
/// Rejected: correcting the time by the difference (one wrong owner would set all clocks); forgetting the readings of failed
/// owners after a while (the fast node would then end the activities after all, later).
struct ClockComparison: Sendable {
    private struct Reading {
        var date: Date
        var received: ClusterClock.Instant
        /// Whether the process has ever owned a partition.
        var hasOwned: Bool
        let address: String

        /// Whether the sender's clock is at least as far ahead of this node's instants as in another reading.
        func isAhead(of other: Reading) -> Bool {
            date.timeIntervalSince(other.date) >= (received - other.received).seconds
        }
    }

    /// The time within which a delayed message is not believed.
    private static let delay: Duration = .seconds(3)

    /// The maximum difference that is tolerated.
    let tolerance: Duration
    private var readings: [NodeName: Reading] = [:]
    /// This node's own time.
    private var own: (date: Date, instant: ClusterClock.Instant)?

    init(tolerance: Duration) { self.tolerance = tolerance }

    /// Records the time in a heartbeat of another node.
    ///
    /// - Parameter date: The time of this node.
    mutating func receive(_ heartbeat: Heartbeat, at now: ClusterClock.Instant, date: Date) {
        update(at: now, date: date)
        guard let sent = heartbeat.date else { return }
        let known = readings[heartbeat.node].flatMap { $0.address == heartbeat.address ? $0 : nil }
        var reading = Reading(
            date: sent, received: now, hasOwned: known?.hasOwned == true || !heartbeat.owned.isEmpty, address: heartbeat.address
        )
        if let known, now - known.received < Self.delay, known.isAhead(of: reading) {
            (reading.date, reading.received) = (known.date, known.received)
        }
        readings[heartbeat.node] = reading
    }

    /// Updates this node's own time.
    mutating func update(at now: ClusterClock.Instant, date: Date) { own = (date, now) }

    /// By how much this node's clock is ahead of another one's, in seconds.
    private func lead(over reading: Reading) -> Double? {
        own.map { $0.date.timeIntervalSince(reading.date) - ($0.instant - reading.received).seconds }
    }

    private func differs(from reading: Reading) -> Bool { lead(over: reading).map { abs($0) > tolerance.seconds } ?? false }

    /// Whether this node's clock is wrong; `nil` without an owner to compare it with.
    ///
    /// - Parameters:
    ///   - name: This node's name.
    ///   - ownsPartitions: Whether it owns any.
    ///   - isRunning: Whether a node of this name is known to be running.
    func isWrong(of name: NodeName, ownsPartitions: Bool, _ isRunning: (NodeName) -> Bool) -> Bool? {
        let owners = readings.filter { $0.key != name && $0.value.hasOwned }
        let running = owners.filter { isRunning($0.key) }
        let voters = (running.isEmpty ? owners : running).values
        guard !voters.isEmpty else { return nil }
        let against = voters.count { differs(from: $0) }
        return against > voters.count - against + (ownsPartitions ? 1 : 0)
    }

    /// The nodes whose clocks differ from this one's, a sentence for each.
    ///
    /// - Parameter isRunning: As for ``isWrong(of:ownsPartitions:_:)``; other nodes are left out.
    func differences(from name: NodeName, _ isRunning: (NodeName) -> Bool) -> [String] {
        readings.sorted { $0.key < $1.key }.compactMap { node, reading in
            guard node != name, isRunning(node), differs(from: reading), let lead = lead(over: reading) else { return nil }
            let direction = lead > 0 ? "behind" : "ahead of"
            return "the clock of node '\(node)' is \(Self.text(abs(lead))) \(direction) that of '\(name)'"
        }
    }

    /// A rounded time, so that a warning does not change with each heartbeat.
    private static func text(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "about \(Int((seconds / 10).rounded()) * 10) s"
        case ..<7_200: "about \(Int((seconds / 60).rounded())) min"
        case ..<172_800: "about \(Int((seconds / 3_600).rounded())) h"
        default: "about \(Int((min(seconds, 1e12) / 86_400).rounded())) days"
        }
    }
}
