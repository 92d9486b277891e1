import Foundation
import LiveActivityCore
import ValueInvention

/// Determines the JSON form of a `Decodable` type, by running its `init(from:)` with a decoder that records the requests.
///
/// Such a decoder must return values. They come from samples if there are any; otherwise they are zero, empty or the first
/// case. A type that refuses all of these is reported as unknown rather than guessed.
final class Probe {
    private(set) var types: [String: TypeShape] = [:]
    private(set) var unknown: [String] = []
    private var names: [ObjectIdentifier: String] = [:]
    /// A value of each type created so far, to reuse wherever one is needed.
    private var values: [ObjectIdentifier: Any] = [:]

    /// The requests to a decoder, and a value of the type if one could be created.
    struct Found<Value> {
        var shape: Shape
        var value: Value?
    }

    func find<T: Decodable>(_ type: T.Type, _ place: ProbePlace) -> Found<T> {
        if let known = plain(type, place) { return known }
        if let composed = type as? any ProbedType.Type { return composed.find(by: self, place) }
        if let name = names[ObjectIdentifier(type)] {
            return Found(shape: .named(name), value: values[ObjectIdentifier(type)] as? T)
        }
        return made(type, place)
    }

    func note(_ reason: String, at place: ProbePlace) {
        let line = "\(place.path): \(reason)"
        if !unknown.contains(line) { unknown.append(line) }
    }

    // MARK: Types without parts

    private func plain<T>(_ type: T.Type, _ place: ProbePlace) -> Found<T>? {
        func found(_ shape: Shape, _ value: Any?) -> Found<T> { Found(shape: shape, value: value as? T) }
        if let width = Shape.Width(type), let integer = type as? any FixedWidthInteger.Type {
            return found(.integer(width), Self.integer(integer, place))
        }
        switch type {
        case is Bool.Type: return found(.bool, place.first(\.bool) ?? false)
        case is String.Type: return found(.string, place.first(\.string) ?? "")
        case is Double.Type: return found(.number, place.first(\.double) ?? 0)
        case is Float.Type: return found(.number, Float(place.first(\.double) ?? 0))
        case is Decimal.Type: return found(.number, Decimal(place.first(\.double) ?? 0))
        case is Date.Type: return found(.date, Date(timeIntervalSinceReferenceDate: place.first(\.double) ?? 0))
        case is Data.Type: return found(.data, place.first { $0.string.flatMap { Data(base64Encoded: $0) } } ?? Data())
        case is URL.Type:
            return found(.url, place.first { $0.string.flatMap { URL(string: $0) } } ?? URL(string: "https://example.com"))
        case is UUID.Type: return found(.uuid, place.first { $0.string.flatMap { UUID(uuidString: $0) } } ?? UUID())
        case is JSONValue.Type, is JSONText.Type:
            note("the type takes any JSON", at: place)
            let json = place.samples.first ?? .null
            return found(.unknown("any JSON"), type is JSONText.Type ? JSONText(json) : json)
        default: return nil
        }
    }

    private static func integer<Number: FixedWidthInteger>(_: Number.Type, _ place: ProbePlace) -> Number {
        place.first { $0.integer(as: Number.self) } ?? 0
    }

    // MARK: Types of the author

    private func made<T: Decodable>(_ type: T.Type, _ place: ProbePlace) -> Found<T> {
        let name = freeName(String(reflecting: type))
        names[ObjectIdentifier(type)] = name
        if let raw = rawValues(type) {
            types[name] = raw.shape
            let value = place.samples.lazy.compactMap { try? WireDecoder().decode(T.self, from: $0) }.first ?? raw.first
            values[ObjectIdentifier(type)] = value
            return Found(shape: .named(name), value: value)
        }
        let node = ProbeNode()
        let value = run(type, place, node)
        types[name] = shape(of: node, type, place, isMade: value != nil)
        return Found(shape: .named(name), value: value)
    }

