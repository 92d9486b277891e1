public import LiveActivityCore
import LiveActivityLint

extension Contract {
    /// Determines the contract of a kind, from its provider's types and samples.
    ///
    /// - Returns: The contract, and the JSON that was examined.
    /// - Throws: The errors of the engine or the coders for the provider's samples.
    public static func of(_ provider: AnyProvider) throws -> (contract: Contract, samples: ContractSamples) {
        let samples = try ContractSamples(provider)
        let probe = Probe()
        var contract = Contract(kind: provider.kind.rawValue)
        for part in Part.allCases {
            let place = ProbePlace(path: part.rawValue, samples: samples.json(part))
            contract.parts[part] = shape(of: samples.type(part), probe, place)
            if place.samples.isEmpty {
                contract.unknown.append("\(part.rawValue): there is no sample; only the types were examined")
            }
        }
        contract.types = probe.types
        contract.unknown += probe.unknown
        for part in Part.allCases { contract.check(part, against: samples) }
        return (contract, samples)
    }

    private static func shape(of type: any Decodable.Type, _ probe: Probe, _ place: ProbePlace) -> Shape {
        func find<T: Decodable>(_: T.Type) -> Shape { probe.find(T.self, place).shape }
        return find(type)
    }

    /// Compares the result with the samples: each must fit, and members found to be required must really be required.
    private mutating func check(_ part: Part, against samples: ContractSamples) {
        guard let root = parts[part] else { return }
        for json in samples.json(part) {
            for misfit in misfits(json, to: root) { unknown.append("\(part.rawValue): a sample does not fit: \(misfit)") }
            loosen(json, root) { samples.reads(part, $0) }
        }
    }

    /// Omits each required member in turn. If the type can still be decoded, the member has a default.
    private mutating func loosen(_ json: JSONValue, _ shape: Shape, reads: (JSONValue) -> Bool) {
        switch shape {
        case .array(let inner):
            let elements = Array(json.elements)
            for place in elements.indices.prefix(3) {
                loosen(elements[place], inner) { json in
                    var changed = elements
                    changed[place] = json
                    return reads(JSONValue(changed))
                }
            }
        case .nullable(let inner): if !json.isNull { loosen(json, inner, reads: reads) }
        case .named(let name):
            switch types[name] {
            case .alias(let inner): loosen(json, inner, reads: reads)
            case .object(let object): loosen(json, object, called: name, reads: reads)
            default: break
            }
        default: break
        }
    }

    private mutating func loosen(_ json: JSONValue, _ object: ObjectShape, called name: String, reads: (JSONValue) -> Bool) {
        func with(_ key: String, _ value: JSONValue?, in json: JSONValue) -> JSONValue {
            JSONValue(members: json.members.compactMap { member in member.key == key ? value.map { (key, $0) } : member })
        }
        var changed = object
        for (place, field) in object.fields.enumerated() where json[field.key] != nil {
            if field.isRequired, reads(with(field.key, nil, in: json)) { changed.fields[place].isRequired = false }
        }
        for (number, one) in object.cases.enumerated() {
            guard let values = json[one.key] else { continue }
            for (place, field) in one.fields.enumerated() where field.isRequired && values[field.key] != nil {
                if reads(with(one.key, with(field.key, nil, in: values), in: json)) {
                    changed.cases[number].fields[place].isRequired = false
                }
            }
        }
        types[name] = .object(changed)
        for field in object.fields {
            guard let value = json[field.key] else { continue }
            loosen(value, field.shape) { reads(with(field.key, $0, in: json)) }
        }
        for one in object.cases {
            guard let values = json[one.key] else { continue }
            for field in one.fields {
                guard let value = values[field.key] else { continue }
                loosen(value, field.shape) { reads(with(one.key, with(field.key, $0, in: values), in: json)) }
            }
        }
    }
}

/// The JSON of a kind's samples, played through an engine.
public struct ContractSamples {
    private let types: ProviderTypes
    private var named: [Contract.Part: [(name: String, json: JSONValue)]] = [:]

    init(_ provider: AnyProvider) throws {
        types = provider.types
        guard let samples = provider.samples() else { return }
        named[.attributes] = try samples.attributes.enumerated().map {
            ("sample attributes \($0 + 1)", try JSONValue(parsing: $1.bytes))
        }
        named[.event] = try samples.story.map {
            ("an event \(Int($0.after_s)) s after the start", try JSONValue(parsing: $0.event.bytes))
        }
        named[.state] = try (SampleStory(provider)?.moments ?? []).map {
            ("the state with \($0.name)", try JSONValue(parsing: $0.activity.content.state.bytes))
        }
    }

    func type(_ part: Contract.Part) -> any Codable.Type {
        switch part {
        case .attributes: types.attributes
        case .state: types.state
        case .event: types.event
        }
    }

    func all(_ part: Contract.Part) -> [(name: String, json: JSONValue)] { named[part] ?? [] }
    func json(_ part: Contract.Part) -> [JSONValue] { all(part).map(\.json) }

    /// Whether the type can decode this JSON.
    func reads(_ part: Contract.Part, _ json: JSONValue) -> Bool {
        func decode<T: Decodable>(_: T.Type) -> Bool { (try? WireDecoder().decode(T.self, from: json)) != nil }
        return decode(type(part))
    }

    /// The JSON that the type encodes after decoding this; `nil` if it cannot decode it.
    func reread(_ part: Contract.Part, _ json: JSONValue) -> JSONValue? {
        func code<T: Codable>(_: T.Type) -> JSONValue? {
            (try? WireDecoder().decode(T.self, from: json)).flatMap { try? WireEncoder().encodeToJSONValue($0) }
        }
        return code(type(part))
    }
}
