/// The offsets of the parts of a row, and the operations that are independent of the provider's rules: destroying, copying, and
/// saving them for undrained changes (``PendingContents``).
///
/// `@unchecked Sendable` because the functions capture types and offsets only; the types themselves need not be `Sendable`
/// (``ActivityAttributes``).
@usableFromInline struct RowOperations: @unchecked Sendable {
    /// The state's offset from a row's start, in bytes.
    @usableFromInline let stateOffset: Int
    /// The distance between two saved states, in bytes.
    @usableFromInline let stateStride: Int
    @usableFromInline let attributesOffset: Int
    @usableFromInline let attributesStride: Int

    @usableFromInline let destroy: (UnsafeMutableRawPointer) -> Void
    @usableFromInline let copy: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    /// Copies a row's state to the saved ones and returns its index there.
    @usableFromInline let saveState: (UnsafeRawPointer, inout PendingContents) -> Int
    @usableFromInline let saveAttributes: (UnsafeRawPointer, inout PendingContents) -> Int
    @usableFromInline let clearPending: (inout PendingContents) -> Void

    @inlinable init<Attributes: ActivityAttributes>(_: Attributes.Type) {
        typealias State = Attributes.ContentState
        let stateOffset = RowLayout.stateOffset(Attributes.self)
        let attributesOffset = RowLayout.attributesOffset(Attributes.self)
        self.stateOffset = stateOffset
        self.attributesOffset = attributesOffset
        stateStride = MemoryLayout<State>.stride
        attributesStride = MemoryLayout<Attributes>.stride

        destroy = { row in
            (row + stateOffset).assumingMemoryBound(to: State.self).deinitialize(count: 1)
            (row + attributesOffset).assumingMemoryBound(to: Attributes.self).deinitialize(count: 1)
        }
        copy = { from, to in
            (to + stateOffset).initializeMemory(
                as: State.self, to: (from + stateOffset).assumingMemoryBound(to: State.self).pointee)
            (to + attributesOffset).initializeMemory(
                as: Attributes.self, to: (from + attributesOffset).assumingMemoryBound(to: Attributes.self).pointee)
        }
        saveState = { row, pending in
            pending.append(state: (row + stateOffset).assumingMemoryBound(to: State.self).pointee)
        }
        saveAttributes = { row, pending in
            pending.append(attributes: (row + attributesOffset).assumingMemoryBound(to: Attributes.self).pointee)
        }
        clearPending = { pending in
            pending.states?.assumingMemoryBound(to: State.self).deinitialize(count: pending.stateCount)
            pending.attributes?.assumingMemoryBound(to: Attributes.self).deinitialize(count: pending.attributesCount)
            pending.stateCount = 0
            pending.attributesCount = 0
        }
    }
}
