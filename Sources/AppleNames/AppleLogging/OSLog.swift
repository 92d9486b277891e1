import Foundation

/// The level of a message. ``debug`` and ``info`` are discarded by default, see ``Logger``.
public struct OSLogType: Hashable, Sendable, RawRepresentable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// The default level, above `info`.
    public static let `default` = Self(0)
    /// Helpful, but not essential.
    public static let info = Self(1)
    public static let debug = Self(2)
    public static let error = Self(16)
    public static let fault = Self(17)

    /// The order of the levels. Apple's raw values are not in this order.
    fileprivate var severity: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .error: 3
        case .fault: 4
        default: 2
        }
    }

    fileprivate var name: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .error: "error"
        case .fault: "fault"
        default: "notice"
        }
    }
}

/// A log for one category of a subsystem.
public final class OSLog: Hashable, Sendable {
    let subsystem: String
    let category: String

    public init(subsystem: String, category: String) {
        self.subsystem = subsystem
        self.category = category
    }

    public static let `default` = OSLog(subsystem: "", category: "")
    /// A log that discards everything.
    public static let disabled = OSLog(subsystem: "", category: "disabled")

    private static let lowest: OSLogType =
        switch ProcessInfo.processInfo.environment["OS_LOG_LEVEL"] {
        case "debug": .debug
        case "info": .info
        default: .default
        }

    public func isEnabled(type: OSLogType) -> Bool { self !== Self.disabled && type.severity >= Self.lowest.severity }

    /// The line of a message, without line feed.
    func line(_ message: OSLogMessage, _ type: OSLogType) -> String {
        let place = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        return (place.isEmpty ? "" : "[\(place)] ") + "\(type.name): \(message.text)"
    }

    func write(_ message: OSLogMessage, _ type: OSLogType) {
        guard isEnabled(type: type) else { return }
        // One write per line, so that lines of several threads do not mix.
        FileHandle.standardError.write(Data((line(message, type) + "\n").utf8))
    }

    public static func == (left: OSLog, right: OSLog) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Writes a message to the default log at the default level.
public func os_log(_ message: OSLogMessage) { OSLog.default.write(message, .default) }
/// Writes a message to the default log at a level.
public func os_log(_ type: OSLogType, _ message: OSLogMessage) { OSLog.default.write(message, type) }
public func os_log(_ type: OSLogType, log: OSLog, _ message: OSLogMessage) { log.write(message, type) }

// The older functions, whose format has a placeholder for each argument. `String(format:)` does not know `%{public}@`.
/// Writes a message in the format of `printf`.
public func os_log(_ format: StaticString, log: OSLog = .default, type: OSLogType = .default, _ values: any CVarArg...) {
    log.write(OSLogMessage(format: format, values), type)
}
/// Writes a message in the format of `printf` at a level.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ format: StaticString, _ values: any CVarArg...) {
    log.write(OSLogMessage(format: format, values), type)
}

extension OSLogMessage {
    fileprivate init(format: StaticString, _ values: [any CVarArg]) {
        let text = "\(format)".replacing(/%\{[^}]*\}/, with: "%")
        self.init(stringLiteral: values.isEmpty ? text : String(format: text, arguments: values))
    }
}
