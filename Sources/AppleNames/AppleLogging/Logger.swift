/// Writes what an app tells of itself, under a subsystem and a category.
///
/// Apple's logger keeps its messages in the system's log. This one writes them to standard error, one a line and at once, so that
/// a service or a test shows them; as on Apple's systems, what is told at ``OSLogType/info`` and ``OSLogType/debug`` is not kept unless it is asked for,
/// here by the environment variable `OS_LOG_LEVEL` with the value `info` or `debug`. May be used from any thread.
public struct Logger: Sendable {
    let log: OSLog

    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    public init() { log = .default }
    public init(_ log: OSLog) { self.log = log }

    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message, level) }
    public func log(_ message: OSLogMessage) { log.write(message, .default) }
    public func trace(_ message: OSLogMessage) { log.write(message, .debug) }
    public func debug(_ message: OSLogMessage) { log.write(message, .debug) }
    public func info(_ message: OSLogMessage) { log.write(message, .info) }
    public func notice(_ message: OSLogMessage) { log.write(message, .default) }
    public func warning(_ message: OSLogMessage) { log.write(message, .error) }
    public func error(_ message: OSLogMessage) { log.write(message, .error) }
    public func critical(_ message: OSLogMessage) { log.write(message, .fault) }
    public func fault(_ message: OSLogMessage) { log.write(message, .fault) }
}
