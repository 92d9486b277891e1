import LiveActivities
import LiveActivityCore

/// Applies the commands of a session. The time is a parameter of each call.
protocol CommandHost: AnyObject {
    /// The latest time of a call; `nil` before the first.
    var now: Date? { get }
    /// The kinds by their number in an id.
    var kindsByNumber: [ActivityKind] { get }
    /// When ``advance(to:)`` must be called next; `nil` while nothing is scheduled.
    var nextDeadline: Date? { get }

    func apply(_ command: Command, at now: Date) throws(RuntimeError)
    func advance(to date: Date)

    /// Writes the changes since the last call, one a line.
    ///
    /// - Returns: The error of a change that could not be encoded and was left out of the output; `nil` if all were written.
    func drain(into output: LineWriter) throws(SystemError) -> EngineError?

    /// Returns when everything is stored; at once for a host without a store.
    func flush() throws(SystemError)

    /// The number of activities ever started, by shard.
    var starts: [UInt64] { get }
    /// The number of activities, including ended ones that are still visible.
    var activityCount: Int { get }
    /// Whether all remaining activities renew themselves without an end, each started after `starts` starts.
    func hasOnlyRenewals(since starts: [UInt64]) -> Bool

    /// Shuts the host down. It is not used afterwards.
    func close() throws(SystemError)
}

/// A host that also accepts events decoded in advance.
///
/// The parser then decodes on its own thread, while the host applies earlier lines. A host with a journal cannot use them,
/// because the journal records events in their original form.
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
    var kindsByNumber: [ActivityKind] { engine.kindsByNumber }
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