    /// Runs the initialiser until it has shown everything that it reads: once for each case of an enumeration.
    private func run<T: Decodable>(_ type: T.Type, _ place: ProbePlace, _ node: ProbeNode) -> T? {
        var made: T?
        func attempt(_ place: ProbePlace) -> (any Error)? {
            // Zeroes may be inconsistent; each sample is consistent.
            var failure: (any Error)?
            for tried in [place] + place.samples.map({ place.only($0) }) {
                do {
                    let value = try type.init(from: InventingDecoder(ProbeInvention(probe: self, place: tried, node: node)))
                    made = made ?? value
                    values[ObjectIdentifier(type)] = made
                    return nil
                } catch { failure = error }
            }
            return failure
        }
        var failure = attempt(place)
        var open = node.caseNames
        while !open.isEmpty {
            var refused: [String] = []
            for name in open {
                node.chosen = name
                let samples = place.samples.filter { $0[name] != nil }
                failure = attempt(ProbePlace(path: place.path, samples: samples.isEmpty ? [[name: [:]]] : samples))
                if failure != nil { refused.append(name) }
            }
            // A case may need a value of its own type, which exists once another case has been created.
            guard refused.count < open.count else {
                for name in refused { note("the case '\(name)' refused every value that was tried", at: place) }
                return made
            }
            open = refused
        }
        if made == nil {
            note("\(type) refused every value that was tried (\(failure.map { "\($0)" } ?? "no error"))", at: place)
        }
        return made
    }

    private func shape<T: Decodable>(of node: ProbeNode, _ type: T.Type, _ place: ProbePlace, isMade: Bool) -> TypeShape {
        if let single = node.single { return .alias(single) }
        if let elements = node.elements {
            return .alias(node.isCounted ? .array(elements.first ?? .unknown("")) : .tuple(elements))
        }
        if node.isObject || isMade {
            return .object(ObjectShape(fields: node.fields, cases: node.cases, caseType: caseType(node, type)))
        }
        return .alias(.unknown("\(type) could not be made"))
    }

    /// The type of an enumeration that is read from the same object as other members.
    private func caseType<T>(_ node: ProbeNode, _: T.Type) -> String? {
        guard let keys = node.caseKeys, !node.fields.isEmpty else { return nil }
        let parts = Self.parts(String(reflecting: keys))
        return parts.dropLast().last
    }

    // MARK: Raw values

    private func rawValues<T: Decodable>(_ type: T.Type) -> (shape: TypeShape, first: T?)? {
        guard let representable = type as? any (RawRepresentable & Decodable).Type else { return nil }
        func find<Raw: RawRepresentable & Decodable>(_: Raw.Type) -> (shape: TypeShape, first: T?)? {
            let listed = (Raw.self as? any CaseIterable.Type).map { Self.all($0) } as? [Raw]
            let all = listed ?? CaseNames.values(of: Raw.self)
            guard let first = all.first else { return nil }
            if first.rawValue is String {
                let isOpen = (try? WireDecoder().decode(Raw.self, from: JSONValue("no case has this text"))) != nil
                return (.texts(all.compactMap { $0.rawValue as? String }, isOpen: isOpen), first as? T)
            }
            let numbers = all.compactMap { ($0.rawValue as? any BinaryInteger).flatMap { Int(exactly: $0) } }
            return numbers.count == all.count ? (.numbers(numbers), first as? T) : nil
        }
        return find(representable)
    }

    private static func all<Type: CaseIterable>(_: Type.Type) -> Any { Array(Type.allCases) }

    // MARK: Names

    /// The parts of a type's name without the module.
    private static func parts(_ reflected: String) -> [String] {
        // For a type in a private scope it is `Module.Outer.(unknown context at $0123).Inner`.
        reflected.split(separator: ".").dropFirst().filter { !$0.hasPrefix("(") }
            .map { String($0.filter { $0.isLetter || $0.isNumber || $0 == "_" }) }
    }

    private func freeName(_ reflected: String) -> String {
        let name = Self.parts(reflected).joined()
        let base = name.isEmpty ? "Value" : name
        var free = base
        var number = 2
        while names.values.contains(free) {
            free = "\(base)\(number)"
            number += 1
        }
        return free
    }
}

/// The location where a value is needed, and the samples' values there.
struct ProbePlace {
    var path: String
    var samples: [JSONValue]
    /// Whether a member that no sample has is omitted, so that all values come from the same sample.
    var isOneSample = false

    func first<Value>(_ value: (JSONValue) -> Value?) -> Value? { samples.lazy.compactMap(value).first }

