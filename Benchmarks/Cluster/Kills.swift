#if Cluster
import Foundation
import LiveActivities
import LiveActivityCluster
import LiveActivityCore
import LiveActivityTesting
import Synchronization

extension ClusterBench {
    /// Ends nodes that are processes, again and again, under a load of numbered events: most by SIGKILL; one in ten is stopped
    /// (SIGSTOP) until others have its partitions, and goes on as a former owner. At the end, and after every 20, each event
    /// that was acknowledged must have happened once and in its order. Where nobody knows whether an event was applied, because
    /// two owners were ended with it, its caller repeats it with the same id. Prints what it has done.
    ///
    /// - Parameters:
    ///   - seed: Decides which node, how, and when.
    ///   - pause: How long each of 48 callers waits between two events. Where several drivers share a machine, longer than
    ///     usual.
    func kills(_ count: Int, seed: UInt64, pause: Duration) async throws {
        let partitions = 12
        var generator = SeededGenerator(seed: seed)
        var nodes = try (0..<3).map { try NodeProcess(self, "node-\($0)", partitions: partitions, counts: true) }
        let gateway = try await node("gateway", partitions: partitions, capacity: 0, providers: [AnyProvider(CountProvider())])
        try await settled(gateway, 3, partitions)
        let load = CountLoad(gateway, pause: pause)
        let start = ContinuousClock.now
        var (stopped, lost) = (0, 0)
        for number in 1...count {
            let victim = Int.random(in: 0..<3, using: &generator)
            let name = NodeName("node-\(victim)")
            func member() -> ClusterStatus.Node? { gateway.status().nodes.first { $0.name == name } }
            // At a random moment, which may be during the handover of partitions.
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...1_500, using: &generator)))
            if Int.random(in: 0..<10, using: &generator) == 0 {
                stopped += 1
                try await settled(gateway, 3, partitions)
                nodes[victim].stop()
                try await until("\(number): that others own what \(name) owned, \(gateway.status())") {
                    gateway.status().unowned.isEmpty && member() == nil
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...1_000, using: &generator)))
                nodes[victim].resume()
                // Its further appends are refused, unless it receives a heartbeat of the new owner first.
                try await until("\(number): that \(name) reports its lost partitions, \(gateway.status())") {
                    member()?.lost ?? 0 > 0
                }
                lost += member()?.lost ?? 0
            }
            let former = Set(gateway.status().nodes.map(\.address))
            nodes[victim].kill()
            nodes[victim] = try NodeProcess(self, "node-\(victim)", partitions: partitions, counts: true)
            // Two dead nodes of three are not tested here: their partitions would wait for the third one.
            try await until("\(number): that \(name) is there again, \(gateway.status())") {
                let its = gateway.status().nodes.filter { $0.name == name }
                return its.count == 1 && its.allSatisfy { !former.contains($0.address) }
            }
            if number.isMultiple(of: 20) || number == count {
                let events = try await load.check()
                print(
                    "\(number) nodes ended, \(stopped) of them former owners that went on and had lost \(lost) partitions; \(events) events, each once, \(load.repeated) repeated by their callers"
                )
                fflush(nil)
            }
        }
        try await load.end()
        print("seed \(seed): \(count) in \(Int((ContinuousClock.now - start) / .seconds(1))) s")
        await gateway.stop()
    }
}

/// Counts numbered events, and those whose number does not follow the previous one.
struct CountProvider: ActivityProvider {
    struct Attributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable {
            var last = 0
            var faults = 0
        }
    }

    enum Event: Codable, Sendable { case happened(Int) }

    let kind: ActivityKind = "count"

    func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
        ActivityContent(state: .init(), staleDate: nil)
    }

    func handle(_ event: Event, in activity: inout Scope) {
        guard case .happened(let number) = event else { return }
        if number == activity.state.last + 1 { activity.state.last = number } else { activity.state.faults += 1 }
    }
}

/// Callers that send numbered events, each to its own activity: the next number when the previous one was acknowledged.
private final class CountLoad: Sendable {
    private struct Caller {
        var id: ActivityID
        var acknowledged = 0
    }

    private let runtime: ClusterRuntime
    private let pause: Duration
    private let callers = Mutex<[Int: Caller]>([:])
    private let isOver = Atomic(false)
    private let running = Mutex<Task<Void, any Error>?>(nil)
    private let unknown = Atomic(0)

    /// The number of times that a caller repeated an event because it was unknown whether it had been applied.
    var repeated: Int { unknown.load(ordering: .relaxed) }

    init(_ runtime: ClusterRuntime, pause: Duration) {
        (self.runtime, self.pause) = (runtime, pause)
        let task = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<48 { group.addTask { try await self.call(number) } }
                try await group.waitForAll()
            }
        }
        running.withLock { $0 = task }
    }

    private func call(_ number: Int) async throws {
        let id = try await patiently {
            try await self.runtime.start(
                CountProvider.Attributes(), owner: OwnerID("\(number)"), options: StartOptions(key: "1", ifRunning: .join))
        }
        callers.withLock { $0[number] = Caller(id: id) }
        var count = 0
        while !isOver.load(ordering: .relaxed) {
            count += 1
            let next = count
            while true {
                do {
                    _ = try await patiently {
                        try await self.runtime.send(
                            CountProvider.Event.happened(next), to: id, eventID: EventID("\(next)"), timestamp: nil)
                    }
                    break
                } catch RuntimeError.outcomeUnknown {
                    // As the error says, an event that is repeated with the same id is applied once.
                    unknown.add(1, ordering: .relaxed)
                }
            }
            callers.withLock { $0[number]?.acknowledged = next }
            try await Task.sleep(for: pause)
        }
    }

    /// Checks what each activity has counted.
    ///
    /// - Returns: The number of acknowledged events.
    func check() async throws -> Int {
        let before = callers.withLock { $0 }
        for caller in before.values {
            let runtime = runtime
            guard let record = try await patiently({ try await runtime.record(of: caller.id) }) else {
                throw BenchError(description: "\(caller.id) is gone")
            }
            let state = try JSONDecoder().decode(
                CountProvider.Attributes.ContentState.self, from: Data(record.content.state.bytes))
            guard state.faults == 0, state.last >= caller.acknowledged else {
                throw BenchError(
                    description: "\(caller.id): \(caller.acknowledged) events were acknowledged, and its state is \(state)")
            }
        }
        return before.values.reduce(0) { $0 + $1.acknowledged }
    }

    func end() async throws {
        isOver.store(true, ordering: .relaxed)
        try await running.withLock { $0 }?.value
        _ = try await check()
    }
}

/// Retries while partitions have no owner.
private func patiently<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
    var tries = 0
    while true {
        tries += 1
        do { return try await body() } catch let error as RuntimeError {
            switch error {
            case .storeUnavailable, .notDurable: if tries > 20 { throw error }
            default: throw error
            }
        }
    }
}
#endif
