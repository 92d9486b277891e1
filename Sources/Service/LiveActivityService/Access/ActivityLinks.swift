#if Service
import Crypto
import Foundation
import LiveActivityCluster
import LiveActivityCore

/// Creates and verifies links that show one activity for a limited time to people without a token.
///
/// The link's text is `link_<activity>_<expiry>.<creation>_<signature>`. The signature (HMAC-SHA-256) covers the activity and
/// the times, with a key of the service. A link whose holder may also use the activity's controls begins with `linkp`.
///
/// Links are not stored. All links of an activity that exist can be revoked: the time of the revocation is kept in the file
/// `<key file>.revoked`, at least as long as one of them could be valid. On a cluster the key and the revocations are in the
/// settings that all nodes share.
final class ActivityLinks: Sendable {
    /// Seconds for which a link can be valid at most.
    static let lifetimeMax = 604_800.0

    /// The beginning of the year 10000, in milliseconds since 1970.
    private static let latest_ms = 253_402_300_800_000

    /// The number of revocations below which none is removed: a clock that is ahead for a moment would make links valid again
    /// that were revoked before.
    static let keptMax = 1_024

    private let key: SymmetricKey
    private let keptMax: Int
    /// When an activity's links were revoked last, in milliseconds since 1970.
    private let revocations: SharedTable<Int>

    /// - Parameter file: The file with the key, created if it is missing; `nil` for a key that ends with this process.
    init(keyFile file: String?, keptMax: Int = keptMax) throws {
        self.keptMax = keptMax
        guard let file else {
            key = SymmetricKey(size: .bits256)
            revocations = SharedTable()
            return
        }
        // If the file counted as missing, links that were revoked would work again.
        revocations = try SharedTable(file: file + ".revoked", "a list of revoked links")
        // Later links and revocations of an activity add 1 to these values, which must not overflow.
        guard revocations.values.values.allSatisfy({ $0 < Self.latest_ms }) else {
            throw ServiceError.badConfiguration(
                file: file + ".revoked", line: 0, reason: "a link was revoked after the year 9999")
        }
        if let bytes = try PrivateFile.read(file) {
            guard bytes.count == 32 else {
                throw ServiceError.badConfiguration(
                    file: file, line: 0,
                    reason: "it is not a key of 32 bytes. Without the file a new key is made, and existing links do not work")
            }
            key = SymmetricKey(data: bytes)
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: file)
        }
    }

    /// Links that every node of a cluster accepts. The first node makes the key.
    init(in settings: SharedSettings) throws {
        keptMax = Self.keptMax
        revocations = SharedTable(in: settings, "link/")
        let keys = SharedTable<Data>(in: settings, "linkKey/")
        let bytes = try keys.change { keys in
            let key = keys["1"] ?? SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            keys["1"] = key
            return key
        }
        key = SymmetricKey(data: bytes)
    }

    func text(for activity: ActivityID, until expiry: Date, mayPerform: Bool = false, now: Date = Date()) -> String {
        // A link that is created in the millisecond of a revocation is valid.
        let revoked = revocations[activity.description]
        let created = max(Self.milliseconds(now), (revoked ?? 0) + 1)
        let body = "\(activity)_\(Int(expiry.timeIntervalSince1970)).\(created)"
        return mayPerform ? "linkp_\(body)_\(signature("perform_\(body)"))" : "link_\(body)_\(signature(body))"
    }

    func access(_ text: String, now: Date = Date()) -> Access? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        let mayPerform = parts.first == "linkp"
        guard parts.count == 4, mayPerform || parts[0] == "link", let activity = ActivityID(String(parts[1])),
            let times = Times(parts[2]),
            TokenFile.areEqual(signature("\(mayPerform ? "perform_" : "")\(parts[1])_\(parts[2])"), String(parts[3])),
            times.expiry > now
        else { return nil }
        let access = Access(
            name: "link", scope: .read, activity: activity, mayPerform: mayPerform, expiresAt: times.expiry,
            linkedAt_ms: times.created_ms)
        return isRevoked(access) ? nil : access
    }

    /// The times in a link's text. Links of versions that could not revoke have no time of creation.
    private struct Times {
        var expiry: Date
        var created_ms = 0

        init?(_ text: Substring) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard 1...2 ~= parts.count, let expiry = Int(parts[0]) else { return nil }
            self.expiry = Date(timeIntervalSince1970: TimeInterval(expiry))
            guard parts.count == 2 else { return }
            guard let created = Int(parts[1]) else { return nil }
            created_ms = created
        }
    }

    private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1_000).rounded(.down)) }

    // MARK: - Revocation

    /// Whether a link's activity has had its links revoked since the link was created.
    func isRevoked(_ access: Access) -> Bool {
        guard let activity = access.activity, let created = access.linkedAt_ms else { return false }
        return revocations[activity.description].map { created <= $0 } ?? false
    }

    /// Revokes all links of an activity that exist. Blocks.
    ///
    /// - Throws: The error if the revocation could not be written. The links then still work.
    func revoke(_ activity: ActivityID, now: Date = Date()) throws {
        try revocations.change { revocations in
            let oldest = Self.milliseconds(now - Self.lifetimeMax)
            // Links that were created after a revocation in the future, before the clock was set back, are later than it.
            let earlier = revocations[activity.description].map { $0 + 1 } ?? 0
            if revocations.count >= keptMax { revocations = revocations.filter { $0.value >= oldest } }
            revocations[activity.description] = max(Self.milliseconds(now), earlier)
        }
    }

    private func signature(_ text: String) -> String {
        TokenFile.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }
}
#endif