    func member(_ key: String) -> ProbePlace {
        let found = samples.compactMap { $0[key] }.filter { !$0.isNull }
        return ProbePlace(path: "\(path)/\(key)", samples: found, isOneSample: isOneSample)
    }

    func element(_ place: Int?) -> ProbePlace {
        let found = place.map { place in samples.compactMap { $0[place] } } ?? samples.flatMap { Array($0.elements) }
        return ProbePlace(path: "\(path)/\(place.map(String.init) ?? "*")", samples: found, isOneSample: isOneSample)
    }

    func only(_ sample: JSONValue) -> ProbePlace { ProbePlace(path: path, samples: [sample], isOneSample: true) }
}

/// The requests for one value.
final class ProbeNode {
    var isObject = false
    var fields: [ObjectShape.Field] = []
    var caseNames: [String] = []
    /// The requests of each case that was read.
    var caseNodes: [String: ProbeNode] = [:]
    /// The case that is being read.
    var chosen: String?
    var caseKeys: (any CodingKey.Type)?
    /// The keys whose presence was queried, which are optional.
    var optional: Set<String> = []
    var single: Shape?
    var elements: [Shape]?
    /// Whether the end of the array was queried, so that it has any number of elements.
    var isCounted = false

    var cases: [ObjectShape.Case] { caseNames.map { .init(key: $0, fields: caseNodes[$0]?.fields ?? []) } }

    func add(_ key: String, _ shape: Shape, isRequired: Bool) {
        let isRequired = isRequired && !optional.contains(key)
        if let place = fields.firstIndex(where: { $0.key == key }) {
            fields[place].isRequired = fields[place].isRequired && isRequired
            if case .unknown = fields[place].shape { fields[place].shape = shape }
        } else {
            fields.append(.init(key: key, shape: shape, isRequired: isRequired))
        }
    }
}

/// The error if no value can be provided.
struct Unprobed: Error {}

/// A type whose form follows from the forms of its parts.
protocol ProbedType: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T>
}

extension Optional: ProbedType where Wrapped: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let wrapped = probe.find(Wrapped.self, place)
        return Probe.Found(shape: .nullable(wrapped.shape), value: wrapped.value.map { Self.some($0) } as? T)
    }
}

extension Array: ProbedType where Element: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let element = probe.find(Element.self, place.element(nil))
        let sample = place.samples.lazy.compactMap { try? WireDecoder().decode(Self.self, from: $0) }.first
        return Probe.Found(shape: .array(element.shape), value: (sample ?? element.value.map { [$0] } ?? []) as? T)
    }
}

extension Set: ProbedType where Element: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let element = probe.find(Element.self, place.element(nil))
        return Probe.Found(shape: .array(element.shape), value: Self(element.value.map { [$0] } ?? []) as? T)
    }
}

extension ClosedRange: ProbedType where Bound: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let bound = probe.find(Bound.self, place.element(0))
        let sample = place.samples.lazy.compactMap { try? WireDecoder().decode(Self.self, from: $0) }.first
        return Probe.Found(shape: .tuple([bound.shape, bound.shape]), value: (sample ?? bound.value.map { $0...$0 }) as? T)
    }
}

extension Range: ProbedType where Bound: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let bound = probe.find(Bound.self, place.element(0))
        let sample = place.samples.lazy.compactMap { try? WireDecoder().decode(Self.self, from: $0) }.first
        return Probe.Found(shape: .tuple([bound.shape, bound.shape]), value: (sample ?? bound.value.map { $0..<$0 }) as? T)
    }
}

extension Dictionary: ProbedType where Key: Decodable, Value: Decodable {
    static func find<T>(by probe: Probe, _ place: ProbePlace) -> Probe.Found<T> {
        let inner = ProbePlace(path: place.path + "/*", samples: place.samples.flatMap { $0.members.map(\.value) })
        guard Key.self == String.self || Key.self == Int.self else {
            let reason = "a dictionary whose keys are \(Key.self): JSON has no object for it"
            probe.note(reason, at: place)
            return Probe.Found(shape: .unknown(reason), value: Self() as? T)
        }
        return Probe.Found(shape: .map(probe.find(Value.self, inner).shape), value: Self() as? T)
    }
}
