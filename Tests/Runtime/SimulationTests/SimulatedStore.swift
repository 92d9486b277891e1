import LiveActivities
import Synchronization

#if SANITIZE_THREAD
typealias Mutex = SanitizedMutex
#endif

/// The contents that survive a crash: a log of batches, the last of which may be torn.
final class SimulatedDisk: Sendable {
    private struct Entry {
        var batch: StoreBatch
        var isWhole: Bool
    }

    private struct State {
        var log: [Entry] = []
        /// Whether the power has failed since the disk was last read.
        var hasLostPower = false
    }

    let planted: PlantedFault?
    private let state = Mutex(State())

    /// - Parameter planted: The fault; `nil` for a correct disk.
    init(planted: PlantedFault? = nil) { self.planted = planted }

    func append(_ batch: StoreBatch, torn: Bool = false) {
        state.withLock { $0.log.append(Entry(batch: batch, isWhole: !torn)) }
    }

    func losePower() { state.withLock { $0.hasLostPower = true } }

    /// The log as a store reads it on opening, without a torn batch.
    func recovered() -> MemoryStore {
        let memory = MemoryStore()
        let whole = state.withLock { state -> [StoreBatch] in
            if state.hasLostPower { breakPromise(&state.log) }
            state.hasLostPower = false
            state.log.removeAll { !$0.isWhole }
            return state.log.map(\.batch)
        }
        for var batch in whole {
            // The claim was checked when the batch arrived. Since then, a planted fault may have lost the batch that made the
            // claim.
            batch.claim = nil
            do { try memory.append(batch) } catch { preconditionFailure("nothing of it is checked: \(error)") }
        }
        return memory
    }

    /// Applies the planted fault to the log at a power failure.
    private func breakPromise(_ log: inout [Entry]) {
        let whole = log.indices.filter { log[$0].isWhole }
        switch planted {
        case .lostSync: if let last = whole.last { log.remove(at: last) }
        case .reorderedPages: if whole.count > 1 { log.remove(at: whole[whole.count - 2]) }
        case .tornWrite:
            for index in log.indices where !log[index].isWhole {
                log[index] = Entry(batch: PlantedFault.torn(log[index].batch), isWhole: true)
            }
        case .failsAfterApplying, nil: break
        }
    }
}

/// A store on a simulated disk, as one process uses it. It fails on request.
final class SimulatedStore: ActivityStore {
    /// The result of a write.
    enum Fault: CaseIterable {
        /// It fails, and nothing is stored.
        case fails
        /// It fails, although everything is stored.
        case failsAfterwards
        /// The process ends just before the write, during it, or just after it.
        case crashesBefore, tears, crashesAfter
    }

    private struct State {
        /// The number of successful writes before the fault.
        var writesBeforeFault = Int.max
        var fault: Fault?
        /// Whether every write from now on fails.
        var isFull = false
        var isDead = false
        var hook: (@Sendable () -> Void)?
    }

    let disk: SimulatedDisk
    let memory: MemoryStore
    private let state = Mutex(State())

    init(_ disk: SimulatedDisk) {
        self.disk = disk
        memory = disk.recovered()
    }

    var isDead: Bool { state.withLock { $0.isDead } }
    var isFull: Bool { state.withLock { $0.isFull } }

    func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    func kill() {
        state.withLock { $0.isDead = true }
        disk.losePower()
    }

    /// - Parameter writes: The number of successful writes before the fault.
    func plan(_ fault: Fault, after writes: Int) {
        state.withLock {
            $0.fault = fault
            $0.writesBeforeFault = writes
        }
    }

    /// Calls `hook` when a batch is stored, before the runtime is informed.
    func whenKept(_ hook: (@Sendable () -> Void)?) { state.withLock { $0.hook = hook } }

    func append(_ batch: StoreBatch) throws(StoreError) {
        let (fault, hook) = state.withLock { state -> (Fault?, (@Sendable () -> Void)?) in
            if state.isDead { return (.crashesBefore, nil) }
            if state.isFull { return (.fails, nil) }
            state.writesBeforeFault -= 1
            guard state.writesBeforeFault < 0, let fault = state.fault else { return (nil, state.hook) }
            state.fault = nil
            state.writesBeforeFault = .max
            switch fault {
            case .crashesBefore, .tears, .crashesAfter: state.isDead = true
            case .fails, .failsAfterwards: break
            }
            return (fault, state.hook)
        }
        if isDead { disk.losePower() }
        switch fault {
        case nil, .failsAfterwards, .crashesAfter:
            disk.append(batch)
            try memory.append(batch)
            // The write is never acknowledged.
            if fault == .failsAfterwards, disk.planted == .failsAfterApplying {
                throw .unavailable(reason: "the simulation says so")
            }
            hook?()
            if fault != nil { throw .unavailable(reason: "the simulation says so") }
        case .tears:
            disk.append(batch, torn: true)
            throw .closed
        case .fails: throw .unavailable(reason: "the simulation says so")
        case .crashesBefore: throw .closed
        }
    }

    func head() throws(StoreError) -> StoreHead { memory.head() }
    func forEachActivity(_ body: (StoredActivity) throws -> Void) throws { try memory.forEachActivity(body) }
    func forEachFreedSlot(_ body: (FreedSlotRecord) throws -> Void) throws { try memory.forEachFreedSlot(body) }
    func forEachConsumerChange(_ body: (Change) throws -> Void) throws { try memory.forEachConsumerChange(body) }
    func forEachJournalBase(_ body: (JournalBase) throws -> Void) throws { try memory.forEachJournalBase(body) }
    func forEachJournalEntry(_ body: (JournalEntry) throws -> Void) throws { try memory.forEachJournalEntry(body) }
}
