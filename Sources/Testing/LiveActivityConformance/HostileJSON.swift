public import LiveActivityCore

/// JSON that a careless or malicious sender could send in place of a valid value.
///
/// ``ProviderConformance`` passes it to providers. A widget's test can draw it, because a widget is shown with whatever content
/// a push contains.
public enum HostileJSON {
    /// The values that differ from `json` at one path.
    ///
    /// A number is replaced by an end of its range, a negative number, zero, or an index beyond a short array. A string is
    /// replaced by an empty or long one, or by one with control characters. An array loses its first or all elements, or
    /// contains each twice. An object loses a member. Any value is replaced by `null`. Most of the results cannot be decoded as
    /// the intended type.
    public static func variations(of json: JSONValue) -> [Variation] { variations(of: json, at: "") }

    /// Contents that a provider produces at the start and in the middle of its sample story.
    public static func sampleContents(of provider: some ActivityProvider) -> [JSONValue] {
        ConformanceCheck(provider, payloadBytes: .max).contents()
    }

    /// Calls `body` with each of the variations. If `body` traps, which ends the process, the last lines on standard error
    /// name the variation.
    ///
    /// - Parameter name: The values' name in that message.
    public static func forEachVariation(of json: JSONValue, named name: String, _ body: (Variation) throws -> Void) rethrows {
        try CrashNote.during {
            for variation in variations(of: json) {
                CrashNote.write(
                    "\nHostileJSON: this stopped the process: \(name) with another \(variation.path): \(variation.value)\n")
                try body(variation)
            }
        }
    }

    /// A value that differs from a valid one at one path.
    public struct Variation: Sendable {
        /// The path at which it differs, such as `matches[1].home`; empty if the whole value is replaced.
        public let path: String
        /// The whole value.
        public let value: JSONValue
    }

    private static func variations(of json: JSONValue, at path: String) -> [Variation] {
        var all = others(than: json).map { Variation(path: path, value: $0) }
        let members = json.members.map { $0 }
        for (place, member) in members.enumerated() {
            var without = members
            without.remove(at: place)
            let place = (index: place, path: path.isEmpty ? member.key : "\(path).\(member.key)")
            all.append(Variation(path: place.path, value: JSONValue(members: without)))
            all += variations(of: member.value, at: place.path).map { variation in
                var changed = members
                changed[place.index].value = variation.value
                return Variation(path: variation.path, value: JSONValue(members: changed))
            }
        }
        let elements = json.elements.map { $0 }
        for (index, element) in elements.enumerated() {
            all += variations(of: element, at: "\(path)[\(index)]").map { variation in
                var changed = elements
                changed[index] = variation.value
                return Variation(path: variation.path, value: JSONValue(changed))
            }
        }
        return all
    }

    /// The replacements of one value, whatever it contains.
    private static func others(than json: JSONValue) -> [JSONValue] {
        switch json.kind {
        case .null: [1, "x", [], [:]]
        case .bool: [json == true ? false : true, .null]
        case .number: numbers
        case .string: texts
        case .array: arrays(json.elements.map { $0 })
        case .object: [[:], .null]
        }
    }

    private static let numbers: [JSONValue] = [
        0, -1, 1, 7, 1_000, JSONValue(Int64.max), JSONValue(Int64.min), JSONValue(Int64.max - 1), JSONValue(UInt64.max), 0.5,
        -0.5,
        1e15, 1e300, -1e300, 1e-300, .null,
    ]

    private static let texts: [JSONValue] = [
        "", " ", "x", JSONValue(String(repeating: "long ", count: 400)), "line\nline\u{0}", "\u{202E}right to left",
        JSONValue("e" + String(repeating: "\u{301}", count: 300)), "%@ %lld %", .null,
    ]

    private static func arrays(_ elements: [JSONValue]) -> [JSONValue] {
        var all: [JSONValue] = [[], JSONValue(elements + elements), JSONValue(elements.dropFirst()), .null]
        if elements.count == 2, elements.allSatisfy({ $0.kind == .number }) {
            // Two numbers are usually a range of dates.
            all += [[-1e300, 1e300], [1e300, 1e300], [-1e300, -1e300], [0, 0], [1, 0]]
        }
        return all
    }
}
