#if SQLite
import DeliveryActivity
import Foundation
import LiveActivities
import LiveActivityTesting
import Synchronization

extension Benchmark {
    static let endToEnd = Benchmark(
        name: "end-to-end",
        summary:
            "a service: events as JSON text from 8 tasks to 100,000 live deliveries, relaxed store, one consumer of changes as JSON text"
    ) {
        let folder = try BenchmarkFolder()
        let service = Service(try StoredDeliveries(100_000, path: folder.path("end-to-end.sqlite"), durability: .relaxed))
        var rates: [Double] = []
        for round in 0..<5 { rates.append(try service.run(400_000, tasks: 8, seed: round).rate) }
        let asked = 100_000.0
        let paced = try service.run(500_000, tasks: 8, seed: 9, rate: asked)
        return [
            Figure("end-to-end", rates.median, "events/s", .higherIsBetter),
            Figure("end-to-end-latency-p99", paced.latencies.percentile(99), "ms at \(Int(asked))/s", .lowerIsBetter),
        ]
    }

    static let endToEndStrict = Benchmark(
        name: "end-to-end-strict", summary: "the same with 64 tasks, each event on disk before its task sends the next"
    ) {
        let folder = try BenchmarkFolder()
        let service = Service(try StoredDeliveries(100_000, path: folder.path("strict.sqlite"), durability: .strict))
        var (rates, latencies): ([Double], [Double]) = ([], [])
        for round in 0..<3 {
            let result = try service.run(100_000, tasks: 64, seed: round)
            rates.append(result.rate)
            latencies.append(result.latencies.percentile(99))
        }
        return [
            Figure("end-to-end-strict", rates.median, "events/s", .higherIsBetter),
            Figure("end-to-end-strict-latency-p99", latencies.median, "ms", .lowerIsBetter),
        ]
    }
}

/// A model of a service with a runtime: events come in as text, changes go out as text, and a reader waits for each change.
private struct Service {
    struct Result: Sendable {
        /// The events per second until the change of the last one was written as text.
        var rate: Double
        /// The milliseconds from just before an event is sent until its change was written as text, for every sixteenth event.
        var latencies: [Double]
    }

    private let stored: StoredDeliveries
    /// The maximum number of events whose change is outstanding: a service has at most one open request for each connection.
    private static let window = 16_384

    init(_ stored: StoredDeliveries) { self.stored = stored }

    /// - Parameter rate: Events per second; as many as possible if `nil`.
    func run(_ count: Int, tasks: Int, seed: Int, rate: Double? = nil) throws -> Result {
        let parts = (0..<tasks).map { texts(count / tasks, seed: UInt64(seed * 1_000 + $0)) }
        let runtime = stored.runtime
        // Every event causes one change, so the number of changes is the number of completed events.
        let changes = runtime.changes(bufferLimit: 4 * Self.window)
        return try waiting {
            let received = Received(count)
            let clock = ContinuousClock()
            let start = clock.now
            async let consumed: Void = received.consume(changes, count / tasks * tasks)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, part) in parts.enumerated() {
                    group.addTask {
                        for (index, event) in part.enumerated() {
                            if let rate {
                                // All tasks together have the given rate: each sends its share in small portions.
                                let due = start + .seconds(Double(index * tasks + number) / rate)
                                if due - clock.now > .milliseconds(1) { try await Task.sleep(until: due, clock: clock) }
                            }
                            // A service sometimes waits for its next request; a task that never waits would occupy a thread.
                            if index % 64 == 63 { await Task.yield() }
                            while received.isBehind(Self.window) { try await Task.sleep(for: .microseconds(200)) }
                            received.sent(event.0)
                            try await runtime.send(json: event.1, to: event.0)
                        }
                    }
                }
                try await group.waitForAll()
            }
            await consumed
            let time = (clock.now - start).components
            let latencies = received.latencies
            return Result(
                rate: Double(count / tasks * tasks) / (Double(time.seconds) + Double(time.attoseconds) / 1e18),
                latencies: latencies)
        }
    }

    private func texts(_ count: Int, seed: UInt64) -> [(ActivityID, [UInt8])] {
        let encoder = WireEncoder()
        return stored.courierMoves(count, seed: seed).map { id, event in
            do { return (id, try encoder.encode(event)) } catch { preconditionFailure("\(error)") }
        }
    }

    /// Runs a task for a benchmark, which is a synchronous function.
    private func waiting(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Swift.Result<Result, any Error>?>(nil)
        Task.detached {
            let outcome: Swift.Result<Result, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
            done.signal()
        }
        done.wait()
        guard let outcome = result.withLock({ $0 }) else { throw BenchmarkError(reason: "the task did not end") }
        return try outcome.get()
    }
}

/// The changes received so far, with their times.
private final class Received: Sendable {
    private let events = Atomic(0)
    private let changes = Atomic(0)
    private let bytes = Atomic(0)
    /// The time at which each activity's latest measured event was sent.
    private let sending = Mutex<[ActivityID: ContinuousClock.Instant]>([:])
    private let measured = Mutex<[Double]>([])

    init(_ count: Int) { measured.withLock { $0.reserveCapacity(count / 16 + 1) } }

    var latencies: [Double] { measured.withLock { $0 } }

    func isBehind(_ window: Int) -> Bool { events.load(ordering: .relaxed) - changes.load(ordering: .relaxed) > window }

    /// Measures the events of every sixteenth activity.
    func sent(_ id: ActivityID) {
        events.add(1, ordering: .relaxed)
        guard id.rawValue & 15 == 0 else { return }
        let now = ContinuousClock.now
        sending.withLock { if $0[id] == nil { $0[id] = now } }
    }

    func consume(_ sequence: ChangeSequence, _ count: Int) async {
        let encoder = WireEncoder()
        var text: [UInt8] = []
        for await change in sequence {
            text.removeAll(keepingCapacity: true)
            do { try change.write(into: &text, with: encoder) } catch { preconditionFailure("\(error)") }
            bytes.add(text.count, ordering: .relaxed)
            if change.activity.rawValue & 15 == 0 { came(change.activity) }
            let done = changes.add(1, ordering: .relaxed).newValue
            guard done < count else { break }
        }
        precondition(sequence.missed == 0, "the consumer has missed changes")
    }

    private func came(_ id: ActivityID) {
        let now = ContinuousClock.now
        guard let began = sending.withLock({ $0.removeValue(forKey: id) }) else { return }
        let time = (now - began).components
        measured.withLock { $0.append(Double(time.seconds) * 1_000 + Double(time.attoseconds) / 1e15) }
    }
}

extension [Double] {
    /// The percentile: the value that the given percentage of the values does not exceed.
    fileprivate func percentile(_ percent: Int) -> Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[Swift.min(sorted.count - 1, sorted.count * percent / 100)]
    }
}
#endif
