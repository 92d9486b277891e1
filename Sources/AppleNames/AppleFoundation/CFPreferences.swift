public import Foundation

// Settings by the identifier of an app or an app group, as in Core Foundation.

public typealias CFPropertyList = Any

public let kCFPreferencesCurrentApplication: CFString = "kCFPreferencesCurrentApplication"
public let kCFPreferencesAnyApplication: CFString = "kCFPreferencesAnyApplication"
public let kCFPreferencesCurrentUser: CFString = "kCFPreferencesCurrentUser"
public let kCFPreferencesAnyUser: CFString = "kCFPreferencesAnyUser"
public let kCFPreferencesCurrentHost: CFString = "kCFPreferencesCurrentHost"
public let kCFPreferencesAnyHost: CFString = "kCFPreferencesAnyHost"

public func CFPreferencesCopyAppValue(_ key: CFString, _ application: CFString) -> CFPropertyList? {
    settings(application)?.object(forKey: key)
}
public func CFPreferencesGetAppBooleanValue(
    _ key: CFString, _ application: CFString, _ exists: UnsafeMutablePointer<DarwinBoolean>?
) -> Bool {
    exists?.pointee = DarwinBoolean(settings(application)?.object(forKey: key) != nil)
    return settings(application)?.bool(forKey: key) ?? false
}
public func CFPreferencesGetAppIntegerValue(
    _ key: CFString, _ application: CFString, _ exists: UnsafeMutablePointer<DarwinBoolean>?
) -> Int {
    exists?.pointee = DarwinBoolean(settings(application)?.object(forKey: key) != nil)
    return settings(application)?.integer(forKey: key) ?? 0
}
public func CFPreferencesSetAppValue(_ key: CFString, _ value: CFPropertyList?, _ application: CFString) {
    settings(application)?.set(value, forKey: key)
}
/// Returns `true` and does nothing: settings are stored immediately.
@discardableResult public func CFPreferencesAppSynchronize(_ application: CFString) -> Bool { true }

public func CFPreferencesCopyValue(
    _ key: CFString, _ application: CFString, _ user: CFString, _ host: CFString
) -> CFPropertyList? { CFPreferencesCopyAppValue(key, application) }
public func CFPreferencesSetValue(
    _ key: CFString, _ value: CFPropertyList?, _ application: CFString, _ user: CFString, _ host: CFString
) { CFPreferencesSetAppValue(key, value, application) }
@discardableResult
public func CFPreferencesSynchronize(_ application: CFString, _ user: CFString, _ host: CFString) -> Bool { true }
public func CFPreferencesCopyKeyList(_ application: CFString, _ user: CFString, _ host: CFString) -> CFArray? {
    settings(application).map { Array($0.dictionaryRepresentation().keys) }
}

private func settings(_ application: CFString) -> UserDefaults? {
    application == kCFPreferencesCurrentApplication ? .standard : UserDefaults(suiteName: application)
}
