import LiveActivityCore

/// Test documents: JSON that every reader of a contract must decode, and the expected results.
struct ContractVectors {
    struct Vector {
        var name: String
        var part: Contract.Part
        var json: JSONValue
        /// Whether the document contains the member ``unheardOf``, which a reader must ignore.
        var hasMore = false
    }

    /// A member that no contract has.
    static let unheardOf = "unheardOf"

    private(set) var vectors: [Vector] = []
    private let contract: Contract
    private let samples: ContractSamples
    /// The forms that are already covered, so that each new document adds one.
    private var shown: Set<String> = []

    init(_ contract: Contract, _ samples: ContractSamples) {
        (self.contract, self.samples) = (contract, samples)
        for part in Contract.Part.allCases { add(part) }
    }

    private mutating func add(_ part: Contract.Part) {
        guard let root = contract.parts[part] else { return }
        for sample in samples.all(part) { add(sample.name, part, sample.json, root) }
        guard let first = samples.json(part).first else { return }
        for (name, json) in variations(of: first, root) { add("\(part.rawValue) with \(name)", part, json, root) }
        if let smallest = smallest(first, root), smallest != first {
            add("\(part.rawValue) with nothing that may be left out", part, smallest, root, always: true)
        }
        let more = JSONValue(members: first.members.map { ($0.key, $0.value) } + [(Self.unheardOf, JSONValue([1, "a"]))])
        guard first.kind == .object, samples.reread(part, more) == samples.reread(part, first) else { return }
        vectors.append(Vector(name: "\(part.rawValue) with a member that is not known", part: part, json: more, hasMore: true))
    }

    /// Adds a document that the type decodes and encodes unchanged, if it covers a case or a member that no earlier one did.
    private mutating func add(_ name: String, _ part: Contract.Part, _ json: JSONValue, _ root: Shape, always: Bool = false) {
        let new = features(json, root, part.rawValue).subtracting(shown)
        guard always || !new.isEmpty, contract.misfits(json, to: root).isEmpty, samples.reread(part, json) == json else {
            return
        }
        shown.formUnion(new)
        vectors.append(Vector(name: name, part: part, json: json))
    }

    // MARK: Features of a document

    private func features(_ json: JSONValue, _ shape: Shape, _ place: String) -> Set<String> {
        switch shape {
        case .array(let inner): json.elements.reduce(into: [place]) { $0.formUnion(features($1, inner, place + "[]")) }
        case .map(let inner): json.members.reduce(into: [place]) { $0.formUnion(features($1.value, inner, place + ".*")) }
        case .nullable(let inner): json.isNull ? [place + "=null"] : features(json, inner, place)
        case .named:
            switch contract.resolved(shape) {
            case .alias(let inner): features(json, inner, place)
            case .texts, .numbers: [place + "=" + json.text()]
            case .object(let object): features(json, object, place)
            }
        default: [place]
        }
    }

    private func features(_ json: JSONValue, _ object: ObjectShape, _ place: String) -> Set<String> {
        func members(_ json: JSONValue, _ fields: [ObjectShape.Field], _ place: String) -> Set<String> {
            fields.reduce(into: [place]) { found, field in
                if let value = json[field.key] { found.formUnion(features(value, field.shape, "\(place).\(field.key)")) }
            }
        }
        return object.cases.reduce(into: members(json, object.fields, place)) { found, one in
            if let values = json[one.key] { found.formUnion(members(values, one.fields, "\(place).\(one.key)")) }
        }
    }

    // MARK: Other documents

    /// The document with one change: another case, another string of an enumeration, an omitted member.
    private func variations(of json: JSONValue, _ shape: Shape) -> [(name: String, json: JSONValue)] {
        switch shape {
        case .nullable(let inner): return json.isNull ? [] : variations(of: json, inner)
        case .array(let inner):
            guard let first = json[0] else { return [("an element", [example(inner)])] }
            let rest = Array(json.elements.dropFirst())
            return variations(of: first, inner).map { ($0.name, JSONValue([$0.json] + rest)) }
        case .named:
            switch contract.resolved(shape) {
            case .alias(let inner): return variations(of: json, inner)
            case .texts(let texts, _): return texts.map { ("'\($0)'", JSONValue($0)) }
            case .numbers(let numbers): return numbers.map { ("\($0)", JSONValue($0)) }
            case .object(let object): return variations(of: json, object)
            }
        default: return []
        }
    }

