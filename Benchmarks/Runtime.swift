// Only for `timespec`, which is part of this module because of swift-nio-ssl.
import CoreFoundation
import DeliveryActivity
import Dispatch
import Foundation
import LiveActivities
import LiveActivityTesting

extension Benchmark {
    /// The cost of the runtime around the engine: its lock, its clock, its alarm, and one consumer.
    static let runtime = Benchmark(
        name: "runtime-send",
        summary: "typed events to random ones of 100,000 live deliveries through the runtime, size check off"
    ) {
        let count = 100_000
        var deliveries = try Deliveries(count, payloadBytes: nil)
        let one = try RunningDeliveries(count, shards: 1)
        let watched = try RunningDeliveries(count, shards: 1)
        let reader = ChangeReader(watched.runtime.changes(conflation: Conflation(interval: 60)))
        let everySecond = try RunningDeliveries(count, shards: 1)
        let fastReader = ChangeReader(everySecond.runtime.changes(conflation: Conflation(interval: 1)))
        var figures: [String: [Double]] = [:]
        for _ in 0..<5 {
            figures["engine", default: []].append(try deliveries.routeSingly(500_000))
            figures["one", default: []].append(try one.send(500_000, threads: 1))
            figures["together", default: []].append(try one.sendTogether(500_000))
            figures["watched", default: []].append(try watched.send(500_000, threads: 1))
            figures["second", default: []].append(try everySecond.send(500_000, threads: 1))
        }
        reader.stop()
        fastReader.stop()
        func figure(_ name: String, _ key: String) -> Figure {
            Figure(
                name, figures[key, default: []].median, "events/s", .higherIsBetter,
                baseline: ("the engine alone, one by one", figures["engine", default: []].median))
        }
        return [
            figure("runtime-send", "one"), figure("runtime-send-together", "together"),
            figure("runtime-send-watched", "watched"), figure("runtime-send-watched-second", "second"),
        ]
    }

    /// The cost of subscribers that receive only few of the changes.
    static let watchedOwners = Benchmark(
        name: "runtime-watched-owners",
        summary: "events to random ones of 10,000 live deliveries, while 100 consumers follow one owner each"
    ) {
        let count = 10_000
        var deliveries = try Deliveries(count, payloadBytes: nil)
        let running = try RunningDeliveries(count, shards: 1)
        let readers = (0..<100).map {
            ChangeReader(running.runtime.changes(of: .owner(OwnerID(rawValue: "person-\($0 * 100)"))))
        }
        var (alone, watched): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            alone.append(try deliveries.routeSingly(500_000))
            watched.append(try running.send(500_000, threads: 1))
        }
        for reader in readers { reader.stop() }
        return [
            Figure(
                "runtime-watched-owners", watched.median, "events/s", .higherIsBetter,
                baseline: ("the engine alone, one by one", alone.median))
        ]
    }

    /// Commands of two threads, each for owners of all shards.
    static let twoThreads = Benchmark(
        name: "runtime-send-2-threads",
        summary: "events to random ones of 100,000 live deliveries from two threads, with the default number of shards"
    ) {
        let running = try RunningDeliveries(100_000, shards: LiveActivityRuntime.shardsDefault)
        var (one, two): ([Double], [Double]) = ([], [])
        for _ in 0..<7 {
            one.append(try running.send(1_000_000, threads: 1))
            two.append(try running.send(1_000_000, threads: 2))
        }
        return [
            Figure(
                "runtime-send-2-threads", two.median, "events/s", .higherIsBetter,
                baseline: ("one thread, \(LiveActivityRuntime.shardsDefault) shards", one.median))
        ]
    }

    /// The longest duration of a command while a consumer's buffer is full.
    static let fullBuffer = Benchmark(
        name: "command-full-buffer",
        summary: "the longest of 100,000 commands while a consumer does not read and its buffer of 65,536 changes is full"
    ) {
        let (count, limit, rounds) = (100_000, 65_536, 9)
        let running = try RunningDeliveries(count, shards: 1)
        let alone = try (0..<rounds).map { try running.sendTimed(100_000, seed: UInt64($0)) }
        let changes = running.runtime.changes(bufferLimit: limit)
        _ = try running.sendTimed(4 * limit, seed: 99)
        precondition(changes.statistics.waiting == limit, "the buffer is not full")
        let full = try (0..<rounds).map { try running.sendTimed(100_000, seed: UInt64($0)) }
        return [
            Figure(
                "command-full-buffer", full.map(\.longest).median * 1e3, "ms", .lowerIsBetter,
                baseline: ("the longest without a consumer", alone.map(\.longest).median * 1e3)),
            Figure(
                "command-full-buffer-mean", full.map(\.mean).median * 1e6, "us", .lowerIsBetter,
                baseline: ("the mean without a consumer", alone.map(\.mean).median * 1e6)),
        ]
    }
}

