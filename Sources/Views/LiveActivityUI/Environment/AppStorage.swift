public import Foundation

/// A value in `UserDefaults`, read when the view is resolved.
///
/// Setting it writes to the defaults at once. A renderer process has its own defaults: pass the defaults of an app
/// group as `store` to share values with the app.
@propertyWrapper
public struct AppStorage<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    /// The stored value, or the initial value of the property if the key is not set or has another type.
    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    /// A binding that reads and writes the defaults.
    public var projectedValue: Binding<Value> { Binding(get: read, set: write) }

    private init(_ key: String, _ store: UserDefaults?, _ read: @escaping (UserDefaults) -> Value?, _ standard: Value) {
        let store = store ?? .standard
        self.read = { store.object(forKey: key) == nil ? standard : read(store) ?? standard }
        write = { store.set($0, forKey: key) }
    }
}

extension AppStorage: DynamicProperty {}

extension AppStorage where Value == Bool {
    /// A Boolean under `key`; `wrappedValue` is the default. `store` defaults to `UserDefaults.standard`.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.bool(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Int {
    /// An integer under `key`; `wrappedValue` is the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.integer(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Double {
    /// A floating-point number under `key`; `wrappedValue` is the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.double(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == String {
    /// A string under `key`; `wrappedValue` is the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.string(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Data {
    /// Data under `key`; `wrappedValue` is the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.data(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
    /// An enum stored as its string raw value; an unknown raw value reads as the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        let text = AppStorage<String>(wrappedValue: wrappedValue.rawValue, key, store: store)
        read = { Value(rawValue: text.wrappedValue) ?? wrappedValue }
        write = { text.wrappedValue = $0.rawValue }
    }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
    /// An enum stored as its integer raw value; an unknown raw value reads as the default.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        let number = AppStorage<Int>(wrappedValue: wrappedValue.rawValue, key, store: store)
        read = { Value(rawValue: number.wrappedValue) ?? wrappedValue }
        write = { number.wrappedValue = $0.rawValue }
    }
}

/// Optional values: `nil` while the key is not set. Setting `nil` removes the key.
extension AppStorage {
    private init<Wrapped>(optional key: String, _ store: UserDefaults?) where Value == Wrapped? {
        let store = store ?? .standard
        read = { store.object(forKey: key) as? Wrapped }
        write = { value in
            if let value { store.set(value, forKey: key) } else { store.removeObject(forKey: key) }
        }
    }

    /// An optional Boolean under `key`.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? { self.init(optional: key, store) }
    /// An optional integer under `key`.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? { self.init(optional: key, store) }
    /// An optional floating-point number under `key`.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? { self.init(optional: key, store) }
    /// An optional string under `key`.
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? { self.init(optional: key, store) }
    /// Optional data under `key`.
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? { self.init(optional: key, store) }
}
