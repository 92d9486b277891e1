/// Copies of one kind's states and attributes that undrained changes refer to, until they are drained.
@usableFromInline struct PendingContents {
    @usableFromInline var states: UnsafeMutableRawPointer?
    @usableFromInline var stateCount = 0
    @usableFromInline var stateCapacity = 0
    @usableFromInline var attributes: UnsafeMutableRawPointer?
    @usableFromInline var attributesCount = 0
    @usableFromInline var attributesCapacity = 0

    init() {}

    @inlinable mutating func append<State>(state: borrowing State) -> Int {
        if stateCount == stateCapacity {
            states = Self.grow(states, State.self, count: stateCount, capacity: &stateCapacity)
        }
        // Allocated by the branch above.
        let base = states.unsafelyUnwrapped.assumingMemoryBound(to: State.self)
        (base + stateCount).initialize(to: copy state)
        stateCount += 1
        return stateCount - 1
    }

    @inlinable mutating func append<Attributes>(attributes value: borrowing Attributes) -> Int {
        if attributesCount == attributesCapacity {
            attributes = Self.grow(attributes, Attributes.self, count: attributesCount, capacity: &attributesCapacity)
        }
        let base = attributes.unsafelyUnwrapped.assumingMemoryBound(to: Attributes.self)
        (base + attributesCount).initialize(to: copy value)
        attributesCount += 1
        return attributesCount - 1
    }

    @inlinable static func grow<Element>(
        _ old: UnsafeMutableRawPointer?, _: Element.Type, count: Int, capacity: inout Int
    ) -> UnsafeMutableRawPointer {
        capacity = max(16, capacity * 2)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        if let old {
            new.moveInitialize(from: old.assumingMemoryBound(to: Element.self), count: count)
            old.deallocate()
        }
        return UnsafeMutableRawPointer(new)
    }

    /// The elements of both buffers must have been deinitialized.
    mutating func deallocate() {
        states?.deallocate()
        attributes?.deallocate()
        self = PendingContents()
    }
}
