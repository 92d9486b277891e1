public import Foundation

// What widgets and managers use of the keychain. There is none here: nothing is found, and nothing is kept.

/// As in Core Foundation: what a query is given as.
public typealias CFDictionary = [String: Any]
/// As in Core Foundation: what a query finds.
public typealias CFTypeRef = AnyObject
/// As in Core Foundation.
public typealias CFString = String
/// As in Core Foundation.
public typealias CFBoolean = Bool

/// As in Core Foundation.
public let kCFBooleanTrue: CFBoolean! = true
/// As in Core Foundation.
public let kCFBooleanFalse: CFBoolean! = false

/// A result of the keychain's functions.
public typealias OSStatus = Int32

/// It has worked; never returned here.
public let errSecSuccess: OSStatus = 0
/// There is no such item: always, here.
public let errSecItemNotFound: OSStatus = -25300
/// There is one already.
public let errSecDuplicateItem: OSStatus = -25299
/// There is no keychain: the result of storing, here.
public let errSecNotAvailable: OSStatus = -25291

/// As in Security.
public let kSecClass: CFString = "class"
/// As in Security.
public let kSecClassGenericPassword: CFString = "genp"
/// As in Security.
public let kSecClassInternetPassword: CFString = "inet"
/// As in Security.
public let kSecClassKey: CFString = "keys"
/// As in Security.
public let kSecAttrService: CFString = "svce"
/// As in Security.
public let kSecAttrServer: CFString = "srvr"
/// As in Security.
public let kSecAttrAccount: CFString = "acct"
/// As in Security.
public let kSecAttrAccessGroup: CFString = "agrp"
/// As in Security.
public let kSecAttrLabel: CFString = "labl"
/// As in Security.
public let kSecAttrGeneric: CFString = "gena"
/// As in Security.
public let kSecAttrSynchronizable: CFString = "sync"
/// As in Security.
public let kSecAttrSynchronizableAny: CFString = "syna"
/// As in Security.
public let kSecAttrAccessible: CFString = "pdmn"
/// As in Security.
public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// As in Security.
public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// As in Security.
public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// As in Security.
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
/// As in Security.
public let kSecValueData: CFString = "v_Data"
/// As in Security.
public let kSecReturnData: CFString = "r_Data"
/// As in Security.
public let kSecReturnAttributes: CFString = "r_Attributes"
/// As in Security.
public let kSecMatchLimit: CFString = "m_Limit"
/// As in Security.
public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// As in Security.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// As in Security.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Finds nothing.
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    errSecItemNotFound
}
/// Stores nothing.
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    errSecNotAvailable
}
/// Finds nothing to change.
public func SecItemUpdate(_ query: CFDictionary, _ attributes: CFDictionary) -> OSStatus { errSecItemNotFound }
/// Finds nothing to remove.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { errSecItemNotFound }
