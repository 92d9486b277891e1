import LiveActivityTesting
@testable import LiveActivityCore
import Testing

/// The queue compared with a sorted list, and its size limit.
@Suite struct DeadlineQueueTests {
    typealias Entry = DeadlineQueue.Entry

    /// A queue and its model, used as the engine does: no deadline is earlier than the current time.
    struct Pair {
        var queue = DeadlineQueue()
        var sorted: [Entry] = []
        var now: Double
        var next = 0

        mutating func arm(at date: Double) {
            let entry = Entry(date: date, id: ActivityID(bits: UInt64(next &* 7_919) & 0xFFFF))
            next += 1
            queue.arm(entry.id, at: date, now: now)
            let place = sorted.partitioningIndex { entry < $0 }
            sorted.insert(entry, at: place)
        }

        /// Removes everything that is due by `date`; returns whether both agree.
        mutating func take(until date: Double) -> Bool {
            while let entry = queue.first(), entry.date <= date {
                guard queue.bound == entry.date, let expected = sorted.first, entry.date == expected.date,
                    entry.id == expected.id
                else { return false }
                queue.removeFirst()
                sorted.removeFirst()
                now = max(now, entry.date)
            }
            now = max(now, date)
            return (sorted.first?.date ?? .infinity) > date && queue.count == sorted.count
                && queue.bound <= sorted.first?.date ?? .infinity
        }
    }

    enum Pattern: CaseIterable {
        /// Dates within an hour.
        case near
        /// Dates from a microsecond to a thousand years away.
        case wide
        /// Half of the dates are one of three values.
        case equal
        /// Each date is a little earlier than the one before, so that all are inserted before the end of the sorted part.
        case sinking
        /// Dates as close to each other as doubles can be.
        case adjacent
        /// On both sides of 2001, where the sign changes.
        case aroundZero
    }

    /// Activities whose kind was without its provider for long are all overdue. The queue was rebuilt for each of them.
    @Test(arguments: [1, -1]) func manyOverdueDeadlinesAreArmedOneByOne(direction: Double) {
        var queue = DeadlineQueue()
        let (now, count) = (803_667_600.0, 100_000)
        queue.arm(ActivityID(bits: 0), at: now + 60, now: now)
        for number in 1...count {
            queue.arm(ActivityID(bits: UInt64(number)), at: now - 86_400 + direction * Double(number) / 10, now: now)
        }
        var (last, taken, isInOrder) = (-Double.infinity, 0, true)
        while let entry = queue.first(until: now) {
            isInOrder = isInOrder && entry.date >= last
            (last, taken) = (entry.date, taken + 1)
            queue.removeFirst()
        }
        #expect(isInOrder && taken == count && queue.first()?.date == now + 60)
    }

