import Foundation
import ValueInvention

/// Creates values of any `Decodable` type with a decoder that generates the requested values.
///
/// If a type has choices (a case, a Boolean, an optional), the first value uses the first option of each, and every further
/// value varies one choice.
struct SampleMaker {
    /// The words in the sources, among which are names of cases and raw values.
    let words: [String]
    let now: Date
    /// The strings with which the sources compare a property, by the property's name. Each is an option.
    var literals: [String: [String]] = [:]
    /// The names of the project's images.
    var images: [String] = []
    /// The properties that the sources show as symbols.
    var symbols: Set<String> = []
    /// 0 for the first values; 1 for different ones, such as an update's after a start.
    var variant = 0

    /// A value for a parameter, with the first option of each choice.
    func value<Value: Decodable>(of type: Value.Type, for name: String) throws -> Value {
        try SampleInvention(plan: SamplePlan(self, chosen: [:]), codingPath: [SampleName(stringValue: name)]).make(type)
    }

    /// The values, each with a name that describes its variation.
    func values<Value: Decodable>(of type: Value.Type, limit: Int) throws -> [(name: String, value: Value)] {
        let first = SamplePlan(self, chosen: [:])
        var values = [(name: "sample", value: try SampleInvention(plan: first, codingPath: []).make(type))]
        for choice in first.choices {
            for index in 1..<max(choice.names.count, 1) where values.count < limit {
                let plan = SamplePlan(self, chosen: [choice.path: index])
                // A value that the type refuses to decode is skipped.
                guard let value = try? SampleInvention(plan: plan, codingPath: []).make(type) else { continue }
                values.append(("\(choice.path) = \(choice.names[index])", value))
            }
        }
        return values
    }
}

/// The choices for one sample value.
final class SamplePlan {
    private let maker: SampleMaker
    /// The number of the chosen option, by the path of the value.
    private let chosen: [String: Int]
    private(set) var choices: [(path: String, names: [String])] = []

    init(_ maker: SampleMaker, chosen: [String: Int]) { (self.maker, self.chosen) = (maker, chosen) }

    var words: [String] { maker.words }

    /// The number of the chosen option. By default an optional has a value.
    func choose(_ path: String, _ names: [String]) -> Int {
        if names.count > 1, !choices.contains(where: { $0.path == path }) { choices.append((path, names)) }
        let index = chosen[path] ?? (names.last == "nil" ? 0 : min(maker.variant, names.count - 1))
        return names.indices.contains(index) ? index : 0
    }

    /// A string for a property: one with which the sources compare it, or one that fits its name.
    func text(_ name: String, at path: String) -> String {
        let text = text(name)
        // The last option equals no literal, so that the default branch is drawn too.
        if let literals = maker.literals[name], !literals.isEmpty {
            let options = literals.contains(text) ? literals : literals + [text]
            return options[choose(path, options)]
        }
        // Only words are varied: a variant of a URL or of a hexadecimal color would be invalid.
        let isWords = text.first?.isUppercase == true && !text.contains(".")
        return maker.variant > 0 && isWords ? "\(text) \(maker.variant + 1)" : text
    }

    /// A string that fits the name of a property.
    private func text(_ name: String) -> String {
        let small = name.lowercased()
        if maker.symbols.contains(name) { return "star.fill" }
        if let picture = picture(small) { return picture }
        let known: [(String, String)] = [
            ("emoji", "🍕"), ("hex", "#FF9500"),
            ("color", "#FF9500"), ("url", "https://example.com"), ("address", "12 Market Street"),
            ("email", "alex@example.com"),
            ("driver", "Alex Morgan"), ("name", "Alex Morgan"), ("time", "9:41"), ("id", "4711"), ("number", "4711"),
            ("currencycode", "USD"), ("code", "ABC"), ("distance", "850 m"),
        ]
        if let found = known.first(where: { small.hasSuffix($0.0) }) { return found.1 }
        // `distanceToTurnText` is a short text too, unlike `distanceUnit`.
        if small.contains("distance"), ["text", "label", "string"].contains(where: small.hasSuffix) { return "850 m" }
        // `orderTitle` becomes "Order title".
        var words = ""
        for character in name {
            if character.isUppercase, !words.isEmpty { words.append(" ") }
            words.append(words.isEmpty ? Character(character.uppercased()) : Character(character.lowercased()))
        }
        return words.isEmpty ? "Text" : words
    }

    /// The name of a symbol or of one of the project's images, for a property whose name suggests one, such as `iconName` or
    /// `teamLogo`.
    private func picture(_ name: String) -> String? {
        let stem = name.hasSuffix("name") ? String(name.dropLast(4)) : name
        if ["systemimage", "symbol"].contains(where: stem.hasSuffix) { return "star.fill" }
        let isImage = ["image", "logo", "picture", "photo", "asset", "avatar", "thumbnail"].contains(where: stem.hasSuffix)
        guard isImage || stem.hasSuffix("icon") else { return nil }
        // An icon is a symbol if the sources show symbols by name.
        let usesSymbols = words.contains("systemName") || words.contains("systemImage")
        if let image = maker.images.first, isImage || !usesSymbols { return image }
        return "star.fill"
    }

    func number(_ name: String) -> Double {
        let small = name.lowercased()
        let step = Double(maker.variant)
        func has(_ parts: String...) -> Bool { parts.contains { small.contains($0) } }
        if let date = moment(name) { return date }
        if has("progress", "fraction", "ratio") { return 0.6 + 0.2 * step }
        if has("percent") { return 60 + 20 * step }
        // `intervalIndex` and `totalIntervals` are no lengths of time.
        let isCount = ["index", "count", "intervals"].contains(where: small.hasSuffix)
        if !isCount, has("duration", "seconds", "interval", "remaining") { return 900 - 60 * step }
        if has("total", "max", "goal", "limit") { return 10 }
        return 3 + step
    }

    /// The seconds or milliseconds since 1970 for a number whose name suggests a date; `nil` for other names.
    private func moment(_ name: String) -> Double? {
        let unit = ["Ms", "MS", "Millis", "Milliseconds"].first { name.hasSuffix($0) }
        let stem = unit.map { String(name.dropLast($0.count)) } ?? name
        let small = stem.lowercased()
        let isMoment =
            small.contains("timestamp") || small.contains("epoch") || stem.hasSuffix("At") || stem.hasSuffix("Date")
            || ["starttime", "endtime", "arrivaltime", "departuretime"].contains { small.hasSuffix($0) }
        guard isMoment else { return nil }
        let seconds = date(name).timeIntervalSince1970.rounded()
        return unit == nil ? seconds : seconds * 1_000
    }

    func date(_ name: String) -> Date {
        let small = name.lowercased()
        let isPast = ["start", "begin", "began", "created", "since", "lower"].contains { small.contains($0) }
        return maker.now.addingTimeInterval(isPast ? -600 : 900 + 300 * Double(maker.variant))
    }
}

/// The name of a parameter, as a coding path.
private struct SampleName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
