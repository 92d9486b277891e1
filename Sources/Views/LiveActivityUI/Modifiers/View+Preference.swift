/// A key for a value that views pass to the views around them. It compiles here, but values are not passed on.
public protocol PreferenceKey {
    associatedtype Value

    /// The value if no view sets one.
    static var defaultValue: Value { get }
    /// Combines the values of several views. Never called here.
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension View {
    /// No effect: preferences are known after the layout, but views are resolved only once, before it.
    public func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> Self { self }
    /// No effect, see ``preference(key:value:)``.
    public func onPreferenceChange<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, perform action: @escaping (Key.Value) -> Void
    ) -> Self where Key.Value: Equatable { self }
}
