import CJansson
import JanssonCoding
import LiveActivities
import LiveActivityCore

extension FuzzTarget {
    /// JSON text: accepted text can be written, and reads back as the same value. Also decoded as every type of the vocabulary.
    static let json = FuzzTarget(name: "json", format: .json, seeds: { Samples.commands + Samples.changes }) {
        let decoder = WireDecoder()
        let (encoder, pretty) = (WireEncoder(), WireEncoder())
        pretty.outputFormatting = [.sortedKeys, .prettyPrinted]
        func roundTrip<Value: Codable & Equatable>(_: Value.Type, _ text: UnsafeBufferPointer<UInt8>) {
            guard let value = try? decoder.decode(Value.self, from: text) else { return }
            let again = must("what was decoded is written and read") {
                try WireDecoder(limits: .stored).decode(Value.self, from: encoder.encode(value))
            }
            require(again == value, "\(Value.self) is another one after it was written and read: \(value), \(again)")
        }
        return { text in
            guard let value = try? JSONValue(parsing: Array(text)) else { return }
            for options in [(false, false), (true, true)] {
                let written = value.text(sortedKeys: options.0, prettyPrinted: options.1)
                let again = must("what was written is read") { try JSONValue(parsing: Array(written.utf8), limits: .stored) }
                require(again == value && again.hashValue == value.hashValue, "another value after writing: \(written)")
            }
            roundTrip(JSONValue.self, text)
            roundTrip(TimedCommand.self, text)
            roundTrip(Change.self, text)
            roundTrip(EngineConfiguration.self, text)
            roundTrip([String: [Double?]].self, text)
        }
    }

    /// JSON as the kinds' types: a decoder that notes unread members decodes the same values.
    static let unread = FuzzTarget(
        name: "unread", format: .json,
        seeds: {
            Samples.providers.compactMap { $0.samples() }.flatMap { samples in
                samples.attributes.map(\.bytes) + samples.story.map(\.event.bytes) + [samples.content?.bytes ?? []]
            }
        }
    ) {
        let (plain, noting) = (WireDecoder(), WireDecoder())
        noting.notesUnread = true
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        func compare<Value: Codable>(_: Value.Type, _ text: UnsafeBufferPointer<UInt8>) {
            let (one, other) = (
                Result { try plain.decode(Value.self, from: text) }, Result { try noting.decode(Value.self, from: text) }
            )
            switch (one, other) {
            case (.success(let one), .success(let other)):
                let texts = [one, other].map { value in
                    must("what was decoded is written") { try encoder.encode(value) as [UInt8] }
                }
                require(texts[0] == texts[1], "another value where unread members are noted")
                require(noting.unread.count <= 8, "more unread members than are reported")
            case (.failure, .failure): require(noting.unread.isEmpty, "unread members of a value that is refused")
            default: fatalError("decoded once and not again: \(one), \(other)")
            }
        }
        let types = Samples.providers.flatMap { [$0.types.attributes, $0.types.state, $0.types.event] }
        return { text in for type in types { compare(type, text) } }
    }

    /// The parser of the most frequent lines and bodies: what it accepts means the same to the general decoder.
    static let sendLine = FuzzTarget(
        name: "send-line", format: .json,
        seeds: {
            let event = #"{"is":"moved","to":[1,"}\""]}"#
            let key = #"{"owner":"anna","kind":"delivery","key":"42"}"#
            return [
                #"{"at":803667600.25,"command":"send","activity":\#(key),"event":\#(event)}"#,
                #"{"id":"7","activity":"00004cf8c0000000","event":\#(event)}"#, #"{"activity":\#(key),"event":\#(event)}"#,
                #"{"event":\#(event),"id":"7"}"#,
            ].map { Array($0.utf8) }
        }
    ) {
        let decoder = WireDecoder()
        return { text in
            if let command = SendLine(text)?.command {
                let decoded = must("a command that was accepted") { try decoder.decode(TimedCommand.self, from: text) }
                require(decoded == command, "another command than the decoder's: \(command), \(decoded)")
            }
            for form in [SendLine.Form.element, .event] {
                guard let line = SendLine(text, as: form), let event = try? JSONValue(parsing: line.event) else { continue }
                let value = must("a body that was accepted") { try JSONValue(parsing: text) }
                require(
                    value["event"] == event && value["id"]?.string == line.eventID?.rawValue,
                    "another event: \(value), \(event)")
            }
        }
    }

