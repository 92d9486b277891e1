#if SQLite
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import Synchronization

/// A host with a store: a runtime on a file, driven by one thread.
///
/// ``flush()`` is called before changes are printed, so that every printed change is stored, and when the input is idle, so
/// that commands without changes are stored too.
final class StoreHost: CommandHost {
    let runtime: LiveActivityRuntime
    private let clock: ManualSessionClock
    private let path: String
    private let changes = Changes()
    private let encoder = WireEncoder()
    /// The number of commands since the clock was last read to decide whether to write.
    private var commands = 0
    private var lastFlush = ContinuousClock.now

    /// The changes that the runtime's observer has received, under the runtime's lock.
    private final class Changes: Sendable { let list = Mutex<[Change]>([]) }

    /// Opens the file, or creates it. Deadlines that passed while it was closed cause the first changes.
    ///
    /// - Parameter opensAt: The current time; `nil` for the latest time in the file.
    /// - Throws: ``SystemError`` that describes what is wrong with the file.
    init(
        _ path: String, _ registry: Registry, _ configuration: EngineConfiguration, journal: JournalLimits?, opensAt now: Date?
    ) throws {
        do {
            let store = try SQLiteStore(path: path)
            let head = try store.head()
            let latest = head.engines.compactMap(\.now).max()
            clock = ManualSessionClock(now ?? latest)
            // Relaxed, because ``flush()`` precedes all output. The flush interval never ends, as this clock has no alarms. A
            // new file gets one shard: one thread sends all commands, and its changes are printed in one order.
            runtime = try LiveActivityRuntime(
                configuration: configuration, shards: head.shards == 0 ? 1 : nil, clock: clock, providers: registry.providers,
                store: store, durability: .relaxed,
                journal: journal
            ) { [changes] runtime in
                runtime.observe { change in changes.list.withLock { $0.append(change) } }
            }
        } catch let error as StoreError {
            throw SystemError(saying: "\(error)")
        } catch let error as RuntimeError {
            throw SystemError(saying: "cannot continue from '\(path)': \(error)")
        }
        self.path = path
        reportOpening()
    }

    /// Prints on standard error what the user should know about the file.
    private func reportOpening() {
        let aside = Dictionary(grouping: runtime.skippedActivities, by: \.kind)
        for (kind, activities) in aside.sorted(by: { $0.key < $1.key }) {
            let reason =
                activities.compactMap(\.reason).first.map { ", such as: \($0)" } ?? ", which this command does not have"
            StandardError.report(
                "\(activities.count) activities of kind '\(kind)' were skipped and stay in '\(path)'\(reason)")
        }
        for damage in runtime.opening?.damage ?? [] { StandardError.report("damaged and skipped in '\(path)': \(damage)") }
        for permission in runtime.opening?.damagedPermissions ?? [] {
            StandardError.report("\(permission.consequence); 'live-activities repair' decides")
        }
        if let behind = runtime.opening?.clockBehind, behind > 0 {
            StandardError.report(
                "the clock is \(behind) s behind the latest time in '\(path)'; that time is used until the clock reaches it"
            )
        }
    }

    // Not the clock's time, which a refused command may have set.
    var now: Date? { runtime.latestTime }
    var kindsByNumber: [ActivityKind] { runtime.kindsByNumber }
    var nextDeadline: Date? { runtime.nextDeadline }

    func apply(_ command: Command, at now: Date) throws(RuntimeError) {
        clock.set(now)
        try runtime.apply(command)
    }

    func advance(to date: Date) {
        clock.set(date)
        // The runtime refuses this only when it is closed.
        _ = try? runtime.apply(.advance)
    }

    func drain(into output: LineWriter) throws(SystemError) -> EngineError? {
        try flushIfDue()
        let taken = changes.list.withLock { list -> [Change] in
            defer { list.removeAll(keepingCapacity: true) }
            return list
        }
        for change in taken {
            do { try encoder.encode(change, into: &output.bytes) } catch {
                return .unencodable(what: "change", path: "", reason: "\(error)")
            }
            try output.endLine()
        }
        return nil
    }

    /// Input that never pauses and causes no output is written every second.
    private func flushIfDue() throws(SystemError) {
        commands += 1
        guard commands >= 256 else { return }
        commands = 0
        if ContinuousClock.now - lastFlush > .seconds(1) { try flush() }
    }

    var starts: [UInt64] { runtime.startsEver }
    var activityCount: Int { runtime.activityCount }
    func hasOnlyRenewals(since starts: [UInt64]) -> Bool { runtime.hasOnlyRenewals(since: starts) }

    /// Returns when every change is stored.
    func flush() throws(SystemError) {
        lastFlush = .now
        do throws(StoreError) { try runtime.flush() } catch { throw SystemError(saying: "\(error)") }
    }

    /// Called before the runtime is closed, when everything is stored.
    var beforeClosing: () throws(SystemError) -> Void = {}

    func close() throws(SystemError) {
        try flush()
        try beforeClosing()
        runtime.close()
    }
}

/// A clock whose time the session sets. It has no alarms, because the session itself waits for deadlines.
final class ManualSessionClock: RuntimeClock {
    private let time: Mutex<Date?>

    init(_ now: Date?) { time = Mutex(now) }

    /// The time; `nil` before it was first set.
    var known: Date? { time.withLock { $0 } }
    var now: Date { known ?? Date(timeIntervalSinceReferenceDate: -.infinity) }

    func set(_ now: Date) { time.withLock { $0 = now } }

    func sleep(until date: Date) async throws { while now < date { try await Task.sleep(for: .seconds(3_600)) } }

    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm { ClockAlarm {} }
}
#endif
