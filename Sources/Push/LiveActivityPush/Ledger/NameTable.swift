#if Push
/// Names in the order of their addition, so that rows and entries can have a number of two bytes in place of a name.
///
/// Apps choose some of the names, so the table has a bound, and a name that does not fit is refused.
struct NameTable<Name: Hashable & Sendable>: Sendable {
    /// The maximum number of names. One more would not fit in an entry's kind, which is a name's number plus 1.
    static var limit: Int { Int(UInt16.max) }

    private var names: [Name] = []
    private var numbers: [Name: UInt16] = [:]

    subscript(number: Int) -> Name { names[number] }

    func number(of name: Name) -> UInt16? {
        // Most tables have a few names, which are compared in less time than one is hashed.
        names.count <= 8 ? names.firstIndex(of: name).map { UInt16($0) } : numbers[name]
    }

    /// - Returns: The number of the name, which is added if it is new; `nil` if the table is full.
    mutating func number(adding name: Name) -> UInt16? {
        if let known = number(of: name) { return known }
        guard names.count < Self.limit else { return nil }
        let number = UInt16(names.count)
        names.append(name)
        numbers[name] = number
        return number
    }
}
#endif
