/// The name of a value that views hand outwards.
public protocol PreferenceKey {
    associatedtype Value

    static var defaultValue: Value { get }
    static func reduce(value: inout Value, nextValue: () -> Value)
}

extension View {
    /// No effect: what is handed outwards is known after a view was laid out, and a snapshot's views are asked once, before that.
    public func preference<Key: PreferenceKey>(key: Key.Type = Key.self, value: Key.Value) -> Self { self }
    /// No effect, see ``preference(key:value:)``.
    public func onPreferenceChange<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, perform action: @escaping (Key.Value) -> Void
    ) -> Self where Key.Value: Equatable { self }
}
