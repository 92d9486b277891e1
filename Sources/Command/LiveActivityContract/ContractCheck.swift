/// Compares two versions of a contract: can activities that are already displayed continue?
///
/// Attributes and state are read in both directions. The new program reads what the old one wrote, which is displayed and in
/// the store. Released apps read what the new program writes. Events are only read by the new program; hosts that were not
/// updated send the old ones.
public struct ContractCheck {
    /// The differences, with their effects.
    public private(set) var findings: [Finding] = []
    private let old: Contract
    private let new: Contract
    /// Whether apps that use the old contract are in use.
    private let hasReleasedApps: Bool
    private var compared: Set<[String]> = []
    private var part = Contract.Part.state

    /// A difference of two contracts.
    public struct Finding: Hashable, CustomStringConvertible {
        /// The effect on displayed activities.
        public var effect: Effect
        /// The path of the difference, such as `state.courierPosition.latitude`.
        public var place: String
        /// A description of the difference.
        public var what: String

        public var description: String { "\(effect.rawValue) \(place): \(what)" }
    }

    /// The effect of a difference on displayed activities; the raw value is for tables.
    public enum Effect: String, CaseIterable, Sendable {
        case breaks = "breaks     "
        case unknown = "not known  "
        case compatible = "compatible "
    }

    /// Compares two versions of a kind's contract.
    ///
    /// - Parameter hasReleasedApps: Whether apps that decode the old contract are in use. Without them only what the new
    ///   program reads counts.
    public init(from old: Contract, to new: Contract, hasReleasedApps: Bool = true) {
        (self.old, self.new, self.hasReleasedApps) = (old, new, hasReleasedApps)
        if old.kind != new.kind {
            findings.append(
                Finding(effect: .breaks, place: "kind", what: "'\(old.kind)' is '\(new.kind)' now; a kind never changes"))
        }
        for part in Contract.Part.allCases {
            self.part = part
            guard let before = old.parts[part], let after = new.parts[part] else { continue }
            compare(before, after, part.rawValue)
        }
    }

    /// Whether displayed activities cannot continue.
    public var breaks: Bool { findings.contains { $0.effect == .breaks } }

    // MARK: Findings

    private mutating func add(_ effect: Effect, _ place: String, _ what: String) {
        findings.append(Finding(effect: effect, place: place, what: what))
    }

    /// Records a value that the new program can no longer read.
    private mutating func refusesOld(_ place: String, _ what: String) {
        let who = part == .event ? "hosts that were not updated send" : "activities on screens and in the store have"
        add(.breaks, place, "\(what); \(who) it the old way")
    }

    /// Records a value that released apps cannot read.
    private mutating func refusesNew(_ place: String, _ what: String) {
        if part == .event {
            add(.compatible, place, "\(what); older programs refuse such an event")
        } else if hasReleasedApps {
            add(.breaks, place, "\(what); released apps cannot decode it")
        } else {
            add(.compatible, place, "\(what); there are no released apps")
        }
    }

    // MARK: Forms

    private mutating func compare(_ before: Shape, _ after: Shape, _ place: String) {
        switch (before, after) {
        case (.unknown(let reason), _), (_, .unknown(let reason)): add(.unknown, place, "it could not be compared: \(reason)")
        case (.named, _), (_, .named): compareNamed(before, after, place)
        case (.array(let before), .array(let after)): compare(before, after, place + "[]")
        case (.map(let before), .map(let after)): compare(before, after, place + ".*")
        case (.tuple(let before), .tuple(let after)) where before.count == after.count:
            for (number, pair) in zip(before, after).enumerated() { compare(pair.0, pair.1, "\(place)[\(number)]") }
        case (.nullable(let before), .nullable(let after)): compare(before, after, place)
        case (.nullable(let before), _):
            refusesOld(place, "it may no longer be null")
            compare(before, after, place)
        case (_, .nullable(let after)):
            refusesNew(place, "it may be null now")
            compare(before, after, place)
        case (.integer(let before), .integer(let after)) where before != after:
            let (old, new) = (before.bounds, after.bounds)
            if new.min > old.min || new.max < old.max {
                refusesOld(place, "narrowed from \(before.rawValue) to \(after.rawValue)")
            }
            if new.min < old.min || new.max > old.max {
                refusesNew(place, "widened from \(before.rawValue) to \(after.rawValue)")
            }
        case (.integer, .number): refusesNew(place, "an integer may be any number now")
        case (.number, .integer): refusesOld(place, "a number must be an integer now")
        case (.url, .string), (.uuid, .string), (.data, .string): refusesNew(place, "\(Self.name(before)) may be any text now")
        case (.string, .url), (.string, .uuid), (.string, .data): refusesOld(place, "a string must be \(Self.name(after)) now")
        case _ where before != after: add(.breaks, place, "\(Self.name(before)) is \(Self.name(after)) now")
        default: break
        }
    }

