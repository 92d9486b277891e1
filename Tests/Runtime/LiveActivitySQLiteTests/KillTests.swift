#if SQLite
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import LiveActivityTesting
import Testing

@testable import StoreDriver

/// A process under load is killed at random moments, repeatedly on the same file; the file is compared with runtimes that were
/// never killed.
///
/// Each thread of the driver has its own owner and follows a ``Script``, so that the expected activities of an owner follow
/// from the thread's progress. `SLA_TEST_ROUNDS` multiplies the number of kills.
@Suite(.enabled(if: Driver.exists, "the product StoreDriver is not built beside the tests"), .timeLimit(.minutes(10)))
struct KillTests {
    static let kills = 21

    @Test(arguments: SeededGenerator.seeds(5)) func strictKeepsWhateverWasAcknowledged(seed: UInt64) throws {
        try Story(seed: seed, durability: "strict").tell(kills: Self.kills)
    }

    @Test(arguments: SeededGenerator.seeds(5, from: 1_000_001)) func relaxedKeepsWhateverWasFlushedAndNothingInBetween(
        seed: UInt64
    ) throws {
        try Story(seed: seed, durability: "relaxed").tell(kills: Self.kills)
    }
}

/// One file, and the expectations for it.
private final class Story {
    private let seed: UInt64
    private let durability: String
    private let file: TemporaryFile
    private var random: SeededGenerator
    private var threads: [Thread]
    /// The changes that the consumer had received but not acknowledged when it was killed, in order.
    private var handed: [Report] = []
    /// By activity: the newest change that the consumer had finished.
    private var done: [ActivityID: Report] = [:]
    private var gone: Set<ActivityID> = []
    private var living: Set<ActivityID> = []

    /// A thread of the driver, and a runtime that applies the same commands and is never killed.
    private struct Thread {
        var script: Script
        let runtime: LiveActivityRuntime
        /// The last step that the driver has reported as done.
        var acknowledged = 0
        /// The last step that can no longer be lost.
        var durable = 0

        init(seed: UInt64, number: Int) throws {
            script = Script(seed: seed, thread: number)
            runtime = try LiveActivityRuntime(
                configuration: EngineConfiguration(seed: 1), clock: StandingClock(), providers: [AnyProvider(CounterProvider())]
            )
        }

        var done: Int { script.step - 1 }

        mutating func step() throws { try runtime.apply(script.next()) }
    }

    init(seed: UInt64, durability: String) throws {
        self.seed = seed
        self.durability = durability
        file = try TemporaryFile()
        random = SeededGenerator(seed: seed)
        threads = try (0..<3).map { try Thread(seed: seed, number: $0) }
    }

    func tell(kills: Int) throws {
        for number in 1...kills {
            try drive()
            try compare("seed \(seed), \(durability), kill \(number)")
        }
        // Finally it is opened without a kill: everything acknowledged is there.
        let runtime = try LiveActivityRuntime(
            clock: StandingClock(), providers: [AnyProvider(CounterProvider())], store: SQLiteStore(path: file.path))
        #expect(runtime.skippedActivities == [])
        #expect(Set(living.filter { runtime.state(of: $0) != nil }) == living, "seed \(seed)")
        runtime.close()
        #expect(try file.names == ["activities.sqlite"])
    }

    /// Starts the driver, which continues each thread's script where the last run stopped, and kills it at a random moment.
    private func drive() throws {
        let driver = try Driver([file.path, durability, "\(seed)"] + threads.map { "\($0.done)" })
        let moment = random.next()
        // Sometimes before it has even opened the file, mostly while it writes.
        if moment % 8 == 0 {
            usleep(UInt32(random.next() % 40_000))
        } else {
            var left = Int(random.next() % 300)
            while left > 0, let report = driver.next() {
                note(report)
                if report.what == .done { left -= 1 }
            }
        }
        driver.kill()
        while let report = driver.next() { note(report) }
    }

    private func note(_ report: Report) {
        switch report.what {
        case .ready: handed = []
        case .done:
            threads[Int(report.who)].acknowledged = Int(report.number)
            if durability == "strict" { threads[Int(report.who)].durable = Int(report.number) }
        case .flushed: threads[Int(report.who)].durable = Int(report.number)
        case .handed: handed.append(report)
        case .acknowledging:
            for report in handed { done[ActivityID(rawValue: report.who)] = report }
            handed = []
        }
    }

