public import Foundation

/// A value in the app's defaults: read when the snapshot is made, and written through.
///
/// A renderer process has the defaults of its own; give an app group's (`store`) to share them with the app.
@propertyWrapper
public struct AppStorage<Value> {
    private let read: () -> Value
    private let write: (Value) -> Void

    public var wrappedValue: Value {
        get { read() }
        nonmutating set { write(newValue) }
    }
    public var projectedValue: Binding<Value> { Binding(get: read, set: write) }

    private init(_ key: String, _ store: UserDefaults?, _ read: @escaping (UserDefaults) -> Value?, _ standard: Value) {
        let store = store ?? .standard
        self.read = { store.object(forKey: key) == nil ? standard : read(store) ?? standard }
        write = { store.set($0, forKey: key) }
    }
}

extension AppStorage: DynamicProperty {}

extension AppStorage where Value == Bool {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.bool(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.integer(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Double {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.double(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.string(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, store, { $0.data(forKey: key) }, wrappedValue)
    }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        let text = AppStorage<String>(wrappedValue: wrappedValue.rawValue, key, store: store)
        read = { Value(rawValue: text.wrappedValue) ?? wrappedValue }
        write = { text.wrappedValue = $0.rawValue }
    }
}
extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        let number = AppStorage<Int>(wrappedValue: wrappedValue.rawValue, key, store: store)
        read = { Value(rawValue: number.wrappedValue) ?? wrappedValue }
        write = { number.wrappedValue = $0.rawValue }
    }
}

/// Nothing where the defaults have none; setting `nil` removes it.
extension AppStorage {
    private init<Wrapped>(optional key: String, _ store: UserDefaults?) where Value == Wrapped? {
        let store = store ?? .standard
        read = { store.object(forKey: key) as? Wrapped }
        write = { value in
            if let value { store.set(value, forKey: key) } else { store.removeObject(forKey: key) }
        }
    }

    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? { self.init(optional: key, store) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? { self.init(optional: key, store) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? { self.init(optional: key, store) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? { self.init(optional: key, store) }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? { self.init(optional: key, store) }
}
