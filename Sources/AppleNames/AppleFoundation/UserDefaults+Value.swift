public import Foundation

extension UserDefaults {
    /// A setting by its key, as Objective-C's key-value coding gives it.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
    /// Sets a setting by its key, as Objective-C's key-value coding does.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}
