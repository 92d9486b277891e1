import CJansson
import Foundation
import JanssonCoding
import LiveActivityTesting
import Testing

@testable import LiveActivityJSON

/// The accepted text, and the errors for all other text.
@Suite struct TextReaderTests {
    private func error(_ text: [UInt8], limits: JSONLimits = JSONLimits()) -> JSONParseError? {
        do throws(JSONParseError) {
            _ = try JSONValue(parsing: text, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private func reason(_ text: String) -> JSONParseError.Reason? { error(Array(text.utf8))?.reason }

    @Test func refusesEachMistakeForItsOwnReason() {
        let cases: [(String, JSONParseError.Reason)] = [
            ("", .empty), (" \n", .empty), ("{", .unexpectedEnd), ("[1", .unexpectedEnd), ("\"a", .unexpectedEnd),
            ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd), ("\"\\", .unexpectedEnd), ("\"\\u00", .unexpectedEnd),
            ("tru", .unexpectedEnd), ("1.", .unexpectedEnd), ("-", .unexpectedEnd), ("1e", .unexpectedEnd),
            ("x", .unexpectedByte(0x78)), ("[1 2]", .unexpectedByte(0x32)), ("{a:1}", .unexpectedByte(0x61)),
            ("{'a':1}", .unexpectedByte(0x27)), ("[1}", .unexpectedByte(0x7D)), ("{\"a\" 1}", .unexpectedByte(0x31)),
            ("truE", .unexpectedByte(0x45)), ("// c\n1", .unexpectedByte(0x2F)), ("[,1]", .unexpectedByte(0x2C)),
            ("[1,]", .trailingComma), ("{\"a\":1,}", .trailingComma), ("[1,,2]", .unexpectedByte(0x2C)),
            ("1 2", .trailingText), ("{}x", .trailingText), ("[]]", .trailingText),
            ("01", .invalidNumber), ("-01", .invalidNumber), ("1.x", .invalidNumber), ("-x", .invalidNumber),
            ("1ex", .invalidNumber), ("+1", .unexpectedByte(0x2B)), (".5", .unexpectedByte(0x2E)), ("1.5.2", .trailingText),
            ("\"\u{1}\"", .controlCharacter(1)), ("\"\n\"", .controlCharacter(10)), ("\"\\n\u{1F}\"", .controlCharacter(0x1F)),
            ("\"\\x\"", .invalidEscape), ("\"\\u12g4\"", .invalidEscape), ("\"\\\u{0}\"", .invalidEscape),
            ("\"\\ud83d\"", .loneSurrogate), ("\"\\ude00\"", .loneSurrogate), ("\"\\ud83d\\u0041\"", .loneSurrogate),
            ("\"\\ud83dx\"", .loneSurrogate),
            ("{\"a\\u0000\":1}", .nulInKey), ("{\"a\":1,\"\\u0061\":2}", .duplicateKey("a")),
            ("\u{FEFF}1", .byteOrderMark),
        ]
        for (text, expected) in cases { #expect(reason(text) == expected, "\(text.debugDescription)") }
    }

    @Test func acceptsWhatStandsJustBeforeEachRule() throws {
        for text in [
            "0", "-0", "10", "0.1", "1e5", "1E+5", "1e-5", "\"\"", "\" \"", "\"\u{7F}\"", "\"\\u001f\"", "\"\\ud83d\\ude00\"",
            "\"\\ud7ff\"", "\"\\ue000\"", "\"a\\u0000b\"", "{\"\":1}", "[ ]", "{ }", " [1 , 2]\t\r\n", "{\"a\":1,\"b\":1}",
            "\"😀\"",
        ] {
            #expect(reason(text) == nil, "\(text.debugDescription)")
        }
        #expect(try JSONValue(parsing: "\"a\\u0000b\\ud83d\\ude00\\/\"").string == "a\u{0}b😀/")
        #expect(
            try WireDecoder().decode(String.self, from: "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"") == "\"\\/\u{8}\u{C}\n\r\té")
    }

    @Test func refusesWhatIsNotUTF8() {
        let bad: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ]
        for bytes in bad {
            // At each offset at which the reader examines eight bytes at once, and after an escape.
            for length in 0..<9 {
                let padding = [UInt8](repeating: 0x61, count: length)
                #expect(error([0x22] + padding + bytes + [0x22])?.reason == .invalidUTF8, "\(bytes)")
                #expect(error(Array("\"\\n".utf8) + padding + bytes + [0x22])?.reason == .invalidUTF8, "\(bytes)")
                #expect(error(Array("{\"".utf8) + padding + bytes + Array("\":1}".utf8))?.reason == .invalidUTF8, "\(bytes)")
            }
        }
        let good: [[UInt8]] = [
            [0xC2, 0x80], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xF0, 0x90, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF],
        ]
        for bytes in good { #expect(error([0x22] + bytes + [0x22]) == nil, "\(bytes)") }
    }

    @Test func namesThePlace() throws {
        let error = try #require(self.error(Array("{\n  \"é\": [1,\n    2 x]\n}".utf8)))
        #expect(error.line == 3 && error.column == 7 && error.byteOffset == 20)
        #expect(
            error.description
                == "line 3, column 7: 'x' cannot stand here; a JSON value, comma, colon or closing bracket is expected")
        let duplicate = try #require(self.error(Array("{\"a\":1,\n\"a\":2}".utf8)))
        #expect(duplicate.line == 2 && duplicate.column == 1)
        let end = try #require(self.error(Array("[1,\n2".utf8)))
        #expect(end.line == 2 && end.column == 2 && end.byteOffset == 5)
    }

    @Test func stopsAtTheDepthLimit() throws {
        func nested(_ depth: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(error(nested(128)) == nil)
        #expect(error(nested(129))?.reason == .tooDeep(limit: 128))
        #expect(error(nested(512), limits: JSONLimits(maximumDepth: 100_000)) == nil)
        #expect(error(nested(513), limits: JSONLimits(maximumDepth: 100_000))?.reason == .tooDeep(limit: 512))
        #expect(error(Array("1".utf8), limits: JSONLimits(maximumDepth: 0)) == nil)
        #expect(error(nested(1), limits: JSONLimits(maximumDepth: 0))?.reason == .tooDeep(limit: 0))
        #expect(error([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20))?.reason == .tooDeep(limit: 128))
        // Accepted values can be written, as text and as json_t.
        let deepest = try JSONValue(parsing: nested(512), limits: JSONLimits(maximumDepth: 512))
        #expect(deepest.text().utf8.count == 1024)
        let jansson = try JanssonValue(deepest)
        #expect(throws: DecodingError.self) { try JSONValue(jansson) }
        #expect(try JSONValue(jansson, limits: JSONLimits(maximumDepth: 512)) == deepest)
    }

    @Test func limitsHoldHoweverTheyAreSet() {
        // Property observers would not run in an initialiser declared in another module.
        #expect(JSONLimits(assigning: 4_000_000, 1 << 40) == JSONLimits(maximumDepth: 512, maximumBytes: 1 << 30))
        #expect(JSONLimits(assigning: -1, -1) == JSONLimits(maximumDepth: 0, maximumBytes: 0))
    }

    @Test(arguments: [
        ("9223372036854775807", true), ("-9223372036854775808", true), ("9223372036854775808", true),
        ("9223372036854775809", false), ("-9223372036854775809", false), ("18446744073709551615", false),
        ("18446744073709551616", true), ("123456789012345678901234567890", false), ("100000000000000000000", true),
        ("-0", true), ("0.1", true), ("123456789012345678901234567890.5", true), ("1e308", true), ("1e309", false),
        ("-1e999", false), ("1e-999", false), ("0e999", true), ("0.0e-999", true), ("1e-300", true),
    ])
    func numbersBeyondDoubleAreRefusedWhereAJSONTIsToHoldThem(text: String, fits: Bool) throws {
        var limits = JSONLimits()
        limits.refusesNumbersBeyondDouble = true
        let line = Array("[1,\n \(text)]".utf8)
        #expect(error(line) == nil, "without the limit any number is accepted")
        let error = error(line, limits: limits)
        #expect(error?.reason == (fits ? nil : .numberBeyondDouble))
        if let error { #expect(error.line == 2 && error.column == 2) }
        let value = try JSONValue(parsing: line)
        #expect(fits == ((try? JanssonValue(value)) != nil), "as the writer of a json_t decides")
    }

    @Test func stopsAtTheSizeLimit() {
        let text = Array("[1,2]".utf8)
        #expect(error(text, limits: JSONLimits(maximumBytes: 5)) == nil)
        #expect(error(text, limits: JSONLimits(maximumBytes: 4))?.reason == .tooLarge(bytes: 5, limit: 4))
    }

    @Test("duplicate keys are found anywhere in an object of any size")
    func duplicateKeys() {
        for count in [2, 15, 16, 17, 18, 40, 300] {
            let members = (0..<count).map { "\"key\($0)\":\($0)" }
            #expect(reason("{\(members.joined(separator: ","))}") == nil)
            for (first, second) in [(0, count - 1), (count / 2, count / 2 - 1), (count - 2, count - 1)] {
                var members = members
                members[second] = "\"key\(first)\":{}"
                #expect(reason("{\(members.joined(separator: ","))}") == .duplicateKey("key\(first)"), "\(count)")
            }
        }
    }

    @Test("a large object of keys that look alike takes linear time")
    func manyKeys() throws {
        let text = "{" + (0..<20_000).map { "\"aaaaaaaa\(100_000 + $0)bbbbbbbb\":1" }.joined(separator: ",") + "}"
        let start = ContinuousClock.now
        let value = try JSONValue(parsing: text)
        let decoded = try WireDecoder().decode([String: Int].self, from: value)
        #expect(decoded.count == 20_000)
        #expect(try JSONValue(parsing: WireEncoder().encode(decoded)) == value)
        // With quadratic time it would take minutes in a debug build.
        #expect(start.duration(to: .now) < .seconds(20))
    }

    // MARK: Comparison with Jansson

    /// Jansson's verdict on a text, with the options closest to this module's rules.
    private func janssonAccepts(_ text: [UInt8]) -> Bool {
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let value = text.withUnsafeBytes { json_loadb($0.baseAddress, $0.count, flags, &error) }
        defer { json_decref(value) }
        if value != nil { return true }
        // Jansson has no numbers beyond Int64 and double; this module keeps their digits.
        return json_error_code(&error) == json_error_numeric_overflow
    }

    @Test("jansson's parser accepts and refuses the same texts", arguments: SeededGenerator.seeds(20))
    func sameVerdictAsJansson(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 104_729)
        for _ in 0..<25 {
            let schema = Schema.random(&random)
            let text = try WireEncoder().encode(Instance(schema: schema, item: .random(schema, &random)))
            // Without a value, jansson's error for a number out of range hides later errors.
            guard janssonAccepts(text) else { continue }
            for _ in 0..<12 {
                let mutated = Mutation.mutate(text, &random)
                let error = error(mutated)
                if (error == nil) != janssonAccepts(mutated), !isException(mutated, error) {
                    Issue.record("seed \(seed): \(String(decoding: mutated, as: UTF8.self).debugDescription) \(error as Any)")
                }
            }
        }
    }

    /// The permitted differences: jansson stops at a number out of range before it reads the rest of the text, and it overlooks
    /// a NUL byte after an integer (`[1\0]`).
    private func isException(_ text: [UInt8], _ error: JSONParseError?) -> Bool {
        if error?.reason == .unexpectedByte(0) { return true }
        var info = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        let value = text.withUnsafeBytes { json_loadb($0.baseAddress, $0.count, flags, &info) }
        defer { json_decref(value) }
        return value == nil && json_error_code(&info) == json_error_numeric_overflow
    }

    @Test("a NUL byte behind a number is refused, unlike in jansson")
    func nulBehindNumber() {
        #expect(reason("[1\0]") == .unexpectedByte(0))
        #expect(reason("1\0") == .trailingText)
        #expect(janssonAccepts(Array("[1\0]".utf8)))
    }

    @Test("damaged text never traps, and accepted text round-trips", arguments: SeededGenerator.seeds(20))
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 1_299_709)
        let seeds = [
            "{\"a\":[1,2.5,\"x\\u00e9\\n\",null,true],\"b\":{\"c\":{}}}", "[\"\\ud83d\\ude00\",-0,1e-7,18446744073709551616]",
            "\"\\\\\"", "[[[[]]],{}]",
        ]
        for _ in 0..<150 {
            var text = Array(random.pick(seeds).utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) { text = Mutation.mutate(text, &random) }
            guard let value = try? JSONValue(parsing: text) else { continue }
            let again = try JSONValue(parsing: value.text())
            #expect(
                again == value && again.hashValue == value.hashValue, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
            #expect(again.text() == value.text(), "seed \(seed)")
            #expect(try JSONValue(parsing: value.text(sortedKeys: true, prettyPrinted: true)) == value, "seed \(seed)")
        }
    }
}

extension JSONLimits {
    fileprivate init(assigning depth: Int, _ bytes: Int) {
        self.init()
        maximumDepth = depth
        maximumBytes = bytes
    }
}