    @Test(arguments: Pattern.allCases)
    func givesWhatASortedListGives(pattern: Pattern) {
        for seed in SeededGenerator.seeds(60) {
            var random = SeededGenerator(seed: seed)
            var pair = Pair(now: pattern == .aroundZero ? -1_000 : 803_667_600)
            var sinking = pair.now + 1e6
            for round in 0..<25 {
                for _ in 0..<Int.random(in: 0...80, using: &random) {
                    switch pattern {
                    case .near: pair.arm(at: pair.now + Double.random(in: 0...3_600, using: &random))
                    case .wide: pair.arm(at: pair.now + pow10(Double.random(in: -6...10, using: &random)))
                    case .equal:
                        pair.arm(
                            at: pair.now
                                + (random.once(in: 2) ? random.pick([0, 10, 3_600]) : Double.random(in: 0...9, using: &random)))
                    case .sinking:
                        sinking = max(pair.now, sinking - Double.random(in: 0...500, using: &random))
                        pair.arm(at: sinking)
                    case .adjacent:
                        var date = pair.now
                        for _ in 0..<Int.random(in: 0...4, using: &random) { date = date.nextUp }
                        pair.arm(at: date)
                    case .aroundZero: pair.arm(at: pair.now + Double.random(in: 0...300, using: &random) + 0)
                    }
                }
                let until: Double =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: pair.now
                    case 1: pair.sorted.first?.date ?? pair.now
                    case 2: pair.now + Double.random(in: 0...120, using: &random)
                    default: pair.sorted.isEmpty ? pair.now : pair.sorted[pair.sorted.count / 2].date
                    }
                guard pair.take(until: until) else {
                    Issue.record("\(pattern), seed \(seed), round \(round): the queue and the list part")
                    return
                }
            }
            let agrees = pair.take(until: .greatestFiniteMagnitude)
            #expect(agrees, "\(pattern), seed \(seed)")
            #expect(pair.queue.count == 0)
        }
    }

    private func pow10(_ exponent: Double) -> Double {
        var (result, rest) = (1.0, exponent)
        while rest >= 1 { (result, rest) = (result * 10, rest - 1) }
        while rest <= -1 { (result, rest) = (result / 10, rest + 1) }
        return result * (1 + rest)
    }

    @Test func rebuildingKeepsWhatIsWorthItInOrder() {
        for seed in SeededGenerator.seeds(50) {
            var random = SeededGenerator(seed: seed)
            var pair = Pair(now: 0)
            for _ in 0..<500 { pair.arm(at: Double.random(in: 0...1e4, using: &random)) }
            _ = pair.take(until: 2_000)
            pair.queue.rebuild(from: pair.now) { $0.id.bits % 3 == 0 }
            pair.sorted.removeAll { $0.id.bits % 3 != 0 }
            let agrees = pair.take(until: 1e5)
            #expect(agrees, "seed \(seed)")
        }
    }

    // MARK: Deadlines of the engine

    /// The maximum number of entries for this many activities.
    func bound(_ activities: Int) -> Int { 2 * activities + 1_024 + 1 }

    @Test func earlierAndEarlierWakesLeaveABoundedNumberOfEntries() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        let now = Date(timeIntervalSinceReferenceDate: 803_667_600)
        let id = try engine.start(CounterProvider.Attributes(name: "one"), owner: "anna", at: now)
        for step in 0..<20_000 {
            try engine.send(CounterProvider.Event.wakeSet(after: 20_000 - Double(step)), to: id, at: now)
            #expect(engine.deadlines.count <= bound(1))
            if engine.deadlines.count > bound(1) { return }
        }
        engine.advance(to: now + 0.5)
        let next = engine.nextDeadline
        #expect(next == now + 1)
    }

    /// Regression: the end of the eight hours was queued again with every wake, rebuilding kept the copies, and so every wake
    /// rebuilt the queue.
    @Test func comingBackToTheSameDateLeavesABoundedNumberOfEntries() throws {
        var engine = Engine()
        try engine.register(AnyProvider(CounterProvider()))
        var now = Date(timeIntervalSinceReferenceDate: 803_667_600)
        let end = now + 8 * 3_600
        var ids: [ActivityID] = []
        for owner in 0..<20 {
            ids.append(try engine.start(CounterProvider.Attributes(name: "one"), owner: OwnerID("\(owner)"), at: now))
        }
        var nearlyFull = 0
        for round in 0..<10_000 {
            try engine.send(CounterProvider.Event.wakeSet(after: 1), to: ids[round / 250 % ids.count], at: now)
            if engine.deadlines.count > bound(ids.count) - 10 { nearlyFull += 1 }
            now += 2
            engine.advance(to: now)
        }
        #expect(engine.deadlines.count <= bound(ids.count))
        #expect(nearlyFull < 200, "it is full once in a thousand wakes, then rebuilt to one entry an activity")
        let next = engine.nextDeadline
        #expect(next == end)
        engine.drainChanges { _ in }
        engine.advance(to: end)
        let changes = try engine.takeChanges()
        #expect(changes.map(\.what) == ids.map { _ in .ended(by: .timeLimit, dismissal: end + 4 * 3_600) })
        #expect(changes.map(\.activity) == ids.sorted(), "at one date the order is that of the ids")
    }
}

extension Array {
    /// The index of the first element for which `belongsAfter` is true.
    fileprivate func partitioningIndex(_ belongsAfter: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
