public import LiveActivityUI

/// A value in the app's defaults, as a widget reads it from its app group's.
///
/// Read anew each time; a snapshot follows no change. Setting it writes it.
@propertyWrapper
public struct AppStorage<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }

    public var projectedValue: Binding<Value> { Binding(get: read, set: write) }

    private init(
        _ key: String, _ store: UserDefaults?, default value: Value, stored: @escaping (Value) -> Any?,
        restored: @escaping (Any) -> Value?
    ) {
        let store = store ?? .standard
        read = { store.object(forKey: key).flatMap(restored) ?? value }
        write = { value in
            if let object = stored(value) { store.set(object, forKey: key) } else { store.removeObject(forKey: key) }
        }
    }
}

/// What a property list holds as it is.
public protocol _AppStorageValue {}
extension Bool: _AppStorageValue {}
extension Int: _AppStorageValue {}
extension Double: _AppStorageValue {}
extension String: _AppStorageValue {}
extension Data: _AppStorageValue {}
extension Date: _AppStorageValue {}

extension AppStorage where Value: _AppStorageValue {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, default: wrappedValue, stored: { $0 }, restored: { $0 as? Value })
    }
}

extension AppStorage where Value == URL {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, default: wrappedValue, stored: \.absoluteString, restored: { ($0 as? String).flatMap(URL.init) })
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue: _AppStorageValue {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(
            key, store, default: wrappedValue, stored: \.rawValue,
            restored: { ($0 as? Value.RawValue).flatMap(Value.init(rawValue:)) })
    }
}

extension AppStorage {
    public init<Wrapped: _AppStorageValue>(_ key: String, store: UserDefaults? = nil) where Value == Wrapped? {
        self.init(key, store, default: nil, stored: { $0 }, restored: { $0 as? Wrapped })
    }
}
