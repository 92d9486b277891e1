import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityTesting

extension Benchmark {
    static let routeTyped = Benchmark(
        name: "route-typed",
        summary: "typed events to random ones of 1,000,000 live deliveries, each of which moves a deadline, size check off"
    ) {
        let actors = try child("--baseline", "actor-route")
        let bare = bareReadModifyWrites()
        var deliveries = try Deliveries(Deliveries.million, payloadBytes: nil)
        var (together, single): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            together.append(try deliveries.routeTogether(1_000_000))
            single.append(try deliveries.routeSingly(1_000_000))
        }
        let baseline = ("an actor each with Task.sleep", actors)
        return [
            Figure("route-typed", together.median, "events/s", .higherIsBetter, baseline: baseline),
            Figure("route-typed-single", single.median, "events/s", .higherIsBetter, baseline: baseline),
            Figure(
                "route-typed-time", 1e9 / together.median, "ns/event", .lowerIsBetter,
                baseline: ("bare read-modify-write of two cache lines", bare)),
            Figure(
                "route-typed-single-time", 1e9 / single.median, "ns/event", .lowerIsBetter,
                baseline: ("bare read-modify-write of two cache lines", bare)),
        ]
    }

    static let routeEncoded = Benchmark(
        name: "route-encoded", summary: "the same with the size check on: every change is encoded once"
    ) {
        var deliveries = try Deliveries(Deliveries.million, payloadBytes: 4_096)
        let state = try deliveries.anyState()
        var (ours, foundation): ([Double], [Double]) = ([], [])
        for _ in 0..<5 {
            ours.append(try deliveries.routeTogether(500_000))
            let encoder = JSONEncoder()
            let count = 100_000
            foundation.append(Double(count) / (try seconds { for _ in 0..<count { _ = try encoder.encode(state) } }))
        }
        return [
            Figure(
                "route-encoded", ours.median, "events/s", .higherIsBetter,
                baseline: ("Foundation's JSONEncoder alone, per event", foundation.median))
        ]
    }

    /// The nanoseconds for a read-modify-write of two adjacent cache lines in a random row, with as many rows as there are
    /// deliveries.
    private static func bareReadModifyWrites() -> Double {
        let (rows, stride, count) = (Deliveries.million, 384, 4_000_000)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: rows * stride, alignment: 64)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 1, count: rows * stride)
        var generator = SeededGenerator(seed: 2)
        let places = (0..<count).map { _ in Int(generator.next() % UInt64(rows)) * stride }
        let times = (0..<5).map { _ in
            seconds {
                for place in places {
                    for line in [0, 64] {
                        let value = memory.load(fromByteOffset: place + line, as: Int.self)
                        memory.storeBytes(of: value &+ 1, toByteOffset: place + line, as: Int.self)
                    }
                }
            }
        }
        return times.median / Double(count) * 1e9
    }
}

extension Deliveries {
    /// Events per second, sent in batches of 1,024 as a feed delivers them.
    mutating func routeTogether(_ count: Int) throws -> Double {
        let pieces = courierMoves(count).pieces(of: 1_024)
        var seen = 0
        let time = try seconds {
            for piece in pieces {
                now += 0.1
                try engine.send(piece, at: now)
                engine.drainChanges { seen += Int($0.revision & 1) }
            }
        }
        precondition(seen > 0, "nothing has changed")
        return Double(count) / time
    }

    /// Events per second, sent and drained one by one.
    mutating func routeSingly(_ count: Int) throws -> Double {
        let events = courierMoves(count)
        var seen = 0
        let time = try seconds {
            for (id, event) in events {
                now += 0.0001
                try engine.send(event, to: id, at: now)
                engine.drainChanges { seen += Int($0.revision & 1) }
            }
        }
        precondition(seen > 0, "nothing has changed")
        return Double(count) / time
    }

    /// The state of one of the deliveries.
    mutating func anyState() throws -> DeliveryState {
        try engine.send(courierMoves(ids.count), at: now)
        engine.drainChanges { _ in }
        guard let content = engine.content(of: ids[0], as: DeliveryAttributes.self) else {
            throw BenchmarkError(reason: "the first delivery is gone")
        }
        return content.state
    }
}
