import LiveActivityFoundation

/// Converting values to nodes.
extension EncoderCore {
    /// Encodes `value` into the node of `target`. A value that encodes nothing leaves it `unset`.
    @inline(__always)
    func write<T: Encodable>(_ value: T, to target: EncodingTarget) throws {
        guard let special = SpecialType(T.self), special != .dates else { return try value.encode(to: target) }
        put(try scalar(special, value) { notANumber($0, target.frame, target.trail) }, into: target)
    }

    /// Encodes `value` as the member `key` of the object `parent`.
    @inline(__always)
    func write<T: Encodable, Key: CodingKey>(
        _ value: T, as key: Key, called name: String, of parent: UInt32, under frame: UInt32, _ trail: PathTrail?
    ) throws {
        let child: UInt32
        if let special = SpecialType(T.self), isScalar(special, value) {
            child = newNode(try scalar(special, value) { notANumber($0, frame, trail, key) })
            self.name(child, name)
        } else {
            child = newNode(Node(.unset))
            self.name(child, name)
            let inner = state.pointee.path.push(Key.self, node(child).pointee.key, under: frame, trail)
            defer { state.pointee.path.pop() }
            try encode(value, into: child, inner)
        }
        // Linked only when complete: a caller may catch the error and continue without this member.
        link(child, to: parent)
    }

    /// Encodes `value` as the last element of the array `parent`.
    @inline(__always)
    func write<T: Encodable>(
        _ value: T, elementOf parent: UInt32, under frame: UInt32, _ trail: PathTrail?
    ) throws {
        let index = node(parent).pointee.count
        let child: UInt32
        if let special = SpecialType(T.self), isScalar(special, value) {
            child = newNode(try scalar(special, value) { notANumber($0, frame, trail, JSONKey(index: Int(index))) })
        } else {
            child = newNode(Node(.unset))
            let inner = state.pointee.path.push(index: index, under: frame, trail)
            defer { state.pointee.path.pop() }
            try encode(value, into: child, inner)
        }
        append(child, to: parent)
    }

    @inline(__always)
    private func encode<T: Encodable>(_ value: T, into child: UInt32, _ frame: UInt32) throws {
        if state.pointee.path.level(of: frame) > JSONLimits.deepest { throw tooDeep(value, frame) }
        let target = EncodingTarget(core: self, node: child, frame: frame, trail: nil)
        try value.encode(to: target)
        if node(child).pointee.kind == .unset { node(child).pointee.kind = .object }
    }

    @inline(never)
    private func tooDeep(_ value: some Encodable, _ frame: UInt32) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: path(frame, nil),
                debugDescription: "Nested deeper than \(JSONLimits.deepest) levels; no device could decode it."))
    }

    /// - Parameter notANumber: Creates the error for a number that JSON does not have.
    @inline(__always)
    private func scalar<T>(
        _ special: SpecialType, _ value: T, _ notANumber: (any Sendable) -> EncodingError
    ) throws -> Node {
        if special == .date {
            let seconds = same(value, as: Date.self).timeIntervalSinceReferenceDate
            guard seconds.isFinite else { throw notANumber(seconds) }
            return Node(.double, payload: seconds.bitPattern)
        }
        guard let node = rareScalar(special, value) else { throw notANumber(same(value, as: Decimal.self)) }
        return node
    }

    /// Whether `value` is written as a whole. A range of dates whose error must name the bound is not: it encodes itself.
    @inline(__always)
    private func isScalar<T>(_ special: SpecialType, _ value: T) -> Bool {
        guard special == .dates else { return true }
        let dates = same(value, as: ClosedRange<Date>.self)
        return dates.lowerBound.timeIntervalSinceReferenceDate.isFinite
            && dates.upperBound.timeIntervalSinceReferenceDate.isFinite
    }

    func array(_ dates: ClosedRange<Date>) -> Node {
        let first = newNode(Node(.double, payload: dates.lowerBound.timeIntervalSinceReferenceDate.bitPattern))
        let last = newNode(Node(.double, payload: dates.upperBound.timeIntervalSinceReferenceDate.bitPattern))
        node(first).pointee.link = last
        var array = Node(.array)
        array.high = first
        array.low = last
        array.count = 2
        return array
    }

    /// `nil` for a Decimal that is not a number.
    @inline(never)
    private func rareScalar<T>(_ special: SpecialType, _ value: T) -> Node? {
        switch special {
        case .date: return nil
        case .dates: return array(same(value, as: ClosedRange<Date>.self))
        case .json: return embed(same(value, as: JSONValue.self))
        case .text: return raw(same(value, as: JSONText.self))
        case .url: return string(same(value, as: URL.self).absoluteString)
        case .data: return string(same(value, as: Data.self).base64EncodedString())
        case .decimal:
            let decimal = same(value, as: Decimal.self)
            return decimal.isNaN ? nil : number(text: decimal.description)
        }
    }

    func raw(_ text: JSONText) -> Node {
        Node(.raw, range: text.bytes.withUnsafeBufferPointer { state.pointee.arena.append($0) })
    }

    func embed(_ value: JSONValue) -> Node {
        state.pointee.hasExtras = true
        state.pointee.embedded.append(value)
        return Node(.embedded, payload: UInt64(state.pointee.embedded.count - 1))
    }

    @inline(__always)
    func string(_ value: String) -> Node {
        let (range, isPlain) = copy(value)
        var node = Node(.string, range: range)
        node.isPlain = isPlain
        return node
    }

    func number(text: String) -> Node {
        var node = Node(.number, range: copy(text).range)
        node.isPlain = true
        return node
    }

    @inline(__always)
    func number(_ value: Double, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) throws -> Node {
        guard value.isFinite else { throw notANumber(value, frame, trail, key) }
        return Node(.double, payload: value.bitPattern)
    }

    @inline(__always)
    func number(_ value: Float, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil) throws -> Node {
        guard value.isFinite else { throw notANumber(value, frame, trail, key) }
        return Node(.float, payload: Double(value).bitPattern)
    }

    @inline(__always)
    func integer<T: FixedWidthInteger>(_ value: T) -> Node {
        if T.isSigned || T.bitWidth < 64, T.bitWidth <= 64 {
            return Node(.int, payload: UInt64(bitPattern: Int64(truncatingIfNeeded: value)))
        }
        if let small = Int64(exactly: value) { return Node(.int, payload: UInt64(bitPattern: small)) }
        if let large = UInt64(exactly: value) { return Node(.uint, payload: large) }
        return number(text: "\(value)")
    }

    @inline(never)
    func notANumber(
        _ value: any Sendable, _ frame: UInt32, _ trail: PathTrail?, _ key: (any CodingKey)? = nil
    ) -> EncodingError {
        .invalidValue(
            value,
            .init(
                codingPath: path(frame, trail, key),
                debugDescription: "JSON has no number for \(value); encode null or leave the value out."))
    }
}
