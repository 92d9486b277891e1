import LiveActivityCore

/// Checks that a type which implements `JSONReadable` or `JSONWritable` reads and writes the same JSON as its `Codable`
/// conformance.
///
/// ``ProviderConformance`` checks the attributes, events and states of the samples. A plugin's test should add values that no
/// sample contains: one of each case, and one with all optional members.
///
/// ```swift
/// @Test func jsonIsCodables() throws { for event in oneOfEach { try JSONAgreement.check(event) } }
/// ```
public enum JSONAgreement {
    /// A difference, with the JSON that shows it.
    public struct Disagreement: Error, Hashable, CustomStringConvertible, Sendable { public let description: String }

    /// Encodes `value` in both ways, then decodes the result and many variations of it in both ways: without each member, with
    /// an additional one, and with a value of every other type.
    ///
    /// - Throws: ``Disagreement`` for the first difference.
    public static func check<Value: Codable>(_ value: Value) throws(Disagreement) {
        try checkWriting(value)
        let plain: JSONValue
        do { plain = try WireEncoder().encodeToJSONValue(Plainly(value: value)) } catch {
            throw Disagreement(description: "the value cannot be encoded: \(error)")
        }
        if let type = Value.self as? any JSONReadable.Type, !reads(type, plain) {
            throw Disagreement(description: "its own reader does not accept \(plain), the usual form")
        }
        for json in [plain] + neighbours(of: plain) {
            let (itself, asCodable) = (read(Value.self, json) { $0 }, read(Plainly<Value>.self, json) { $0.value })
            guard itself == asCodable else {
                throw Disagreement(description: "\(json) is read as \(itself), and by Codable as \(asCodable)")
            }
        }
    }

    /// Compares the two encodings of `value`.
    ///
    /// - Throws: ``Disagreement`` if they differ.
    public static func checkWriting<Value: Codable>(_ value: Value) throws(Disagreement) {
        let (itself, asCodable) = (written(value), written(Plainly(value: value)))
        guard itself == asCodable else {
            throw Disagreement(description: "it is written as \(itself), and by Codable as \(asCodable)")
        }
    }

    /// A wrapper that forces the use of `Codable`: a coder uses the custom methods only if its outermost value has them.
    private struct Plainly<Value: Codable>: Codable {
        var value: Value
        init(value: Value) { self.value = value }
        init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private static func written(_ value: some Encodable) -> String {
        do { return try WireEncoder().encodeToString(value) } catch { return String(describing: error) }
    }

    private static func reads<Readable: JSONReadable>(_: Readable.Type, _ json: JSONValue) -> Bool {
        Readable(itself: json) != nil
    }

    /// Decodes JSON and encodes the value again; the result is the JSON or the error.
    private static func read<Read: Decodable, Value: Codable>(
        _: Read.Type, _ json: JSONValue, _ value: (Read) -> Value
    ) -> String {
        let decoder = WireDecoder()
        decoder.acceptsISO8601Dates = true
        do { return written(Plainly(value: value(try decoder.decode(Read.self, from: json)))) } catch {
            return String(describing: error)
        }
    }

    /// A value of each kind, and numbers and dates at and beyond their bounds.
    private static let others: [JSONValue] = [
        .null, true, "", "away", "2026-06-20T17:00:00Z", 0, -1, 7, 256, 65_536, 0.5, 7.0, 1e300, JSONValue(UInt64.max), [], [1],
        [1, 2], [2, 1], ["a", 1], [:], ["name": "Alex"],
    ]

    /// The values that differ from `json` in one position.
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
