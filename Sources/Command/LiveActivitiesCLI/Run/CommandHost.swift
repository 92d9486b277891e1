import LiveActivities
import LiveActivityCore

/// Carries out the commands of a session. The time is a parameter of each call.
protocol CommandHost: AnyObject {
    /// The latest time of a call; `nil` before the first.
    var now: Date? { get }
    /// When ``advance(to:)`` must be called next; `nil` while nothing is scheduled.
    var nextDeadline: Date? { get }

    func apply(_ command: Command, at now: Date) throws(RuntimeError)
    func advance(to date: Date)

    /// Writes the changes since the last call, one a line.
    ///
    /// - Returns: Why a change could not be encoded; such a change is left out of the output. `nil` if all were written.
    func drain(into output: LineWriter) throws(SystemError) -> EngineError?

    /// Returns when everything that was done is on disk; at once for a host without a store.
    func flush() throws(SystemError)

    /// How many activities were ever started, by shard.
    var starts: [UInt64] { get }
    /// How many activities there are, also ended ones that are still on show.
    var activityCount: Int { get }
    /// Whether only activities are left that renew themselves without an end, each with more starts before it than `starts`.
    func hasOnlyRenewals(since starts: [UInt64]) -> Bool

    /// Ends its work. It is not called again afterwards.
    func close() throws(SystemError)
}

/// A host that also takes events which were decoded before they reach it.
///
/// The parser then decodes on its own thread, while the host carries out the lines before. A host with a journal cannot take
/// them, because the journal records events as they came.
protocol PreparedEventHost: CommandHost {
    func send(_ event: PreparedEvent, to activity: ActivityReference, at now: Date) throws(RuntimeError)
}

/// A host that keeps everything in memory.
final class EngineHost: PreparedEventHost {
    private var engine: Engine

    /// - Throws: ``EngineError`` when the providers cannot be registered together.
    init(_ registry: Registry, _ configuration: EngineConfiguration) throws(EngineError) {
        engine = try registry.engine(configuration)
    }

    var now: Date? { engine.now }
    var nextDeadline: Date? { engine.nextDeadline }

    func apply(_ command: Command, at now: Date) throws(RuntimeError) {
        do throws(EngineError) { try engine.apply(command, at: now) } catch { throw .engine(error) }
    }

    func send(_ event: PreparedEvent, to activity: ActivityReference, at now: Date) throws(RuntimeError) {
        do throws(EngineError) { try engine.send(event, to: activity, at: now) } catch { throw .engine(error) }
    }

    func advance(to date: Date) { engine.advance(to: date) }

    func drain(into output: LineWriter) throws(SystemError) -> EngineError? {
        var unencodable: EngineError?
        try engine.drainChanges { (pending) throws(SystemError) in
            do throws(EngineError) { try pending.write(into: &output.bytes) } catch {
                unencodable = error
                return
            }
            try output.endLine()
        }
        return unencodable
    }

    func flush() {}

    var starts: [UInt64] { [engine.startsEver] }
    var activityCount: Int { engine.activityCount }
    func hasOnlyRenewals(since starts: [UInt64]) -> Bool { engine.hasOnlyRenewals(since: starts.first ?? 0) }

    func close() {}
}
