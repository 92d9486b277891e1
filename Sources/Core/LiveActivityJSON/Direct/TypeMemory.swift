/// A cache of a coder's findings about types. Asking the Swift runtime whether a type conforms to a protocol costs as much as
/// coding a small value.
struct TypeMemory<Found> {
    private struct Slot {
        var type: ObjectIdentifier?
        var found: Found?
    }

    /// The slots. Their number is a power of two, and more than the number of types that most coders meet.
    private var slots = Array(repeating: Slot(), count: 16)
    private let search: (any Any.Type) -> Found?

    init(_ search: @escaping (any Any.Type) -> Found?) { self.search = search }

    @inline(__always)
    subscript(type: any Any.Type) -> Found? {
        mutating get {
            let bits = UInt(bitPattern: ObjectIdentifier(type))
            let place = Int(bitPattern: (bits >> 4 ^ bits >> 10) & UInt(bitPattern: slots.count &- 1))
            if slots[place].type == ObjectIdentifier(type) { return slots[place].found }
            return learn(type, place)
        }
    }

    @inline(never)
    private mutating func learn(_ type: any Any.Type, _ place: Int) -> Found? {
        slots[place] = Slot(type: ObjectIdentifier(type), found: search(type))
        return slots[place].found
    }
}
