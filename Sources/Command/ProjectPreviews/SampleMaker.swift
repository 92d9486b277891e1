import Foundation

/// Makes values of any `Decodable` type: it decodes them from a decoder that invents the requested values.
///
/// Where a type has a choice (a case, a Boolean, an optional), the first value takes the first one, and each further value
/// another one of one choice.
struct SampleMaker {
    /// The words of the sources, in which names of cases and raw values are found.
    let words: [String]
    let now: Date

    /// A value for a parameter: of each choice the first.
    func value<Value: Decodable>(of type: Value.Type, for name: String) throws -> Value {
        let plan = SamplePlan(words: words, now: now, chosen: [:])
        return try SampleInvention(plan: plan, codingPath: [SampleName(stringValue: name)]).make(type)
    }

    /// The values, each named after what is special about it.
    func values<Value: Decodable>(of type: Value.Type, limit: Int) throws -> [(name: String, value: Value)] {
        let first = SamplePlan(words: words, now: now, chosen: [:])
        var values = [(name: "sample", value: try SampleInvention(plan: first, codingPath: []).make(type))]
        for choice in first.choices {
            for index in 1..<max(choice.names.count, 1) where values.count < limit {
                let plan = SamplePlan(words: words, now: now, chosen: [choice.path: index])
                // A value that the type itself refuses is left out.
                guard let value = try? SampleInvention(plan: plan, codingPath: []).make(type) else { continue }
                values.append(("\(choice.path) = \(choice.names[index])", value))
            }
        }
        return values
    }
}

/// The choices of one value.
final class SamplePlan {
    let words: [String]
    let now: Date
    /// By the path of the value, the number of what is chosen there; 0 where nothing is said.
    private let chosen: [String: Int]
    private(set) var choices: [(path: String, names: [String])] = []

    init(words: [String], now: Date, chosen: [String: Int]) { (self.words, self.now, self.chosen) = (words, now, chosen) }

    func choose(_ path: String, _ names: [String]) -> Int {
        if names.count > 1, !choices.contains(where: { $0.path == path }) { choices.append((path, names)) }
        let index = chosen[path] ?? 0
        return names.indices.contains(index) ? index : 0
    }

    /// A text that fits the name of what it is for.
    func text(_ name: String) -> String {
        let small = name.lowercased()
        let known: [(String, String)] = [
            ("emoji", "🍕"), ("symbol", "star.fill"), ("icon", "star.fill"), ("image", "star.fill"), ("hex", "#FF9500"),
            ("color", "#FF9500"), ("url", "https://example.com"), ("address", "12 Market Street"),
            ("email", "alex@example.com"),
            ("driver", "Alex Morgan"), ("name", "Alex Morgan"), ("time", "9:41"), ("id", "4711"), ("number", "4711"),
        ]
        if let found = known.first(where: { small.hasSuffix($0.0) }) { return found.1 }
        // `orderTitle` is "Order title".
        var words = ""
        for character in name {
            if character.isUppercase, !words.isEmpty { words.append(" ") }
            words.append(words.isEmpty ? Character(character.uppercased()) : Character(character.lowercased()))
        }
        return words.isEmpty ? "Text" : words
    }

    func number(_ name: String) -> Double {
        let small = name.lowercased()
        func has(_ parts: String...) -> Bool { parts.contains { small.contains($0) } }
        if has("progress", "fraction", "ratio") { return 0.6 }
        if has("percent") { return 60 }
        if has("duration", "seconds", "interval", "remaining") { return 900 }
        if has("total", "max", "goal", "limit") { return 10 }
        return 3
    }

    func date(_ name: String) -> Date {
        let small = name.lowercased()
        let isPast = ["start", "begin", "began", "created", "since", "lower"].contains { small.contains($0) }
        return now.addingTimeInterval(isPast ? -600 : 900)
    }
}

/// The name of a parameter, as the path of what is decoded for it.
private struct SampleName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
