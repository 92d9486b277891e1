#if canImport(Security) && canImport(CryptoKit)
public import Foundation
import Security

/// Items in a keychain access group that an app shares with its widget extension. They can be read after the first unlock,
/// as widgets are drawn on a locked device, and are not part of backups.
public struct AppleKeychain: SealingKeychain {
    /// The status of the keychain's call that failed.
    public struct Failure: Error, Hashable, Sendable {
        /// The `OSStatus`.
        public var status: Int32
    }

    private let group: String
    private let service: String

    /// - Parameters:
    ///   - group: The access group in the entitlements of the app and of the extension, with the team's prefix.
    ///   - service: Tells these items from others of the group.
    public init(group: String, service: String = "live-activities-sealing") { (self.group, self.service) = (group, service) }

    private func query(_ item: String) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: item,
            kSecAttrAccessGroup: group, kSecUseDataProtectionKeychain: true,
        ]
    }

    public func read(_ item: String) throws -> Data? {
        var result: CFTypeRef?
        let wanted = query(item).merging([kSecReturnData: true]) { $1 }
        let status = SecItemCopyMatching(wanted as CFDictionary, &result)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = result as? Data else { throw Failure(status: status) }
        return data
    }

    public func write(_ data: Data?, to item: String) throws {
        guard let data else {
            let status = SecItemDelete(query(item) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
            return
        }
        let values: [CFString: Any] = [
            kSecValueData: data, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        var status = SecItemUpdate(query(item) as CFDictionary, values as CFDictionary)
        if status == errSecItemNotFound { status = SecItemAdd(query(item).merging(values) { $1 } as CFDictionary, nil) }
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
#endif
