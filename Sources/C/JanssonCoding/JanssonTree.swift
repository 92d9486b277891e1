public import CJansson
public import LiveActivityJSON

/// An immutable JSON value that is stored as a `json_t`, for C code.
///
/// Like a `JSONValue`, it is checked once, when it is created, and then shared.
///
/// `@unchecked Sendable`: only this type has references to the value, and it never changes it. Jansson counts references
/// atomically (see ``JanssonValue``).
public struct JanssonTree: @unchecked Sendable {
    private final class Storage {
        let value: JanssonValue
        init(_ value: consuming JanssonValue) { self.value = value }
    }

    private let storage: Storage

    private init(unchecked value: consuming JanssonValue) { storage = Storage(value) }

    /// Takes ownership of a value. If there are other references to it or to a part of it, it is copied instead.
    ///
    /// - Throws: `DecodingError` if the value exceeds `limits`, contains itself, or has strings that are not UTF-8.
    public init(taking value: consuming JanssonValue, limits: JSONLimits = JSONLimits()) throws(DecodingError) {
        let isShared = try value.check(limits)
        self.init(unchecked: isShared ? value.deepCopy() : value)
    }

    /// Shares a value with its owner, which must not change it as long as this value or a copy of it exists.
    ///
    /// - Throws: The errors of ``init(taking:limits:)``.
    public init(lending value: borrowing JanssonValue, limits: JSONLimits = JSONLimits()) throws(DecodingError) {
        try value.check(limits)
        self.init(unchecked: value.copy())
    }

    /// Passes the value to `body`, which must not change it.
    public func withPointer<R, E: Error>(_ body: (UnsafePointer<json_t>) throws(E) -> R) throws(E) -> R {
        try storage.value.withPointer { (pointer) throws(E) in try body(UnsafePointer(pointer)) }
    }

    /// A copy of the whole value, which may be changed.
    public func copy() -> JanssonValue { storage.value.deepCopy() }
}

extension JanssonTree: Hashable {
    /// Compares values. The order of members is ignored, and an integer is equal to a real with the same value, because a
    /// conversion to text and back may turn one into the other.
    public static func == (left: Self, right: Self) -> Bool {
        left.withPointer { left in right.withPointer { json_equal(left, $0) != 0 || areEqual(left, $0) } }
    }

    /// Compares like jansson, for which an integer and a real are never equal.
    private static func areEqual(_ left: UnsafePointer<json_t>, _ right: UnsafePointer<json_t>) -> Bool {
        switch (left.pointee.type, right.pointee.type) {
        case (JSON_INTEGER, JSON_REAL): return Double(exactly: json_integer_value(left)) == json_real_value(right)
        case (JSON_REAL, JSON_INTEGER): return json_real_value(left) == Double(exactly: json_integer_value(right))
        case (JSON_ARRAY, JSON_ARRAY):
            let count = json_array_size(left)
            guard count == json_array_size(right) else { return false }
            return (0..<count).allSatisfy { place in
                guard let one = json_array_get(left, place), let other = json_array_get(right, place) else { return false }
                return areEqual(one, other)
            }
        case (JSON_OBJECT, JSON_OBJECT):
            guard json_object_size(left) == json_object_size(right) else { return false }
            let members = UnsafeMutablePointer(mutating: left)
            var entry = json_object_iter(members)
            while let member = entry, let one = json_object_iter_value(member) {
                guard let other = json_object_getn(right, json_object_iter_key(member), json_object_iter_key_len(member)),
                    areEqual(one, other)
                else { return false }
                entry = json_object_iter_next(members, member)
            }
            return true
        default: return json_equal(left, right) != 0
        }
    }

    public func hash(into hasher: inout Hasher) {
        withPointer { value in
            hasher.combine((value.pointee.type == JSON_REAL ? JSON_INTEGER : value.pointee.type).rawValue)
            hasher.combine(json_object_size(value))
            hasher.combine(json_array_size(value))
        }
    }
}

extension JanssonTree: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(unchecked: try JanssonValue(JSONValue(from: decoder)))
    }

    public func encode(to encoder: any Encoder) throws {
        let value = try storage.value.withPointer { (pointer) throws(DecodingError) in
            try JSONValue(borrowing: pointer, limits: .stored)
        }
        try value.encode(to: encoder)
    }
}

extension JanssonValue {
    /// A copy of the whole value.
    public borrowing func deepCopy() -> JanssonValue {
        guard let copy = withPointer({ json_deep_copy($0) }) else { fatalError("out of memory for a copy of a json_t") }
        return JanssonValue(adopting: copy)
    }

    /// Checks that the value is JSON and within `limits`, without copying it.
    ///
    /// - Returns: `true` if there are other references to the value or to a part of it.
    /// - Throws: The errors of ``JanssonTree/init(taking:limits:)``.
    @discardableResult
    public borrowing func check(_ limits: JSONLimits = JSONLimits()) throws(DecodingError) -> Bool {
        try withPointer { (pointer) throws(DecodingError) in
            var check = JanssonCheck(limits: limits, budget: limits.maximumBytes)
            if let reason = check.visit(pointer, depth: 0) {
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
            }
            return check.isShared
        }
    }
}

/// One pass over a value.
private struct JanssonCheck {
    let limits: JSONLimits
    var budget: Int
    var isShared = false

    /// The first problem with the value; `nil` if there is none.
    mutating func visit(_ value: UnsafeMutablePointer<json_t>, depth: Int) -> String? {
        budget -= 2
        guard budget >= 0 else { return "The value would need more than \(limits.maximumBytes) bytes of text." }
        switch value.pointee.type {
        case JSON_NULL, JSON_TRUE, JSON_FALSE: return nil  // jansson shares one object of each
        case JSON_INTEGER: break
        case JSON_REAL:
            let number = json_real_value(value)
            guard number.isFinite else { return "JSON has no number for \(number)." }
        case JSON_STRING:
            if let wrong = text(json_string_value(value), json_string_length(value)) { return wrong }
        case JSON_ARRAY:
            guard depth < limits.maximumDepth else { return tooDeep }
            for place in 0..<json_array_size(value) {
                guard let element = json_array_get(value, place) else { continue }
                if let wrong = visit(element, depth: depth + 1) { return wrong }
            }
        case JSON_OBJECT:
            guard depth < limits.maximumDepth else { return tooDeep }
            var entry = json_object_iter(value)
            while let member = entry, let child = json_object_iter_value(member) {
                let (key, length) = (json_object_iter_key(member), json_object_iter_key_len(member))
                if let wrong = text(key, length) { return wrong }
                if UnsafeRawBufferPointer(start: key, count: length).contains(0) { return nulInKey }
                if let wrong = visit(child, depth: depth + 1) { return wrong }
                entry = json_object_iter_next(value, member)
            }
        default: return "A json_t of the unknown type \(value.pointee.type.rawValue)."
        }
        if value.pointee.refcount != 1 { isShared = true }
        return nil
    }

    private var tooDeep: String {
        "More than \(limits.maximumDepth) arrays and objects inside each other, or one that contains itself."
    }

    private mutating func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
        budget -= count
        let bytes = UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
        return isValidUTF8(bytes) ? nil : "A string whose bytes are not UTF-8."
    }
}
