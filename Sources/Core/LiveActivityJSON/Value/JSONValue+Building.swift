extension JSONValue {
    /// The JSON value `null`.
    public static let null = JSONValue(document: .null, index: 0)

    /// `true` or `false`.
    public init(_ value: Bool) {
        self.init(document: value ? .true : .false, index: 0)
    }

    /// Creates a JSON number, with all its digits.
    public init(_ value: some FixedWidthInteger) {
        if let small = Int64(exactly: value) {
            self.init(scalar: Node(.int, payload: UInt64(bitPattern: small)))
        } else if let large = UInt64(exactly: value) {
            self.init(scalar: Node(.uint, payload: large))
        } else {
            self.init(.number, text: "\(value)")
        }
    }

    /// Creates a JSON number; `nil` for an infinity or NaN, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(scalar: Node(.double, payload: value.bitPattern))
    }

    /// Creates a JSON string.
    public init(_ value: String) { self.init(.string, text: value) }

    /// Creates a JSON array.
    ///
    /// - Precondition: no element nests ``JSONLimits/deepest`` levels or more.
    public init(_ elements: some Sequence<JSONValue>) {
        var builder = Builder(.array)
        for element in elements { builder.add(element) }
        self = builder.finish()
    }

    /// Creates an object with its members in this order; if a key occurs twice, the last value counts, at the position of the
    /// first.
    ///
    /// - Precondition: no value nests ``JSONLimits/deepest`` levels or more.
    public init(members: [(key: String, value: JSONValue)]) {
        var order: [MemberKey] = []
        var values: [MemberKey: JSONValue] = [:]
        for (key, value) in members where values.updateValue(value, forKey: MemberKey(key)) == nil {
            order.append(MemberKey(key))
        }
        var builder = Builder(.object)
        for key in order {
            if let value = values[key] { builder.add(value, called: key.text) }
        }
        self = builder.finish()
    }

    private init(scalar node: Node) { self.init(document: JSONDocument(scalar: node), index: 0) }

    init(_ kind: Node.Kind, text: String) {
        var text = text
        var arena = Arena(nodes: 1, bytes: text.utf8.count)
        text.withUTF8 {
            let range = arena.append($0)
            var node = Node(kind, range: range)
            node.isPlain = isPlainText(arena.bytes + Int(range.offset), $0.count)
            _ = arena.append(node)
        }
        self.init(document: JSONDocument(taking: arena), index: 0)
    }

    /// Combines values in a new document.
    private struct Builder {
        private var arena = Arena(nodes: 16, bytes: 256)

        init(_ kind: Node.Kind) { _ = arena.append(Node(kind)) }

        mutating func add(_ value: JSONValue, called key: String? = nil) {
            let place: Int
            do throws(NestedTooDeep) {
                place = try arena.flatten(value.flat, at: value.index, depth: 1)
            } catch {
                preconditionFailure("a JSONValue nested deeper than \(JSONLimits.deepest) levels")
            }
            arena.nodes[place].key = .empty
            arena.nodes[0].count += 1
            guard var key else { return }
            key.withUTF8 {
                let range = arena.append($0)
                arena.nodes[place].key = range
                arena.nodes[place].isKeyPlain = isPlainText(arena.bytes + Int(range.offset), $0.count)
            }
        }

        mutating func finish() -> JSONValue {
            arena.nodes[0].link = UInt32(arena.nodeCount)
            return JSONValue(document: JSONDocument(taking: arena), index: 0)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral {
    /// Creates the JSON value `null`.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self.init(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// Creates a JSON number.
    public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// Creates a JSON number.
    ///
    /// - Precondition: `value` is finite.
    public init(floatLiteral value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        self.init(scalar: Node(.double, payload: value.bitPattern))
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a JSON string.
    public init(stringLiteral value: String) { self.init(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Creates a JSON array.
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Creates an object, like ``init(members:)``.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init(members: members.map { (key: $0.0, value: $0.1) })
    }
}
