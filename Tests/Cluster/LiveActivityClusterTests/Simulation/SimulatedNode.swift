import LiveActivities
@testable import LiveActivityCluster
import LiveActivityTesting

/// A process that follows one partition, and owns it at times, with its own clock.
final class SimulatedNode {
    let name: NodeName
    let clock: ManualClock
    /// Whether the node is waiting for an answer, and does nothing else.
    var isBusy = false
    private(set) var log: FaultyLog
    private(set) var follower: PartitionFollower
    private(set) var store: PartitionStore?
    private(set) var runtime: LiveActivityRuntime?
    private(set) var consumer: ConsumerChangeSequence?
    /// The records other than activities that the log had at the claim.
    private(set) var records: [PartitionRecord] = []

    init(_ name: NodeName, _ log: FaultyLog) {
        (self.name, self.log) = (name, log)
        clock = ManualClock()
        follower = PartitionFollower(log)
    }

    var epoch: UInt64? { store?.claim.epoch }

    /// Reads new messages, as a standby does.
    func follow() throws {
        do { try follower.catchUp() } catch { try allow(error) }
    }

    /// Claims the partition.
    ///
    /// - Returns: Whether the log accepted the claim.
    func claim(seed: UInt64, writer: UInt64, partBytesMax: Int, configuration: EngineConfiguration) throws -> Bool {
        leave()
        do {
            let claimed = try PartitionStore(
                &follower, name, "", writer: writer, attempts: 2, partBytesMax: partBytesMax)
            store = claimed
            let runtime = try LiveActivityRuntime(
                partition: 0, of: 1, configuration: configuration, clock: clock,
                providers: [AnyProvider(TallyProvider(tickSeconds: 60))], store: claimed)
            self.runtime = runtime
            records = claimed.restoredRecords
            claimed.dropRestoredState()
            consumer = try runtime.changes(for: "push")
            return true
        } catch let error as StoreError {
            leave()
            try allow(error)
        } catch is RuntimeError {
            leave()
        }
        return false
    }

    /// Releases the partition to a node.
    func release(to node: NodeName?) {
        store?.setSuccessor(node)
        runtime?.close()
        leave()
    }

    /// Loses its memory as a killed process does, and sends nothing any more.
    func die(replacedBy log: FaultyLog) {
        self.log.cut(true)
        leave()
        self.log = log
        follower = PartitionFollower(log)
    }

    private func leave() { (consumer, runtime, store) = (nil, nil, nil) }

    /// Fails on damage: no network fault may change the meaning of a message.
    private func allow(_ error: StoreError) throws {
        switch error {
        case .unavailable, .fenced: break
        default: throw Broken("\(name): \(error)")
        }
    }
}
