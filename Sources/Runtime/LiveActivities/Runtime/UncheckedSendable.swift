/// A value whose type need not be `Sendable`, passed from one thread to another: attributes, content, an event.
///
/// The types of attributes and content are the caller's own and, as in ActivityKit, need not be `Sendable`
/// (``/LiveActivityCore/ActivityAttributes``).
///
/// Why `@unchecked Sendable` is correct here: the wrapped value is a constant, it is copied in by the thread that has it, and
/// it is only read afterwards. For a value type two threads so never access the same memory. A class instance inside such a
/// value would be shared; the documentation of `ActivityAttributes` says that it must not change.
@usableFromInline package struct UncheckedSendable<Value>: @unchecked Sendable {
    @usableFromInline package let value: Value

    @inlinable package init(_ value: Value) { self.value = value }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}
