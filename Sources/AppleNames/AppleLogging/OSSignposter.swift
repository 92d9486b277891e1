/// Marks intervals and events for Instruments. Nothing is recorded here.
public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}
    public init() {}
    public init(logger: Logger) {}
    public init(logHandle: OSLog) {}

    public static let disabled = Self()

    public var isEnabled: Bool { false }
    public func makeSignpostID() -> OSSignpostID { .exclusive }
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { .exclusive }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
    ) -> OSSignpostIntervalState { .init() }
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {}
    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {}
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "", around task: () throws -> T
    ) rethrows -> T { try task() }
}

/// Distinguishes intervals with the same name.
public struct OSSignpostID: Hashable, Sendable {
    public static let exclusive = Self()
}

public final class OSSignpostIntervalState: Sendable {}
