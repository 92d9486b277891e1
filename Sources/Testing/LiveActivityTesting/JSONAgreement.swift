import LiveActivityCore

/// Whether a type that reads or writes itself, `JSONReadable` or `JSONWritable`, does so exactly as its `Codable` conformance.
///
/// ``ProviderConformance`` checks the events and states of the samples and of all that becomes of them. A plugin's test adds what no
/// sample shows: one value of each case, one with all that is optional.
///
/// ```swift
/// @Test func jsonIsCodables() throws { for event in oneOfEach { try JSONAgreement.check(event) } }
/// ```
public enum JSONAgreement {
    /// What differs, and for which JSON.
    public struct Disagreement: Error, Hashable, CustomStringConvertible, Sendable {
        public let description: String
    }

    /// Writes `value` both ways, and reads both ways what was written and everything next to it: each member left out, joined by
    /// another, or with a value of every other kind.
    public static func check<Value: Codable>(_ value: Value) throws(Disagreement) {
        try checkWriting(value)
        let plain: JSONValue
        do { plain = try WireEncoder().encodeToJSONValue(Plainly(value: value)) } catch {
            throw Disagreement(description: "it cannot be written at all: \(error)")
        }
        if let type = Value.self as? any JSONReadable.Type, !reads(type, plain) {
            throw Disagreement(description: "it gives up reading \(plain), which is usual")
        }
        for json in [plain] + neighbours(of: plain) {
            let (itself, asCodable) = (read(Value.self, json) { $0 }, read(Plainly<Value>.self, json) { $0.value })
            guard itself == asCodable else {
                throw Disagreement(description: "\(json) is read as \(itself), and by Codable as \(asCodable)")
            }
        }
    }

    /// Writes `value` both ways.
    public static func checkWriting<Value: Codable>(_ value: Value) throws(Disagreement) {
        let (itself, asCodable) = (written(value), written(Plainly(value: value)))
        guard itself == asCodable else {
            throw Disagreement(description: "it is written as \(itself), and by Codable as \(asCodable)")
        }
    }

    /// A value as nobody but `Codable` codes it: what reads and writes itself is asked where a coder begins, and there alone.
    private struct Plainly<Value: Codable>: Codable {
        var value: Value
        init(value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private static func written(_ value: some Encodable) -> String {
        do { return try WireEncoder().encodeToString(value) } catch { return String(describing: error) }
    }

    private static func reads<Readable: JSONReadable>(_: Readable.Type, _ json: JSONValue) -> Bool {
        Readable(itself: json) != nil
    }

    /// What was read, as JSON again, or why nothing was.
    private static func read<Read: Decodable, Value: Codable>(
        _: Read.Type, _ json: JSONValue, _ value: (Read) -> Value
    ) -> String {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        do { return written(Plainly(value: value(try decoder.decode(Read.self, from: json)))) } catch {
            return String(describing: error)
        }
    }

    /// One of each kind, and numbers and dates on and beyond their edges.
    private static let others: [JSONValue] = [
        .null, true, "", "away", "2026-06-20T17:00:00Z", 0, -1, 7, 256, 65_536, 0.5, 7.0, 1e300, JSONValue(UInt64.max), [], [1],
        [1, 2], [2, 1], ["a", 1], [:], ["name": "Alex"],
    ]

    /// The values that differ from `json` in one place.
    private static func neighbours(of json: JSONValue) -> [JSONValue] {
        var all = others
        let members = json.members.map { $0 }
        for place in members.indices {
            func with(_ value: JSONValue?) -> JSONValue {
                var changed = members
                changed[place].value = value ?? .null
                if value == nil { changed.remove(at: place) }
                return JSONValue(members: changed)
            }
            all.append(with(nil))
            all += neighbours(of: members[place].value).map(with)
        }
        if json.kind == .object {
            all.append(JSONValue(members: members + [("unheardOf", 1)]))
            all.append(JSONValue(members: [("unheardOf", [:])] + members))
            all.append(JSONValue(members: members.reversed()))
        }
        let elements = json.elements.map { $0 }
        for place in elements.indices {
            all += neighbours(of: elements[place]).map { value in
                var changed = elements
                changed[place] = value
                return JSONValue(changed)
            }
        }
        return all
    }
}