    private mutating func compareNamed(_ before: Shape, _ after: Shape, _ place: String) {
        // Each pair of types is compared once in a part, as a type may contain itself.
        guard compared.insert([part.rawValue, "\(before)", "\(after)"]).inserted else { return }
        switch (old.resolved(before), new.resolved(after)) {
        case (.alias(let before), .alias(let after)): compare(before, after, place)
        case (.object(let before), .object(let after)): compare(before, after, place)
        case (.texts(let before, let wasOpen), .texts(let after, let isOpen)):
            compareValues(before, after, wasOpen, isOpen, place)
        case (.numbers(let before), .numbers(let after)):
            compareValues(before.map(String.init), after.map(String.init), false, false, place)
        case (.texts(_, let isOpen), .alias(.string)): if !isOpen { refusesNew(place, "it may be any text now") }
        case (.alias(.string), .texts(_, let isOpen)): if !isOpen { refusesOld(place, "only some texts are possible now") }
        case (.numbers, .alias(.integer)): refusesNew(place, "it may be any integer now")
        case (.alias(.integer), .numbers): refusesOld(place, "only some numbers are possible now")
        case (.alias(.unknown(let reason)), _), (_, .alias(.unknown(let reason))):
            add(.unknown, place, "it could not be compared: \(reason)")
        case (let before, let after): add(.breaks, place, "\(Self.name(before)) is \(Self.name(after)) now")
        }
    }

    private mutating func compareValues(_ before: [String], _ after: [String], _ wasOpen: Bool, _ isOpen: Bool, _ place: String)
    {
        if wasOpen, !isOpen { refusesOld(place, "a string that is not one of its cases is no longer accepted") }
        let (removed, added) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
        for value in removed where !isOpen {
            refusesOld(place, "the case '\(value)' was removed\(Self.renamed(removed, added))")
        }
        for value in added {
            if wasOpen {
                add(.compatible, place, "the case '\(value)' is new; released apps read any text")
            } else {
                refusesNew(place, "the case '\(value)' is new")
            }
        }
    }

    // MARK: Objects

    private mutating func compare(_ before: ObjectShape, _ after: ObjectShape, _ place: String) {
        compare(before.fields, after.fields, place)
        guard !before.cases.isEmpty || !after.cases.isEmpty else { return }
        if before.cases.isEmpty != after.cases.isEmpty {
            return add(
                .breaks, place, before.cases.isEmpty ? "it is one of several cases now" : "it is no longer one of several cases"
            )
        }
        let removed = before.cases.filter { one in !after.cases.contains { $0.key == one.key } }.map(\.key)
        let added = after.cases.filter { one in !before.cases.contains { $0.key == one.key } }.map(\.key)
        for key in removed { refusesOld(place, "the case '\(key)' was removed\(Self.renamed(removed, added))") }
        for key in added { refusesNew(place, "the case '\(key)' is new") }
        for one in before.cases {
            guard let other = after.cases.first(where: { $0.key == one.key }) else { continue }
            compare(one.fields, other.fields, "\(place).\(one.key)")
        }
    }

    private mutating func compare(_ before: [ObjectShape.Field], _ after: [ObjectShape.Field], _ place: String) {
        let removed = before.filter { field in !after.contains { $0.key == field.key } }
        let added = after.filter { field in !before.contains { $0.key == field.key } }
        for field in removed { compareRemoved(field, added, "\(place).\(field.key)") }
        for field in added {
            if field.isRequired {
                refusesOld(
                    "\(place).\(field.key)",
                    "a new member that is required; make it optional (`Int?`): with the compiler's Codable a default value does not help"
                )
            } else {
                add(.compatible, "\(place).\(field.key)", "a new member that may be left out; older readers ignore it")
            }
        }
        for field in before {
            guard let other = after.first(where: { $0.key == field.key }) else { continue }
            let inner = "\(place).\(field.key)"
            if !field.isRequired, other.isRequired {
                refusesOld(inner, "it is required now, and was left out where there was none")
            }
            if field.isRequired, !other.isRequired { refusesNew(inner, "it may be left out now, and was required") }
            compare(field.shape, other.shape, inner)
        }
    }

    private mutating func compareRemoved(_ field: ObjectShape.Field, _ added: [ObjectShape.Field], _ place: String) {
        if let other = added.first(where: { $0.shape == field.shape }) {
            return refusesOld(place, "renamed to '\(other.key)', or removed; keep the key with CodingKeys")
        }
        if field.isRequired {
            refusesNew(place, "removed, and was required")
        } else {
            add(.compatible, place, "removed; what activities have there is no longer read")
        }
    }

    private static func renamed(_ removed: [String], _ added: [String]) -> String {
        removed.count == 1 && added.count == 1 ? " (or renamed to '\(added[0])')" : ""
    }

    // MARK: Wording of findings

    private static func name(_ type: TypeShape) -> String {
        switch type {
        case .object(let object): object.cases.isEmpty ? "an object" : "one of several cases"
        case .texts: "one of several texts"
        case .numbers: "one of several numbers"
        case .alias(let shape): name(shape)
        }
    }

    private static func name(_ shape: Shape) -> String {
        switch shape {
        case .bool: "a Boolean"
        case .string: "a string"
        case .number: "a number"
        case .date: "a date in seconds since 2001"
        case .data: "base64"
        case .url: "a URL"
        case .uuid: "a UUID"
        case .integer(let width): "an integer (\(width.rawValue))"
        case .array: "an array"
        case .tuple(let elements): "an array of \(elements.count)"
        case .map: "an object with any keys"
        case .nullable: "a value that may be null"
        case .named(let name): name
        case .unknown: "not known"
        }
    }
}
