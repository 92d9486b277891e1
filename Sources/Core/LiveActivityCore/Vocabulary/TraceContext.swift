/// The trace of a command and its parent span: W3C Trace Context's `traceparent`.
///
/// A command with a trace passes it to every change that it causes, also through the store of a runtime. So a push or an HTTP
/// response caused by a change can continue the trace of the original request. A change that a deadline causes has no trace.
///
/// In JSON it is the member `traceparent` of a command or a change, for instance
/// `"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"`.
///
/// Source: https://www.w3.org/TR/trace-context/#traceparent-header
public struct TraceContext: Hashable, Sendable {
    // Stored without references, so that copying a change with a trace retains nothing.
    private let traceHigh: UInt64
    private let traceLow: UInt64
    private let span: UInt64
    /// The flags of the trace; bit 0 says that the caller records it.
    public let flags: UInt8

    /// The 32 lowercase hexadecimal digits of the trace's id.
    public var traceID: String { Self.digits(traceHigh) + Self.digits(traceLow) }
    /// The 16 lowercase hexadecimal digits of the id of the span that caused this.
    public var spanID: String { Self.digits(span) }
    /// Whether the caller records the trace.
    public var isSampled: Bool { flags & 1 != 0 }

    /// The value of a `traceparent` header, of version 00.
    public var traceparent: String {
        let flags = String(flags, radix: 16)
        return "00-\(traceID)-\(spanID)-\(flags.count < 2 ? "0" : "")\(flags)"
    }

    /// Parses a `traceparent` header.
    ///
    /// - Returns: `nil` for an invalid `traceparent`: digits that are not lowercase hexadecimal, an id of zeros, version `ff`,
    ///   or more than four parts in version 00. Of a later version the first four parts are read, as the standard requires.
    public init?(traceparent text: String) {
        var text = text
        let parsed = text.withUTF8 { Self.parse($0) }
        guard let parsed else { return nil }
        self = parsed
    }

    private init(_ traceHigh: UInt64, _ traceLow: UInt64, _ span: UInt64, _ flags: UInt8) {
        (self.traceHigh, self.traceLow, self.span, self.flags) = (traceHigh, traceLow, span, flags)
    }

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Self? {
        let dash = UInt8(ascii: "-")
        guard text.count >= 55, text[2] == dash, text[35] == dash, text[52] == dash,
            let version = number(text, 0..<2), version != 0xFF, text.count == 55 || (version > 0 && text[55] == dash),
            let high = number(text, 3..<19), let low = number(text, 19..<35), high | low != 0,
            let span = number(text, 36..<52), span != 0, let flags = number(text, 53..<55)
        else { return nil }
        return Self(high, low, span, UInt8(truncatingIfNeeded: flags))
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ digits: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for index in digits {
            switch text[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(text[index] - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(text[index] - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }

    private static func digits(_ value: UInt64) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}

extension TraceContext: CustomStringConvertible {
    public var description: String { traceparent }
}

extension TraceContext: Codable {
    /// An invalid context throws here. Commands and changes omit it instead, as the standard requires.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let context = TraceContext(traceparent: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text.prefix(64))' is not a traceparent.")
        }
        self = context
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(traceparent)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the trace in a member; `nil` if the member is missing or not a valid `traceparent`: an invalid trace must not
    /// stop a command.
    func traceIfPresent(_ key: Key) throws -> TraceContext? {
        (try? decodeIfPresent(String.self, forKey: key)).flatMap { TraceContext(traceparent: $0) }
    }
}
