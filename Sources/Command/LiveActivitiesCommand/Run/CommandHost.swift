import LiveActivities
import LiveActivityCore

/// What carries out a session's commands, and tells what changed by them. The time is handed to it.
protocol CommandHost: AnyObject {
    /// The latest time it has seen; `nil` before the first.
    var now: Date? { get }
    /// When it must be told that time has passed; `nil` while nothing is scheduled.
    var nextDeadline: Date? { get }

    func apply(_ command: Command, at now: Date) throws(RuntimeError)
    /// Whether events may come read already (``send(_:to:at:)``); if not, all come as commands.
    var takesPreparedEvents: Bool { get }
    func send(_ event: PreparedEvent, to activity: ActivityReference, at now: Date) throws(RuntimeError)
    func advance(to date: Date)

    /// Writes what has changed since the last time, a line each.
    ///
    /// - Returns: Why one of the changes could not be written, if there is such a one.
    func drain(into output: LineWriter) throws(SystemError) -> EngineError?

    /// Nothing more is asked of it.
    func close() throws(SystemError)
}

extension CommandHost {
    func close() throws(SystemError) {}
}

/// An engine of its own, which is gone with the process.
final class EngineHost: CommandHost {
    private var engine: Engine

    /// - Throws: ``EngineError`` when the providers cannot be registered together.
    init(_ configuration: EngineConfiguration) throws(EngineError) { engine = try Providers.engine(configuration) }

    var now: Date? { engine.now }
    var nextDeadline: Date? { engine.nextDeadline }
    var takesPreparedEvents: Bool { true }

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
}
