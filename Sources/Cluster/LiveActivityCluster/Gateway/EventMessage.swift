import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// The encoding of events on their way to the owner of their partition: a short header, then the event's JSON exactly as
/// received.
///
/// **Problem.** Nearly every request between nodes is one event. As JSON within JSON it was parsed on arrival, encoded, parsed
/// by its owner as a request, and decoded a fourth time to the kind's own type.
///
/// **Format.** The version (a byte with which no JSON begins), the partition, the request's name, the trace, then for each
/// event its activity, id, time, number and JSON. Numbers have a variable length (LEB128), strings and JSON are preceded by
/// their length, an optional part by a byte 0 or 1.
///
/// Rejected: a JSON header before the bytes. Decoding the header would cost more than decoding the event.
struct EventMessage {
    private static let version: UInt8 = 3

    /// - Returns: `nil` for a request that does not contain events.
    static func encoded(_ request: ClusterRequest) -> [UInt8]? {
        let (events, isOne, trace): ([ClusterRequest.Event], Bool, TraceContext?)
        switch request.body {
        case .send(let event, let context): (events, isOne, trace) = ([event], true, context)
        case .sendMany(let many, let context): (events, isOne, trace) = (many, false, context)
        default: return nil
        }
        var writer = Writer()
        writer.bytes.reserveCapacity(events.reduce(128) { $0 + $1.json.count + 64 })
        writer.byte(version)
        writer.flag(isOne)
        writer.number(UInt64(request.partition))
        writer.optional(request.name) { writer, name in
            writer.string(name.sender)
            writer.number(name.number)
            writer.number(name.settled)
        }
        writer.optional(trace) { $0.string($1.traceparent) }
        writer.number(UInt64(events.count))
        for event in events {
            switch event.activity {
            case .id(let id):
                writer.flag(false)
                writer.number(id.rawValue)
            case .key(let owner, let kind, let key):
                writer.flag(true)
                for part in [owner.rawValue, kind.rawValue, key.rawValue] { writer.string(part) }
            }
            writer.optional(event.id) { $0.string($1.rawValue) }
            writer.optional(event.timestamp) { $0.number($1.timeIntervalSinceReferenceDate.bitPattern) }
            writer.optional(event.number) { $0.number($1) }
            writer.string(event.json)
        }
        return writer.bytes
    }

    /// - Parameter sender: The sender of the message before. If it is the same, its name is not created again, and its commands
    ///   are recognised by a comparison of two pointers.
    /// - Returns: `nil` for bytes in another format.
    static func decoded(_ bytes: [UInt8], after sender: String = "") -> ClusterRequest? {
        guard bytes.first == version else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var reader = Reader(bytes: bytes, former: sender, index: 1)
            guard let request = reader.request(), reader.index == bytes.count else { return nil }
            return request
        }
    }

    static func isMessage(_ bytes: [UInt8]) -> Bool { bytes.first == version }
}

private struct Writer {
    var bytes: [UInt8] = []

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }
    mutating func flag(_ isSet: Bool) { bytes.append(isSet ? 1 : 0) }

    mutating func number(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func string(_ string: String) {
        number(UInt64(string.utf8.count))
        let copied: Void? = string.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
        if copied == nil { bytes.append(contentsOf: string.utf8) }
    }

    mutating func string(_ text: [UInt8]) {
        number(UInt64(text.count))
        bytes += text
    }

    mutating func optional<Value>(_ value: Value?, _ write: (inout Writer, Value) -> Void) {
        flag(value != nil)
        if let value { write(&self, value) }
    }
}

/// Reads a message of another process. It may be truncated, and every length is checked.
private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The sender of the message before.
    let former: String
    var index: Int

    mutating func request() -> ClusterRequest? {
        guard let isOne = flag(), let partition = number().flatMap({ Int(exactly: $0) }) else { return nil }
        guard
            let name = optional({ (reader) -> RequestName? in
                guard let sender = reader.string(or: reader.former), let number = reader.number(), let settled = reader.number()
                else {
                    return nil
                }
                return RequestName(sender: sender, number: number, settled: settled)
            }), let trace = optional({ reader in reader.string().flatMap { TraceContext(traceparent: $0) } }),
            let count = number().flatMap({ Int(exactly: $0) }), count <= bytes.count - index
        else { return nil }
        if isOne {
            guard count == 1, let event = event() else { return nil }
            return ClusterRequest(partition: partition, .send(event, trace: trace), as: name)
        }
        var events: [ClusterRequest.Event] = []
        // A damaged message may name any number.
        events.reserveCapacity(min(count, 512))
        for _ in 0..<count {
            guard let event = event() else { return nil }
            events.append(event)
        }
        return ClusterRequest(partition: partition, .sendMany(events, trace: trace), as: name)
    }

    private mutating func event() -> ClusterRequest.Event? {
        guard let activity = reference(), let id = optional({ $0.string().map { EventID(rawValue: $0) } }),
            let timestamp = optional({ reader in
                reader.number().map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
            }), let number = optional({ $0.number() }), let json = slice()
        else { return nil }
        return ClusterRequest.Event(activity: activity, json: Array(json), id: id, timestamp: timestamp, number: number)
    }

    private mutating func reference() -> ActivityReference? {
        guard let isKey = flag() else { return nil }
        guard isKey else { return number().map { .id(ActivityID(rawValue: $0)) } }
        guard let owner = string(), let kind = string(), let key = string() else { return nil }
        return .key(owner: OwnerID(owner), kind: ActivityKind(kind), key: StartKey(key))
    }

    private mutating func flag() -> Bool? {
        guard index < bytes.count, bytes[index] <= 1 else { return nil }
        defer { index += 1 }
        return bytes[index] == 1
    }

    private mutating func number() -> UInt64? {
        var number: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard index < bytes.count else { return nil }
            let byte = bytes[index]
            index += 1
            guard shift < 63 || byte <= 1 else { return nil }
            number |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return number }
        }
        return nil
    }

    private mutating func slice() -> UnsafeBufferPointer<UInt8>? {
        guard let count = number(), count <= UInt64(bytes.count - index) else { return nil }
        defer { index += Int(count) }
        return UnsafeBufferPointer(rebasing: bytes[index..<index + Int(count)])
    }

    /// - Parameter known: A string that is returned if it is the same.
    private mutating func string(or known: String = "") -> String? {
        guard let bytes = slice() else { return nil }
        if bytes.count == known.utf8.count, isEqual(bytes, known) { return known }
        // A repaired string has other bytes. `String(validating:as:)` is generic and looks its types up at each call.
        let string = String(decoding: bytes, as: UTF8.self)
        return isEqual(bytes, string) ? string : nil
    }

    private func isEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ string: String) -> Bool {
        withBytes(of: string) { string in
            guard let base = bytes.baseAddress else { return string.isEmpty }
            return LiveActivityJSON.isEqual(base, bytes.count, string)
        }
    }

    /// - Returns: `.some(nil)` for an absent value, `nil` for an unreadable one.
    private mutating func optional<Value>(_ read: (inout Reader) -> Value?) -> Value?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        guard let value = read(&self) else { return nil }
        return .some(value)
    }
}
