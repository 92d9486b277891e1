package import LiveActivityCore
import SystemLibraries

/// A fast parser for one form of command: a `send` to an activity.
///
/// A busy feed consists mostly of these, and a decoder that accepts every command takes longer for each.
///
/// ```json
/// {"at":803667600,"command":"send","activity":{"owner":"anna","kind":"delivery","key":"42"},"event":{…}}
/// ```
///
/// It accepts these members in any order, with exactly the decoder's meaning. Every other line, including an invalid one, is
/// left to the decoder, whose error describes the fault.
package struct SendLine {
    /// The set of members to read.
    package enum Form {
        /// A whole command for an activity that is referred to by its key; `at` is optional.
        case command
        /// A command without its name, for an activity that is referred to by its id or its key. The event may have an id.
        case element
        /// Only the event and its id.
        case event
    }

    package private(set) var at: Date?
    package private(set) var owner: OwnerID = ""
    package private(set) var kind: ActivityKind = ""
    package private(set) var key: StartKey = ""
    package private(set) var eventID: EventID?
    private var id: ActivityID?
    /// The bytes of the event in the line. They were only searched for the end of the object, not validated.
    package private(set) var event = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    private let text: UnsafeBufferPointer<UInt8>
    private let form: Form
    private var position = 0

    /// - Returns: `nil` if the line is left to the decoder.
    package init?(_ text: UnsafeBufferPointer<UInt8>, as form: Form = .command) {
        self.text = text
        self.form = form
        guard read() else { return nil }
    }

    package var activity: ActivityReference { id.map { .id($0) } ?? .key(owner: owner, kind: kind, key: key) }

    /// The command, with the event as a value; `nil` if the event is not JSON.
    package var command: TimedCommand? {
        guard let event = try? JSONValue(parsing: event) else { return nil }
        return TimedCommand(at: at, .send(activity, event: event))
    }

    private mutating func read() -> Bool {
        var (hasCommand, hasActivity, hasEvent) = (false, false, false)
        guard take("{") else { return false }
        repeat {
            guard let name = name(), take(":") else { return false }
            switch name {
            case Self.at where at == nil && form == .command:
                guard let seconds = number() else { return false }
                at = Date(timeIntervalSinceReferenceDate: seconds)
            case Self.command where !hasCommand:
                guard let value = self.name(), value == Self.send else { return false }
                hasCommand = true
            case Self.id where eventID == nil && form != .command:
                guard let value = self.name() else { return false }
                eventID = EventID(rawValue: value.text)
            case Self.activity where !hasActivity && form != .event:
                guard readActivity() else { return false }
                hasActivity = true
            case Self.event where !hasEvent:
                guard let value = object() else { return false }
                event = value
                hasEvent = true
            default: return false
            }
        } while take(",")
        return take("}") && isAtEnd && (hasCommand || form != .command) && (hasActivity || form == .event) && hasEvent
    }

    private mutating func readActivity() -> Bool {
        if form == .element, let name = name() {
            id = ActivityID(name.text)
            return id != nil
        }
        var (hasOwner, hasKind, hasKey) = (false, false, false)
        guard take("{") else { return false }
        repeat {
            guard let name = name(), take(":"), let value = self.name() else { return false }
            switch name {
            case Self.ownerName where !hasOwner: (owner, hasOwner) = (OwnerID(rawValue: value.text), true)
            case Self.kindName where !hasKind: (kind, hasKind) = (ActivityKind(rawValue: value.text), true)
            case Self.keyName where !hasKey: (key, hasKey) = (StartKey(rawValue: value.text), true)
            default: return false
            }
        } while take(",")
        return take("}") && hasOwner && hasKind && hasKey
    }

    // MARK: Pieces of JSON

    /// The bytes between two quotation marks.
    private struct Name: Equatable {
        var bytes: UnsafeBufferPointer<UInt8>

        var text: String { String(decoding: bytes, as: UTF8.self) }

        static func == (left: Name, right: StaticString) -> Bool {
            left.bytes.count == right.utf8CodeUnitCount
                && left.bytes.elementsEqual(right.bytes)
        }

        static func == (left: Name, right: Name) -> Bool { left.bytes.elementsEqual(right.bytes) }

        static func ~= (word: StaticString, name: Name) -> Bool { name == word }
    }

    private static let at: StaticString = "at"
    private static let command: StaticString = "command"
    private static let send: StaticString = "send"
    private static let activity: StaticString = "activity"
    private static let event: StaticString = "event"
    private static let id: StaticString = "id"
    private static let ownerName: StaticString = "owner"
    private static let kindName: StaticString = "kind"
    private static let keyName: StaticString = "key"

    private mutating func skipSpace() {
        while position < text.count,
            text[position] == 0x20 || text[position] == 0x09 || text[position] == 0x0D
                || (text[position] == 0x0A && form != .command)
        {
            position += 1
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position == text.count
        }
    }

    /// A string of printable ASCII without escapes.
    private mutating func name() -> Name? {
        guard take("\"") else { return nil }
        let start = position
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return Name(bytes: UnsafeBufferPointer(rebasing: text[start..<position]))
            }
            guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
            position += 1
        }
        return nil
    }

    /// A number without sign and exponent.
    ///
    /// Up to 15 digits one division gives the exact result, as both operands are exact. Longer numbers are read by `strtod`.
    private mutating func number() -> Double? {
        skipSpace()
        var value: UInt64 = 0
        var digits = 0
        var fraction: Int?
        let start = position
        while position < text.count {
            let byte = text[position]
            if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                // JSON numbers have no leading zeros.
                if digits == 1, value == 0, fraction == nil { return nil }
                if digits < 15 { value = value * 10 + UInt64(byte - UInt8(ascii: "0")) }
                digits += 1
                if let count = fraction { fraction = count + 1 }
            } else if byte == UInt8(ascii: "."), fraction == nil, position > start {
                fraction = 0
            } else {
                break
            }
            position += 1
        }
        guard digits > 0, fraction != 0, position < text.count, text[position] | 0x20 != UInt8(ascii: "e") else { return nil }
        if digits <= 15 { return Double(value) / Self.powersOfTen[fraction ?? 0] }
        guard digits <= 32, let base = text.baseAddress else { return nil }
        // `strtod` stops at the byte after the number, which always exists and cannot continue the number.
        return UnsafeRawPointer(base + start).withMemoryRebound(to: CChar.self, capacity: position - start + 1) {
            strtod($0, nil)
        }
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The bytes of an object, which are only searched for its end.
    private mutating func object() -> UnsafeBufferPointer<UInt8>? {
        guard take("{") else { return nil }
        let start = position - 1
        var depth = 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                position += 1
                while position < text.count, text[position] != UInt8(ascii: "\"") {
                    position += text[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
            position += 1
            if depth == 0 {
                return position <= text.count ? UnsafeBufferPointer(rebasing: text[start..<position]) : nil
            }
        }
        return nil
    }
}
