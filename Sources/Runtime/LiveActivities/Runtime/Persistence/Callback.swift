/// A closure that a `Mutex` holds.
///
/// As the value itself it would be wrapped once more by each access, permanently, so that its calls would need ever more time,
/// until one overflows the stack.
package struct Callback<Value>: Sendable {
    package let call: @Sendable (Value) -> Void

    package init(_ call: @escaping @Sendable (Value) -> Void) { self.call = call }
}
