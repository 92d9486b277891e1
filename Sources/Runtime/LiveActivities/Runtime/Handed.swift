/// Attributes or content on their way from one thread to another.
///
/// `@unchecked Sendable` because their types need not be (``LiveActivityCore/ActivityAttributes``): they are values, which a caller
/// hands over or is handed as a copy of its own. A class inside such a value would be shared; the protocol's documentation says so,
/// and ActivityKit, which asks for no more, has the same rule.
@usableFromInline struct Handed<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) { self.value = value }
}

extension Handed: Equatable where Value: Equatable {}
extension Handed: Hashable where Value: Hashable {}