/// A task that takes every change as soon as possible.
private final class ChangeReader: Sendable {
    private let task: Task<Int, Never>

    init(_ changes: ChangeSequence) {
        task = Task.detached {
            var seen = 0
            for await change in changes where change.content != nil { seen += 1 }
            return seen
        }
    }

    func stop() { task.cancel() }
}

/// Deliveries in a runtime with the computer's clock.
private struct RunningDeliveries {
    let runtime: LiveActivityRuntime
    private var ids: [ActivityID] = []

    init(_ count: Int, shards: Int) throws {
        runtime = try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1, limits: EngineLimits(payloadBytes: nil)), shards: shards,
            providers: [AnyProvider(DeliveryProvider())])
        for number in 0..<count {
            let id = try runtime.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                owner: OwnerID(rawValue: "person-\(number)"))
            try runtime.send(DeliveryEvent.courierAssigned(name: "Alexandra"), to: id)
            try runtime.send(DeliveryEvent.pickedUp(arrival: nil), to: id)
            try runtime.send(DeliveryEvent.departed(arrival: nil), to: id)
            ids.append(id)
        }
    }

    /// The events per second of all threads together; each thread has its own events.
    func send(_ count: Int, threads: Int) throws -> Double {
        let moves = (0..<threads).map { courierMoves(count / threads, seed: UInt64($0)) }
        let time = seconds {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                for (id, event) in moves[thread] {
                    do { try runtime.send(event, to: id) } catch { preconditionFailure("\(error)") }
                }
            }
        }
        return Double(count) / time
    }

    func sendTogether(_ count: Int) throws -> Double {
        let pieces = courierMoves(count, seed: 1).pieces(of: 1_024)
        return Double(count) / (try seconds { for piece in pieces { try runtime.send(piece) } })
    }

    /// The longest command and the mean, in seconds of this thread's processor time, which excludes other work of the machine.
    /// No event moves a deadline, because the deadline queue has occasional slow operations of its own.
    func sendTimed(_ count: Int, seed: UInt64) throws -> (longest: Double, mean: Double) {
        let moves = courierMoves(count, seed: seed, movesDeadlines: false)
        var longest = 0.0
        let start = threadSeconds()
        var last = start
        for (id, event) in moves {
            try runtime.send(event, to: id)
            let now = threadSeconds()
            longest = max(longest, now - last)
            last = now
        }
        return (longest, (last - start) / Double(count))
    }

    private func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func courierMoves(_ count: Int, seed: UInt64, movesDeadlines: Bool = true) -> [(ActivityID, DeliveryEvent)] {
        var generator = SeededGenerator(seed: seed)
        let now = Date()
        return (0..<count).map { _ in
            let random = generator.next()
            let arrival = now + 1_200 + Double(random & 0x3FF)
            let event = DeliveryEvent.courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: movesDeadlines ? arrival...arrival + 600 : nil)
            return (ids[Int(random >> 32) % ids.count], event)
        }
    }
}
