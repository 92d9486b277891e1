/// The offsets of the parts of a row, in bytes from its head. The next row's ``ActivityRest`` follows its attributes.
@usableFromInline struct RowLayout: Sendable {
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int

    @inlinable init<Attributes: ActivityAttributes>(_: Attributes.Type) {
        alignment = max(
            64, MemoryLayout<Attributes.ContentState>.alignment, MemoryLayout<Attributes>.alignment)
        stride = Self.up(
            Self.up(
                Self.attributesOffset(Attributes.self) + MemoryLayout<Attributes>.size,
                to: MemoryLayout<ActivityRest>.alignment) + MemoryLayout<ActivityRest>.stride, to: alignment)
    }

    @inlinable static func up(_ size: Int, to alignment: Int) -> Int { (size + alignment - 1) & ~(alignment - 1) }

    @inlinable static func stateOffset<Attributes: ActivityAttributes>(_: Attributes.Type) -> Int {
        up(MemoryLayout<ActivityHead>.size, to: MemoryLayout<Attributes.ContentState>.alignment)
    }

    @inlinable static func attributesOffset<Attributes: ActivityAttributes>(_: Attributes.Type) -> Int {
        up(
            stateOffset(Attributes.self) + MemoryLayout<Attributes.ContentState>.size,
            to: MemoryLayout<Attributes>.alignment)
    }
}