    // MARK: - The file after a kill

    private func compare(_ when: Comment) throws {
        let store = try SQLiteStore(path: file.path)
        defer { store.close() }
        let kept = try Everything(store)

        // Each owner's state must equal the state after some step of its thread's script, between the last durable step and the
        // step in progress.
        var owners = Dictionary(grouping: kept.activities, by: \.owner).mapValues { $0.map(Picture.init).sorted() }
        for index in threads.indices {
            let found = owners.removeValue(forKey: threads[index].script.owner) ?? []
            while threads[index].done < threads[index].durable { try threads[index].step() }
            while try picture(of: index) != found {
                try #require(threads[index].done <= threads[index].acknowledged, "thread \(index), \(when)")
                try threads[index].step()
            }
            (threads[index].durable, threads[index].acknowledged) = (threads[index].done, threads[index].done)
        }
        try #require(owners == [:], "activities of nobody, \(when)")

        let ids = Set(kept.activities.map(\.id))
        try #require(ids.count == kept.activities.count, "two of one id, \(when)")
        gone.formUnion(living.subtracting(ids))
        living = ids
        try #require(gone.isDisjoint(with: ids), "an id was given twice, \(when)")
        try compareDeliveries(kept, when)
    }

    /// The acknowledged and the waiting changes together give the state of every activity. Unacknowledged ones are delivered
    /// again.
    private func compareDeliveries(_ kept: Everything, _ when: Comment) throws {
        let position = kept.head.consumers.first { $0.name == "push" }?.acknowledged.first ?? 0
        var known = done
        for change in kept.deliveries where change.sequence > position && change.sequence > known[change.activity]?.number ?? 0
        {
            known[change.activity] = Report(change)
        }
        let living = known.values.filter { !$0.isDismissal }
        try #require(
            Dictionary(uniqueKeysWithValues: living.map { (ActivityID(rawValue: $0.who), $0.revision) })
                == Dictionary(uniqueKeysWithValues: kept.activities.map { ($0.id, UInt64($0.revision)) }),
            "what the consumer knows, \(when)")
    }

    /// An owner's activities without what differs between runtimes: the ids, and the order among owners.
    private struct Picture: Equatable, Comparable {
        var key: String
        var state: ActivityState
        var revision: UInt32
        var content: EncodedContent
        var dates: [Date?]

        init(_ stored: StoredActivity) { self.init(stored.record) }

        init(_ record: ActivityRecord) {
            key = record.key?.rawValue ?? ""
            (state, revision, content) = (record.state, record.revision, record.content)
            dates = [record.startedAt, record.closingDate, record.wakeDate, record.timestamp]
        }

        private var order: (String, UInt32, String, String) { (key, revision, state.rawValue, content.state.description) }

        static func < (left: Self, right: Self) -> Bool { left.order < right.order }
    }

    private func picture(of thread: Int) throws -> [Picture] {
        try threads[thread].runtime.snapshot().shards.flatMap { $0.kinds.flatMap { $0.activities.map(Picture.init) } }.sorted()
    }
}

/// The driver as a running process.
final class Driver {
    static let url = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "StoreDriver")
    static var exists: Bool { FileManager.default.isExecutableFile(atPath: url.path) }

    private let process = Process()
    private let output = Pipe()
    private var read = Data()

    init(_ arguments: [String]) throws {
        process.executableURL = Self.url
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        // Only the child may keep the pipe open; otherwise its end would never be read.
        try output.fileHandleForWriting.close()
    }

    /// Waits for the next report; `nil` after the last one.
    func next() -> Report? {
        while read.count < Report.bytes {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            read.append(more)
        }
        defer { read.removeFirst(Report.bytes) }
        let bytes = Array(read.prefix(Report.bytes))
        guard let report = bytes.withUnsafeBytes({ Report($0) }) else { preconditionFailure("no report: \(bytes)") }
        return report
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // The driver never ends on its own; its message would be on standard error.
        #expect(
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL, "the driver ended by itself")
    }
}
#endif
