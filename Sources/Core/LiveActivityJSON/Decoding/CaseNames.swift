// Error messages for enumerations: the existing cases, and the one that was probably intended.

/// The values of an enumeration without associated values, in the order of its cases.
package enum CaseNames {
    /// All values of `Value`; empty if `Value` is not such an enumeration.
    ///
    /// The compiler's own `CodingKeys` are private and not `CaseIterable`, so their number is read from the type's description
    /// at run time. That layout is part of Swift's stable ABI (`TargetEnumDescriptor` in the Swift project's ABI/Metadata.h),
    /// and each part is verified before it is used. Slow: for error messages and contracts.
    package static func values<Value>(of _: Value.Type) -> [Value] {
        #if _ptrauth(_arm64e)
        // On these platforms the pointer to the description is signed.
        return []
        #else
        guard isNative(Value.self) else { return [] }
        let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
        let isEnumeration = metadata.load(as: UInt.self) == 0x201
        guard isEnumeration, let description = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self),
            description.load(as: UInt32.self) & 0x1F == 18
        else { return [] }
        let payloads = description.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        let count = Int(description.load(fromByteOffset: 24, as: UInt32.self))
        // One case needs no bits. Two to 256 cases are numbered in one byte, in the order of their declaration.
        guard payloads == 0, 1...256 ~= count, MemoryLayout<Value>.size == (count == 1 ? 0 : 1) else { return [] }
        return (0..<count).map { number in
            withUnsafeBytes(of: UInt8(truncatingIfNeeded: number)) { $0.load(as: Value.self) }
        }
        #endif
    }

    /// Whether Swift numbers the cases; enumerations imported from C use their raw values.
    private static func isNative<Value>(_: Value.Type) -> Bool {
        guard let representable = Value.self as? any RawRepresentable.Type else { return true }
        func hasText<Raw: RawRepresentable>(_: Raw.Type) -> Bool { Raw.RawValue.self == String.self }
        return hasText(representable)
    }

    /// The raw values of a type whose raw values are strings, such as `enum Reason: String`; empty for other types.
    static func rawValues<Value>(of _: Value.Type) -> [String] {
        guard let representable = Value.self as? any RawRepresentable.Type else { return [] }
        func texts<Raw: RawRepresentable>(_: Raw.Type) -> [String] {
            values(of: Raw.self).compactMap { $0.rawValue as? String }
        }
        return texts(representable)
    }

    /// The names of a type of coding keys, in the order of their declaration.
    package static func keys(of type: any CodingKey.Type) -> [String] {
        func names<Key: CodingKey>(_: Key.Type) -> [String] { values(of: Key.self).map(\.stringValue) }
        return names(type)
    }

    /// The message for a name that is not in `names`: `there is no case 'pickedup'; did you mean 'pickedUp'? Use one of: …`.
    package static func unknown(_ name: String, _ noun: String, among names: [String]) -> String {
        let given = "there is no \(noun) '\(name.abridged)'"
        guard !names.isEmpty else { return given }
        let suggestion = nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
        return "\(given)\(suggestion) Use one of: \(names.joined(separator: ", "))"
    }

    /// The name with the smallest difference, if it is small enough to be a typing error.
    package static func nearest(to name: String, among names: [String]) -> String? {
        let given = Array(name.lowercased().utf8.prefix(64))
        let distances = names.map { (name: $0, distance: distance(given, Array($0.lowercased().utf8))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= max(1, best.name.utf8.count / 3)
        else {
            return nil
        }
        return best.name
    }

    /// The optimal string alignment distance: the number of bytes that must be inserted, removed, replaced, or exchanged with
    /// the next one.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var (former, row) = ([Int](), Array(0...right.count))
        for (index, byte) in left.enumerated() {
            var next = [index + 1]
            for (other, candidate) in right.enumerated() {
                var least = min(row[other] + (byte == candidate ? 0 : 1), row[other + 1] + 1, next[other] + 1)
                if index > 0, other > 0, byte == right[other - 1], candidate == left[index - 1] {
                    least = min(least, former[other - 1] + 1)
                }
                next.append(least)
            }
            (former, row) = (row, next)
        }
        return row[right.count]
    }
}

extension DecoderCore {
    /// Improves the error of an enumeration's synthesized `init(from:)` by listing the existing cases; returns any other error
    /// unchanged.
    ///
    /// The synthesized code reports only that it expected "one" key, or that a string is not valid.
    @inline(never)
    func explained<T>(_ error: any Error, _: T.Type, _ source: DecodingSource) -> any Error {
        switch error {
        case DecodingError.typeMismatch(let type, let context):
            guard let keys = state.pointee.caseKeys,
                context.debugDescription == "Invalid number of keys found, expected one.",
                node(source.node).pointee.kind == .object,
                context.codingPath.pathText == path(source.frame, source.trail).pathText
            else { return error }
            let reason = caseMissing(in: source.node, CaseNames.keys(of: keys))
            return DecodingError.typeMismatch(type, .init(codingPath: context.codingPath, debugDescription: reason))
        case DecodingError.dataCorrupted(let context):
            guard node(source.node).pointee.kind == .string,
                context.debugDescription.hasPrefix("Cannot initialize \(T.self) from"),
                let text = string(node(source.node))
            else { return error }
            let names = CaseNames.rawValues(of: T.self)
            guard !names.isEmpty else { return error }
            return DecodingError.dataCorrupted(
                .init(codingPath: context.codingPath, debugDescription: CaseNames.unknown(text, "value", among: names)))
        default: return error
        }
    }

    private func caseMissing(in object: UInt32, _ names: [String]) -> String {
        var given: [String] = []
        var child = object + 1
        for _ in 0..<node(object).pointee.count {
            given.append(String(decoding: key(of: child), as: UTF8.self))
            child += node(child).pointee.link
        }
        if given.count == 1 { return CaseNames.unknown(given[0], "case", among: names) }
        let found = given.isEmpty ? "none" : given.prefix(8).map { "'\($0.prefix(64))'" }.joined(separator: ", ")
        let cases = names.isEmpty ? "" : ". Use one of: \(names.joined(separator: ", "))"
        return "expected an object with one key, the name of the case; its keys are \(found)\(cases)"
    }
}