    private func variations(of json: JSONValue, _ object: ObjectShape) -> [(name: String, json: JSONValue)] {
        let kept = json.members.filter { member in object.fields.contains { $0.key == member.key } }
        var found: [(name: String, json: JSONValue)] = []
        for field in object.fields {
            func with(_ value: JSONValue) -> JSONValue {
                let rest = json.members.filter { $0.key != field.key }
                return JSONValue(members: rest.map { ($0.key, $0.value) } + [(field.key, value)])
            }
            guard let value = json[field.key] else {
                found.append((field.key, with(example(field.shape))))
                continue
            }
            found += variations(of: value, field.shape).map { ("\(field.key) \($0.name)", with($0.json)) }
        }
        for one in object.cases {
            func with(_ values: JSONValue) -> JSONValue {
                JSONValue(members: kept.map { ($0.key, $0.value) } + [(one.key, values)])
            }
            let all = ObjectShape(fields: one.fields)
            let (largest, smallest) = (example(all, everything: true), example(all, everything: false))
            found.append(("the case '\(one.key)'", with(largest)))
            found.append(("the case '\(one.key)' and nothing that may be left out", with(smallest)))
            found += variations(of: largest, all).map { ("the case '\(one.key)', \($0.name)", with($0.json)) }
        }
        return found
    }

    private func smallest(_ json: JSONValue, _ shape: Shape) -> JSONValue? {
        guard case .object(let object) = contract.resolved(shape) else { return nil }
        return JSONValue(
            members: json.members.filter { member in !object.fields.contains { $0.key == member.key && !$0.isRequired } }
                .map { ($0.key, $0.value) })
    }

    private func example(_ shape: Shape, depth: Int = 0) -> JSONValue {
        switch shape {
        case .bool: true
        case .string: "text"
        case .number: 0.5
        case .date: 803_667_600
        case .data: "AQID"
        case .url: "https://example.com/a"
        case .uuid: "7B1F0A55-0C57-4D0E-9C4B-3B6F1E2D4A10"
        case .integer: 1
        case .array(let inner): depth > 4 ? [] : [example(inner, depth: depth + 1)]
        case .tuple(let inner): JSONValue(inner.enumerated().map { example($1, depth: depth + 1).later(by: $0) })
        case .map(let inner): depth > 4 ? [:] : ["key": example(inner, depth: depth + 1)]
        case .nullable(let inner): depth > 4 ? nil : example(inner, depth: depth + 1)
        case .unknown: nil
        case .named:
            switch contract.resolved(shape) {
            case .alias(let inner): example(inner, depth: depth + 1)
            case .texts(let texts, _): JSONValue(texts.first ?? "")
            case .numbers(let numbers): JSONValue(numbers.first ?? 0)
            case .object(let object): example(object, everything: depth < 4, depth: depth + 1)
            }
        }
    }

    private func example(_ object: ObjectShape, everything: Bool, depth: Int = 0) -> JSONValue {
        func members(_ fields: [ObjectShape.Field]) -> [(key: String, value: JSONValue)] {
            fields.filter { $0.isRequired || everything }.map { ($0.key, example($0.shape, depth: depth + 1)) }
        }
        let one = object.cases.first.map { [($0.key, JSONValue(members: members($0.fields)))] } ?? []
        return JSONValue(members: members(object.fields) + one)
    }

    // MARK: Text

    /// The contents of the file: each document, and its dates as ISO 8601.
    var json: JSONValue {
        JSONValue(
            members: [
                ("kind", JSONValue(contract.kind)),
                (
                    "dates",
                    "A date is a number of seconds since 2001-01-01T00:00:00Z; \"dates\" of a vector has each by JSON pointer."
                ),
                ("unknownMembers", JSONValue("Every reader ignores members that it does not know, as '\(Self.unheardOf)'.")),
                ("vectors", JSONValue(vectors.map(json))),
            ])
    }

    private func json(_ vector: Vector) -> JSONValue {
        let dates = contract.parts[vector.part].map { contract.dates(in: vector.json, of: $0) } ?? []
        var members: [(key: String, value: JSONValue)] = [
            ("name", JSONValue(vector.name)), ("part", JSONValue(vector.part.rawValue)), ("json", vector.json),
        ]
        if !dates.isEmpty {
            members.append(("dates", JSONValue(members: dates.map { ($0.pointer, JSONValue($0.date.iso8601)) })))
        }
        return JSONValue(members: members)
    }
}

extension JSONValue {
    /// Keeps the second of two dates after the first.
    fileprivate func later(by seconds: Int) -> JSONValue {
        guard seconds > 0, let number = double, number > 1 else { return self }
        return JSONValue(number + Double(seconds) * 600) ?? self
    }
}
