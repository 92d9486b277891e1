import Foundation
import LiveActivityCore
import LiveActivityTesting

/// The simplest kind that has a stale date.
struct ParcelAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable { var stops: Int }
    var number: Int
}

extension Benchmark {
    static let expire = Benchmark(
        name: "expire", summary: "1,000,000 stale dates come, at random times within an hour; each gives a change"
    ) {
        var (engines, rowHeaps): ([Double], [Double]) = ([], [])
        var (queues, heaps): ([Double], [Double]) = ([], [])
        for round in 0..<3 {
            let dates = staleDates(seed: UInt64(round))
            engines.append(try expireInEngine(dates))
            rowHeaps.append(expireInHeapOfRows(dates))
            queues.append(expireInQueue(dates))
            heaps.append(expireInHeap(dates))
        }
        return [
            Figure(
                "expire", engines.median, "deadlines/s", .higherIsBetter,
                baseline: ("a binary heap, and rows that are changed and recorded", rowHeaps.median)),
            Figure(
                "expire-queue", queues.median, "deadlines/s", .higherIsBetter,
                baseline: ("a binary heap alone, against our queue alone", heaps.median)),
        ]
    }

    static let advanceIdle = Benchmark(
        name: "advance-idle", summary: "advance with 1,000,000 deadlines armed and none due"
    ) {
        var engine = try parcels(staleDates(seed: 1))
        engine.drainChanges { _ in }
        let count = 10_000_000
        var now = Deliveries.epoch
        let time = seconds {
            for _ in 0..<count {
                now += 0.000_001
                engine.advance(to: now)
            }
        }
        precondition(!engine.hasChanges, "something was due")
        return [Figure("advance-idle", time / Double(count) * 1e6, "microseconds", .lowerIsBetter)]
    }

    private static func staleDates(seed: UInt64) -> [Double] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Deliveries.million).map { _ in 60 + Double(generator.next() >> 11) / Double(1 << 53) * 3_600 }
    }

    private static func parcels(_ dates: [Double]) throws -> Engine {
        var engine = Engine(
            configuration: EngineConfiguration(
                seed: 1, limits: EngineLimits(payloadBytes: nil, activitiesPerOwner: dates.count)))
        try engine.register(AnyProvider(kind: "parcel", attributes: ParcelAttributes.self))
        for (number, date) in dates.enumerated() {
            try engine.start(
                ParcelAttributes(number: number),
                content: ActivityContent(state: .init(stops: 3), staleDate: Deliveries.epoch + date), owner: "depot",
                at: Deliveries.epoch)
            if number % 1_024 == 0 { engine.drainChanges { _ in } }
        }
        engine.drainChanges { _ in }
        return engine
    }

    private static func expireInEngine(_ dates: [Double]) throws -> Double {
        var engine = try parcels(dates)
        var expired = 0
        let time = seconds {
            // In steps of a second, like a host.
            for second in 0...3_660 {
                engine.advance(to: Deliveries.epoch + Double(second))
                engine.drainChanges { _ in expired += 1 }
            }
        }
        precondition(expired == dates.count, "\(expired) of \(dates.count) deadlines came")
        return Double(expired) / time
    }

    /// The baseline: the same number of rows, each of which is changed, and its change recorded, at its date. The dates are in
    /// a binary heap.
    private static func expireInHeapOfRows(_ dates: [Double]) -> Double {
        struct Row {
            var id: Int
            var date: Double
            var isStale = false
            var revision = 1
            // The number of other bytes that the engine stores for such an activity.
            var rest: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
            var more: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)
        }
        var rows = dates.enumerated().map { Row(id: $0.offset, date: $0.element) }
        var heap = BinaryHeap()
        for row in rows { heap.push(date: row.date, id: row.id) }
        var noted: [(id: Int, date: Double, revision: Int)] = []
        var expired = 0
        let time = seconds {
            for second in 0...3_660 {
                while let first = heap.first, first.date <= Double(second) {
                    heap.removeFirst()
                    rows[first.id].isStale = true
                    rows[first.id].revision += 1
                    noted.append((first.id, first.date, rows[first.id].revision))
                }
                expired += noted.count
                noted.removeAll(keepingCapacity: true)
            }
        }
        precondition(expired == dates.count, "\(expired) of \(dates.count) deadlines came")
        return Double(expired) / time
    }

    private static func expireInQueue(_ dates: [Double]) -> Double {
        var queue = DeadlineQueue()
        for (number, date) in dates.enumerated() { queue.arm(ActivityID(bits: UInt64(number)), at: date, now: 0) }
        var expired = 0
        let time = seconds {
            for second in 0...3_660 {
                while queue.first(until: Double(second)) != nil {
                    queue.removeFirst()
                    expired += 1
                }
            }
        }
        precondition(expired == dates.count, "\(expired) of \(dates.count) deadlines came")
        return Double(expired) / time
    }

    private static func expireInHeap(_ dates: [Double]) -> Double {
        var heap = BinaryHeap()
        for (number, date) in dates.enumerated() { heap.push(date: date, id: number) }
        var expired = 0
        let time = seconds {
            for second in 0...3_660 {
                while let first = heap.first, first.date <= Double(second) {
                    heap.removeFirst()
                    expired += 1
                }
            }
        }
        precondition(expired == dates.count, "\(expired) of \(dates.count) deadlines came")
        return Double(expired) / time
    }
}

/// A textbook binary heap with the earliest date on top: the baseline.
///
/// It does not use the engine's `Heap`, because a baseline must not become faster or slower when the measured code changes.
struct BinaryHeap {
    typealias Entry = (date: Double, id: Int)
    private var entries: [Entry] = []

    var first: Entry? { entries.first }

    mutating func push(date: Double, id: Int) {
        entries.append((date, id))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].date < entries[parent].date else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func removeFirst() {
        let last = entries.removeLast()
        guard !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < entries.count else { return }
            if child + 1 < entries.count, entries[child + 1].date < entries[child].date { child += 1 }
            guard entries[child].date < entries[parent].date else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
