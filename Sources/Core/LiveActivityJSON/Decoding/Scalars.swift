import LiveActivityFoundation

/// Single values. Each function returns `nil` when the node has another type. The caller then calls ``failure(_:_:_:)`` for the
/// reason, so that the common case does no work for the error.
extension DecoderCore {
    @inline(__always)
    func bool(_ node: UnsafePointer<Node>) -> Bool? {
        switch node.pointee.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    @inline(__always)
    func string(_ node: UnsafePointer<Node>) -> String? {
        guard node.pointee.kind == .string else { return nil }
        return String(decoding: flat.buffer(node.pointee.range), as: UTF8.self)
    }

    @inline(__always)
    func integer<T: FixedWidthInteger>(_ node: UnsafePointer<Node>, as type: T.Type) -> T? {
        if node.pointee.kind == .int { return T(exactly: Int64(bitPattern: node.pointee.payload)) }
        return flat.rareInteger(node, as: type)
    }

    @inline(__always)
    func double(_ node: UnsafePointer<Node>) -> Double? { flat.double(node) }

    func float(_ node: UnsafePointer<Node>) -> Float? {
        switch node.pointee.kind {
        case .int: return Float(Int64(bitPattern: node.pointee.payload))
        case .uint: return Float(node.pointee.payload)
        case .float: return Float(node.pointee.double)
        case .double:
            let value = Float(node.pointee.double)
            return value.isFinite && (value != 0 || node.pointee.double == 0) ? value : nil
        case .number: return NumberText.float(flat.buffer(node.pointee.range))
        default: return nil
        }
    }

    /// A value of a ``SpecialType``.
    ///
    /// - Parameter path: Makes the path to the value, for an error.
    @inline(never)
    func scalar<T>(
        _ special: SpecialType, _ type: T.Type, _ node: UnsafePointer<Node>, _ path: () -> [any CodingKey]
    ) throws -> T {
        func corrupted(_ text: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: path(), debugDescription: text))
        }
        func text() throws -> String {
            guard let text = string(node) else { throw failure(String.self, node, path()) }
            return text
        }
        if special == .json { return same(json(node), as: type) }
        if special == .text { return same(JSONText(json(node)), as: type) }
        if node.pointee.kind == .null { throw failure(type, node, path()) }
        switch special {
        case .json, .text, .dates: throw corrupted("\(type) is not decoded here.")
        case .date:
            guard state.pointee.acceptsISO8601Dates, let text = string(node) else {
                throw failure(Double.self, node, path())
            }
            guard let date = Date(iso8601: text) else {
                throw corrupted(
                    "\"\(text.abridged)\" is not an ISO 8601 time; write it like 2026-06-20T17:00:00Z or 2026-06-20T17:00:00.5+02:00."
                )
            }
            return same(date, as: type)
        case .url:
            let text = try text()
            guard let url = URL(string: text) else { throw corrupted("\"\(text.abridged)\" is not a URL.") }
            return same(url, as: type)
        case .data:
            guard let data = Data(base64Encoded: try text()) else {
                throw corrupted("The string is not base64 in the standard alphabet with padding.")
            }
            return same(data, as: type)
        case .decimal:
            guard let text = flat.numberText(node) else { throw failure(type, node, path()) }
            guard let decimal = Decimal(string: text) else { throw corrupted("\(text.abridged) is out of range for Decimal.") }
            return same(decimal, as: type)
        }
    }

    /// The value at `node` as an independent value; shares the document if that outlives the call anyway.
    func json(_ node: UnsafePointer<Node>) -> JSONValue {
        if state.pointee.recordsReads { recordAll(of: node) }
        if node.pointee.kind == .null { return .null }
        let index = node - state.pointee.nodes
        if let document = state.pointee.document { return JSONValue(document: document, index: index) }
        return JSONValue(document: JSONDocument(copying: flat, at: index), index: 0)
    }

    // MARK: Errors

    /// The error for a `node` that could not be decoded as `type`.
    ///
    /// It contains the value's full path even in cases where Foundation gives none (a number that does not fit).
    @inline(never)
    func failure(_ type: any Any.Type, _ node: UnsafePointer<Node>, _ path: [any CodingKey]) -> DecodingError {
        // Foundation reports null for a Bool as a wrong type, for any other type as a missing value.
        if node.pointee.kind == .null, type != Bool.self {
            return .valueNotFound(
                type, .init(codingPath: path, debugDescription: "Expected \(ExpectedValue(type: type)) and found null."))
        }
        if let number = flat.numberText(node), type != Bool.self, type != String.self {
            return .dataCorrupted(
                .init(codingPath: path, debugDescription: "\(number.abridged) is not \(ExpectedValue(type: type))."))
        }
        return .typeMismatch(
            type,
            .init(
                codingPath: path,
                debugDescription: "Expected \(ExpectedValue(type: type)) and found \(node.pointee.nameWithArticle)."))
    }
}

extension FlatNodes {
    @inline(__always)
    func double(_ node: UnsafePointer<Node>) -> Double? {
        if node.pointee.kind == .int { return Double(Int64(bitPattern: node.pointee.payload)) }
        return rareDouble(node)
    }

    /// Decodes a well-formed range of two numbers; anything else is left to the range's own `init(from:)`.
    func dates(_ node: UnsafePointer<Node>) -> ClosedRange<Date>? {
        guard node.pointee.kind == .array, node.pointee.count == 2, node[1].link == 1,
            let first = double(node + 1), let last = double(node + 2), first <= last
        else { return nil }
        return Date(timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
    }

    @inline(never)
    func rareInteger<T: FixedWidthInteger>(_ node: UnsafePointer<Node>, as type: T.Type) -> T? {
        switch node.pointee.kind {
        case .int: T(exactly: Int64(bitPattern: node.pointee.payload))
        case .uint: T(exactly: node.pointee.payload)
        case .double, .float: T(exactly: node.pointee.double)
        case .number: NumberText.integer(buffer(node.pointee.range), as: type)
        default: nil
        }
    }

    @inline(never)
    func rareDouble(_ node: UnsafePointer<Node>) -> Double? {
        switch node.pointee.kind {
        case .int: Double(Int64(bitPattern: node.pointee.payload))
        case .uint: Double(node.pointee.payload)
        case .double, .float: node.pointee.double
        case .number: NumberText.double(buffer(node.pointee.range))
        default: nil
        }
    }

    /// A number's text, as it was read or as it would be written.
    func numberText(_ node: UnsafePointer<Node>) -> String? {
        switch node.pointee.kind {
        case .int, .uint, .double, .float, .number:
            var writer = TextWriter(into: Arena(nodes: 1, bytes: NumberText.longest))
            writer.write(self, at: node - nodes)
            defer { writer.out.free() }
            return String(decoding: UnsafeBufferPointer(start: writer.out.bytes, count: writer.out.byteCount), as: UTF8.self)
        default: return nil
        }
    }
}
