#if Service
import Logging

/// A handler that formats metadata when something is logged.
///
/// Hummingbird gives each request a logger with its number. `StreamLogHandler` formats that at once, which takes longer than to
/// route the request, although hardly any request logs something.
struct RequestLogHandler: LogHandler {
    private let handler: any LogHandler
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    /// - Parameter logger: Its handler gets what is logged.
    init(_ logger: Logger) { (handler, logLevel) = (logger.handler, logger.logLevel) }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        handler.log(event: event)
    }
}
#endif
