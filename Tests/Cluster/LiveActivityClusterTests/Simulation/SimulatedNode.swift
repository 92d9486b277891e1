import LiveActivities
@testable import LiveActivityCluster
import LiveActivityTesting

/// A process that follows one partition, and owns it at times. It has a clock of its own.
final class SimulatedNode {
    let name: NodeName
    let clock: ManualClock
    /// While it waits for an answer it does nothing else.
    var isBusy = false
    private(set) var log: FaultyLog
    private(set) var follower: PartitionFollower
    private(set) var store: PartitionStore?
    private(set) var runtime: LiveActivityRuntime?
    private(set) var consumer: ConsumerChangeSequence?
    /// What the log had beside the activities when it was claimed.
    private(set) var records: [PartitionRecord] = []

    init(_ name: NodeName, _ log: FaultyLog) {
        (self.name, self.log) = (name, log)
        clock = ManualClock()
        follower = PartitionFollower(log)
    }

    var epoch: UInt64? { store?.claim.epoch }

    /// Reads on, as a standby does.
    func follow() throws {
        do { try follower.catchUp() } catch { try allow(error) }
    }

    /// Becomes the owner, if the log lets it.
    ///
    /// - Returns: Whether it has.
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

    /// Hands the partition over.
    func release(to node: NodeName?) {
        store?.setSuccessor(node)
        runtime?.close()
        leave()
    }

    /// What was in memory is gone, and nothing is sent any more.
    func die(replacedBy log: FaultyLog) {
        self.log.cut(true)
        leave()
        self.log = log
        follower = PartitionFollower(log)
    }

    private func leave() { (consumer, runtime, store) = (nil, nil, nil) }

    /// Damage is never allowed: no fault of a network makes a message say something else.
    private func allow(_ error: StoreError) throws {
        switch error {
        case .unavailable, .fenced: break
        default: throw Broken("\(name): \(error)")
        }
    }
}
