#if SQLite
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import Synchronization

/// A runtime on a file, driven by one thread: commands are taken as they come, and are on disk before anybody reads of them.
final class StoreHost: CommandHost {
    private let runtime: LiveActivityRuntime
    private let clock: HeldClock
    private let path: String
    private let changes = Changes()
    private let encoder = WireEncoder()

    /// What the runtime's observer is told, under the runtime's lock.
    private final class Changes: Sendable {
        let list = Mutex<[Change]>([])
    }

    /// Opens the file, or makes it. What fell due while it was closed is among the first changes.
    ///
    /// - Parameter opensAt: What time it is; `nil` for the latest that the file knows.
    /// - Throws: ``SystemError`` that says what is wrong with the file.
    init(_ path: String, _ configuration: EngineConfiguration, journal: JournalLimits?, opensAt now: Date?) throws {
        do {
            let store = try SQLiteStore(path: path)
            let latest = try store.head().engines.compactMap(\.now).max()
            clock = HeldClock(now ?? latest)
            // Whoever reads is told after ``flush()``; the interval never comes on a clock that rings nothing.
            runtime = try LiveActivityRuntime(
                configuration: configuration, clock: clock, providers: Providers.all, store: store, durability: .relaxed,
                journal: journal
            ) { [changes] runtime in
                runtime.observe { change in changes.list.withLock { $0.append(change) } }
            }
        } catch let error as StoreError {
            throw SystemError(saying: "\(error)")
        } catch let error as RuntimeError {
            throw SystemError(saying: "'\(path)' cannot be gone on with: \(error)")
        }
        self.path = path
        tellWhatIsUnusual()
    }

    private func tellWhatIsUnusual() {
        let aside = Dictionary(grouping: runtime.skippedActivities, by: \.kind)
        for (kind, activities) in aside.sorted(by: { $0.key < $1.key }) {
            let reason =
                activities.compactMap(\.reason).first.map { ", such as: \($0)" } ?? ", which this command does not know"
            StandardError.write("live-activities: \(activities.count) of kind '\(kind)' stay in '\(path)' as they are\(reason)")
        }
        if let behind = runtime.opening?.clockBehind, behind > 0 {
            StandardError.write(
                "live-activities: the clock is \(behind) s behind the latest time in '\(path)', which holds until then")
        }
    }

    var now: Date? { clock.known }
    var nextDeadline: Date? { runtime.nextDeadline }

    func apply(_ command: Command, at now: Date) throws(RuntimeError) {
        clock.set(now)
        try runtime.apply(command)
    }

    var takesPreparedEvents: Bool { false }

    func send(_ event: PreparedEvent, to activity: ActivityReference, at now: Date) throws(RuntimeError) {
        preconditionFailure("a journal needs events as they came")
    }

    func advance(to date: Date) {
        clock.set(date)
        // It refuses nothing but a runtime that is closed.
        _ = try? runtime.apply(.advance)
    }

    func drain(into output: LineWriter) throws(SystemError) -> EngineError? {
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

    /// Returns when everything that was done is on disk.
    func flush() throws(SystemError) {
        do throws(StoreError) { try runtime.flush() } catch { throw SystemError(saying: "\(error)") }
    }

    func close() throws(SystemError) {
        try flush()
        runtime.close()
    }
}

/// A clock that stands where it was set, and wakes nobody: the session looks at the deadlines itself.
final class HeldClock: RuntimeClock {
    private let time: Mutex<Date?>

    init(_ now: Date?) { time = Mutex(now) }

    /// `nil` before it was first set.
    var known: Date? { time.withLock { $0 } }
    var now: Date { known ?? Date(timeIntervalSinceReferenceDate: -.infinity) }

    func set(_ now: Date) { time.withLock { $0 = now } }

    func sleep(until date: Date) async throws {
        while now < date { try await Task.sleep(for: .seconds(3_600)) }
    }

    func setAlarm(at date: Date, _ action: @escaping @Sendable () -> Void) -> ClockAlarm { ClockAlarm {} }
}
#endif