    /// An arbitrary `json_t`: reading terminates, and writing gives an equal value.
    static let jansson = FuzzTarget(name: "json_t", seeds: { Samples.commands + [[7, 3, 1, 2, 3], [8, 2, 1, 97, 3, 5, 1]] }) {
        let limits = JSONLimits(maximumDepth: 512, maximumBytes: 1 << 14)
        let decoder = WireDecoder()
        decoder.limits = limits
        return { bytes in
            var program = JanssonProgram(bytes)
            let pointer = program.run()
            defer { json_decref(pointer) }
            let isTree = (try? JanssonTree(lending: JanssonValue(retaining: pointer), limits: limits)) != nil
            let value = try? JSONValue(borrowing: pointer, limits: limits)
            require(isTree || value == nil, "a json_t is a value and no tree")
            _ = try? decoder.decode(TimedCommand.self, from: pointer)
            guard let value else { return }
            let again = must("what was read from a json_t can be written as one") { try JanssonValue(value) }
            again.withPointer { require(json_equal($0, pointer) != 0, "another json_t after reading and writing") }
            require(
                must("text") { try JSONValue(parsing: Array(value.text().utf8), limits: .stored) }.kind == value.kind, "text")
        }
    }
}

/// Builds a `json_t` from bytes used as instructions, including shared parts and invalid UTF-8.
struct JanssonProgram {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var at = 0
    private var made = 0
    private let maximum: Int

    /// - Parameter maximum: The maximum number of values that a reader of the result finds.
    init(_ bytes: UnsafeBufferPointer<UInt8>, maximum: Int = 8_000) {
        self.bytes = bytes
        self.maximum = maximum
    }

    /// - Returns: A new reference.
    mutating func run() -> UnsafeMutablePointer<json_t> { value(depth: 0) }

    var isAtEnd: Bool { at >= bytes.count }

    mutating func byte() -> UInt8 {
        guard at < bytes.count else { return 0 }
        defer { at += 1 }
        return bytes[at]
    }

    mutating func number() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

    mutating func text() -> [CChar] { (0..<Int(byte() % 24)).map { _ in CChar(bitPattern: byte()) } }

    private mutating func value(depth: Int) -> UnsafeMutablePointer<json_t> {
        made += 1
        // Limited, because jansson frees recursively.
        guard depth < 600, made < maximum else { return json_null() }
        let made: UnsafeMutablePointer<json_t>?
        switch byte() % 12 {
        case 0: made = json_null()
        case 1: made = json_true()
        case 2: made = json_false()
        case 3: made = json_integer(json_int_t(Int8(bitPattern: byte())))
        case 4: made = json_integer(json_int_t(Int64(bitPattern: number())))
        case 5: made = json_real(Double(bitPattern: number()))
        case 6:
            let text = text()
            made = json_stringn_nocheck(text, text.count)
        case 7:
            made = json_array()
            for _ in 0..<byte() % 8 where !isAtEnd { json_array_append_new(made, value(depth: depth + 1)) }
        case 8, 9:
            made = json_object()
            for _ in 0..<byte() % 8 where !isAtEnd {
                let key = text()
                json_object_setn_new_nocheck(made, key, key.count, value(depth: depth + 1))
            }
        case 10:
            // The same part several times, which a reader counts as that many values.
            let before = self.made
            let part = value(depth: depth + 1)
            defer { json_decref(part) }
            let size = self.made - before
            made = json_array()
            json_array_append(made, part)
            for _ in 0..<byte() % 4 where self.made + size <= maximum {
                self.made += size
                json_array_append(made, part)
            }
        default:
            var inner = value(depth: depth + 40)
            for _ in 0..<byte() % 40 where self.made < maximum {
                self.made += 1
                guard let outer = json_array() else { break }
                json_array_append_new(outer, inner)
                inner = outer
            }
            made = inner
        }
        return made ?? json_null()
    }
}
