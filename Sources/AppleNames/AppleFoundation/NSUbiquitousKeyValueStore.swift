public import Foundation

/// Settings that a person's devices share. Nothing is shared or stored here: every value is missing.
open class NSUbiquitousKeyValueStore: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`, because the superclass is not sendable; this class has no state.

    public static let `default` = NSUbiquitousKeyValueStore()

    /// Never posted here.
    public static let didChangeExternallyNotification = Notification.Name(
        "NSUbiquitousKeyValueStoreDidChangeExternallyNotification")

    open var dictionaryRepresentation: [String: Any] { [:] }
    open func object(forKey key: String) -> Any? { nil }
    open func string(forKey key: String) -> String? { nil }
    open func array(forKey key: String) -> [Any]? { nil }
    open func dictionary(forKey key: String) -> [String: Any]? { nil }
    open func data(forKey key: String) -> Data? { nil }
    open func longLong(forKey key: String) -> Int64 { 0 }
    open func double(forKey key: String) -> Double { 0 }
    open func bool(forKey key: String) -> Bool { false }
    open func set(_ value: Any?, forKey key: String) {}
    open func removeObject(forKey key: String) {}
    @discardableResult open func synchronize() -> Bool { false }
}

/// Reasons and keys of ``NSUbiquitousKeyValueStore/didChangeExternallyNotification``, which is never posted.
public let NSUbiquitousKeyValueStoreChangeReasonKey = "NSUbiquitousKeyValueStoreChangeReasonKey"
public let NSUbiquitousKeyValueStoreChangedKeysKey = "NSUbiquitousKeyValueStoreChangedKeysKey"
public let NSUbiquitousKeyValueStoreServerChange = 0, NSUbiquitousKeyValueStoreInitialSyncChange = 1
public let NSUbiquitousKeyValueStoreQuotaViolationChange = 2, NSUbiquitousKeyValueStoreAccountChange = 3
