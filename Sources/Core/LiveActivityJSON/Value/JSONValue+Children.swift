extension JSONValue {
    /// An array's elements in order; empty for any other kind.
    public var elements: Elements { Elements(self, of: .array) }

    /// An object's members in document order; empty for any other kind.
    public var members: Members { Members(elements: Elements(self, of: .object)) }

    /// The elements of an array. Iterating copies no JSON.
    public struct Elements: Sequence, IteratorProtocol, Sendable {
        private let document: JSONDocument
        private var place: Int
        private var rest: Int

        init(_ value: JSONValue, of kind: Node.Kind) {
            document = value.document
            place = value.index + 1
            rest = value.node.pointee.kind == kind ? value.count : 0
        }

        public var underestimatedCount: Int { rest }

        public mutating func next() -> JSONValue? {
            guard rest > 0 else { return nil }
            defer {
                rest -= 1
                place = document.flat.next(after: place)
            }
            return JSONValue(document: document, index: place)
        }
    }

    /// The members of an object. Iterating copies the keys and no other JSON.
    public struct Members: Sequence, IteratorProtocol, Sendable {
        fileprivate var elements: Elements

        public var underestimatedCount: Int { elements.underestimatedCount }

        public mutating func next() -> (key: String, value: JSONValue)? {
            guard let value = elements.next() else { return nil }
            let key = value.flat.buffer(value.node.pointee.key)
            return (String(decoding: key, as: UTF8.self), value)
        }
    }
}
