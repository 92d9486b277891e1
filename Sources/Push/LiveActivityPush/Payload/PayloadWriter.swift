#if Push
import LiveActivityCore

/// Writes the body of a request, and records the size of its parts.
struct PayloadWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]
    private var parts: [PayloadSize.Part] = []
    private var isFirst = true
    private var customBytes = 0

    init() { bytes.reserveCapacity(1_024) }

    mutating func open(_ name: StaticString) {
        key(name)
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    mutating func member(_ name: StaticString, _ number: Int) {
        key(name)
        bytes += String(number).utf8
    }

    mutating func member(_ name: StaticString, _ text: String) { member(name, JSONValue(text)) }

    mutating func member(_ name: StaticString, _ value: JSONValue) {
        key(name)
        value.appendText(to: &bytes)
    }

    /// Writes a member of variable size, whose value is already valid JSON.
    mutating func part(_ name: StaticString, _ text: [UInt8]) {
        key(name)
        bytes += text
        parts.append(.init(name: "\(name)", bytes: text.count))
    }

    mutating func custom(_ name: String, _ value: JSONValue) {
        let before = bytes.count
        separate()
        JSONValue(name).appendText(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.appendText(to: &bytes)
        customBytes += bytes.count - before
    }

    consuming func finished(limit: Int) throws(PushError) -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        guard bytes.count > limit else { return bytes }
        if customBytes > 0 { parts.append(.init(name: "custom keys", bytes: customBytes)) }
        throw .payloadTooLarge(
            PayloadSize(bytes: bytes.count, limit: limit, parts: parts.sorted { $0.bytes > $1.bytes }))
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    private mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes += $0 }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
#endif
