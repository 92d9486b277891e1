import LiveActivityCore

/// The JSON form of a value.
indirect enum Shape: Hashable, Sendable {
    case bool, string, number
    /// A date, in seconds since 2001-01-01 00:00 UTC.
    case date
    /// Bytes, encoded as base64.
    case data
    case url, uuid
    case integer(Width)
    case array(Shape)
    /// An array with a fixed number of values, such as a range's two.
    case tuple([Shape])
    /// An object with any keys.
    case map(Shape)
    /// A value that may be `null`.
    case nullable(Shape)
    /// One of the contract's named types.
    case named(String)
    /// An unknown form, with the reason.
    case unknown(String)

    /// An integer of Swift.
    enum Width: String, CaseIterable, Sendable {
        case int8, int16, int32, int64, uint8, uint16, uint32, uint64

        init?(_ type: any Any.Type) {
            switch type {
            case is Int8.Type: self = .int8
            case is Int16.Type: self = .int16
            case is Int32.Type: self = .int32
            case is Int64.Type, is Int.Type: self = .int64
            case is UInt8.Type: self = .uint8
            case is UInt16.Type: self = .uint16
            case is UInt32.Type: self = .uint32
            case is UInt64.Type, is UInt.Type: self = .uint64
            default: return nil
            }
        }

        var isSigned: Bool { rawValue.hasPrefix("int") }
        var bits: Int { Int(rawValue.drop { !$0.isNumber }) ?? 64 }
        var bounds: (min: Int128, max: Int128) {
            let size = Int128(1) << (isSigned ? bits - 1 : bits)
            return (isSigned ? -size : 0, size - 1)
        }
    }
}

/// The form of a type that has a name in a contract.
enum TypeShape: Hashable {
    case object(ObjectShape)
    /// One of these strings. If it is open, other strings are accepted too.
    case texts([String], isOpen: Bool)
    /// One of these numbers.
    case numbers([Int])
    /// Another form, encoded as a single value.
    case alias(Shape)
}

/// An object: a struct, or an enumeration whose case is the only key, or both in one object.
struct ObjectShape: Hashable {
    var fields: [Field] = []
    /// The cases of an enumeration, one of which is a member of the object.
    var cases: [Case] = []
    /// The Swift name of the enumeration, if it differs from the type's own.
    var caseType: String?

    struct Field: Hashable {
        var key: String
        var shape: Shape
        var isRequired: Bool
    }

    struct Case: Hashable {
        var key: String
        var fields: [Field]
    }
}

/// The JSON of one kind: its attributes, its state, and its events.
///
/// ```swift
/// let (contract, _) = try Contract.of(AnyProvider(ParkingProvider()))
/// let check = ContractCheck(from: try ContractFiles.contract(in: released), to: contract)
/// #expect(check.findings.filter { $0.effect == .breaks } == [])
/// ```
public struct Contract: Hashable {
    /// The kind's name.
    public internal(set) var kind: String
    var parts: [Part: Shape] = [:]
    var types: [String: TypeShape] = [:]
    /// The unknown parts, each with its path.
    public internal(set) var unknown: [String] = []

    enum Part: String, CaseIterable {
        case attributes, state, event
    }

    func resolved(_ shape: Shape) -> TypeShape {
        guard case .named(let name) = shape else { return .alias(shape) }
        guard let type = types[name] else { return .alias(.unknown("there is no type \(name)")) }
        if case .alias(let inner) = type, case .named = inner { return resolved(inner) }
        return type
    }

    /// The names that a form needs, in the order of their first use.
    func names(of shape: Shape) -> [String] {
        var found: [String] = []
        collect(shape, into: &found)
        return found
    }

    private func collect(_ shape: Shape, into found: inout [String]) {
        switch shape {
        case .array(let inner), .map(let inner), .nullable(let inner): collect(inner, into: &found)
        case .tuple(let inner): for shape in inner { collect(shape, into: &found) }
        case .named(let name):
            guard !found.contains(name), let type = types[name] else { return }
            found.append(name)
            switch type {
            case .object(let object):
                for field in object.fields + object.cases.flatMap(\.fields) { collect(field.shape, into: &found) }
            case .alias(let inner): collect(inner, into: &found)
            case .texts, .numbers: break
            }
        default: break
        }
    }
}
