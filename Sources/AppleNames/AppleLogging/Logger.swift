/// Writes log messages with a subsystem and a category, like `os.Logger`, but to another destination.
///
/// Messages are written to standard error, one per line and unbuffered, so that a service or a test shows them. As on Apple's
/// systems, messages at ``OSLogType/info`` and ``OSLogType/debug`` are discarded by default; the environment variable
/// `OS_LOG_LEVEL` with the value `info` or `debug` enables them. Thread-safe.
public struct Logger: Sendable {
    let log: OSLog

    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// A logger without subsystem and category.
    public init() { log = .default }
    /// A logger that writes to a log.
    public init(_ log: OSLog) { self.log = log }

    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message, level) }
    /// Writes a message at the default level.
    public func log(_ message: OSLogMessage) { log.write(message, .default) }
    /// Writes a message at the level `debug`.
    public func trace(_ message: OSLogMessage) { log.write(message, .debug) }
    public func debug(_ message: OSLogMessage) { log.write(message, .debug) }
    /// Writes a message at the level `info`.
    public func info(_ message: OSLogMessage) { log.write(message, .info) }
    /// Writes a message at the default level.
    public func notice(_ message: OSLogMessage) { log.write(message, .default) }
    /// Writes a message at the level `error`.
    public func warning(_ message: OSLogMessage) { log.write(message, .error) }
    public func error(_ message: OSLogMessage) { log.write(message, .error) }
    /// Writes a message at the level `fault`.
    public func critical(_ message: OSLogMessage) { log.write(message, .fault) }
    public func fault(_ message: OSLogMessage) { log.write(message, .fault) }
}
