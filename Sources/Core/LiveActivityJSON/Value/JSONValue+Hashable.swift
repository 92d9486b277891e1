extension JSONValue: Hashable {
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        if left.document === right.document, left.index == right.index { return true }
        guard left.kind == right.kind, left.count == right.count else { return false }
        switch left.kind {
        case .null: return true
        case .bool: return left.node.pointee.kind == right.node.pointee.kind
        case .string: return left.bytes.elementsEqual(right.bytes)
        case .number: return isSameNumber(left, right)
        case .array:
            var others = right.elements
            return left.elements.allSatisfy { $0 == others.next() }
        case .object:
            return left.hasMembers(of: right)
        }
    }

    /// Equal values have equal hashes; the order of members does not matter.
    public func hash(into hasher: inout Hasher) {
        switch kind {
        case .null: hasher.combine(0)
        case .bool: hasher.combine(node.pointee.kind == .true)
        case .string: hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        // Exactly equal numbers have the same nearest double, and adding zero removes the sign of minus zero.
        case .number: hasher.combine((double ?? .infinity) + 0)
        case .array:
            hasher.combine(count)
            for element in elements { element.hash(into: &hasher) }
        case .object:
            var sum = count
            for (key, value) in members {
                var member = Hasher()
                member.combine(key)
                value.hash(into: &member)
                sum &+= member.finalize()
            }
            hasher.combine(sum)
        }
    }

    /// A string's bytes.
    private var bytes: UnsafeBufferPointer<UInt8> { flat.buffer(node.pointee.range) }

    private static func isSameNumber(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left.node.pointee.kind == .int, right.node.pointee.kind == .int {
            return left.node.pointee.payload == right.node.pointee.payload
        }
        guard var first = left.numberText, var second = right.numberText else { return false }
        return first == second
            || first.withUTF8 { DecimalText($0) } == second.withUTF8 { DecimalText($0) }
    }

    /// Whether the other object has all of these members. Both are objects with the same number of members, and no object has a
    /// key twice.
    private func hasMembers(of other: JSONValue) -> Bool {
        if count > KeyIndex.threshold {
            let others = Dictionary(
                other.members.map { (MemberKey($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
            return members.allSatisfy { others[MemberKey($0.key)] == $0.value }
        }
        return elements(of: .object).allSatisfy { member in
            let key = flat.buffer(member.node.pointee.key)
            return other.find(key).map { JSONValue(document: other.document, index: $0) == member } ?? false
        }
    }

    private func elements(of kind: Node.Kind) -> Elements { Elements(self, of: kind) }
}

/// A key as the bytes that JSON has. As strings two keys are equal if they only look equal, such as "é" in one and in two
/// characters.
struct MemberKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }
    func hash(into hasher: inout Hasher) { withBytes(of: text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}
