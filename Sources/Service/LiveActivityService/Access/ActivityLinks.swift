#if Service
import Crypto
import Foundation
import LiveActivityCore

/// Creates and verifies links that show one activity for a limited time to people without a token.
///
/// The link's text is `link_<activity>_<expiry>_<signature>`. The signature (HMAC-SHA-256) covers the activity and the expiry,
/// with a key of the service. A link whose holder may also use the activity's controls begins with `linkp`.
struct ActivityLinks: Sendable {
    private let key: SymmetricKey

    /// - Parameter file: The file with the key, created if it is missing; `nil` for a key that ends with this process.
    init(keyFile file: String?) throws {
        guard let file else {
            key = SymmetricKey(size: .bits256)
            return
        }
        if let bytes = try? Data(contentsOf: URL(filePath: file)), bytes.count == 32 {
            key = SymmetricKey(data: bytes)
        } else {
            key = SymmetricKey(size: .bits256)
            try PrivateFile.write(key.withUnsafeBytes { Array($0) }, to: file)
        }
    }

    func text(for activity: ActivityID, until expiry: Date, mayPerform: Bool = false) -> String {
        let body = "\(activity)_\(Int(expiry.timeIntervalSince1970))"
        return mayPerform ? "linkp_\(body)_\(signature("perform_\(body)"))" : "link_\(body)_\(signature(body))"
    }

    func access(_ text: String, now: Date = Date()) -> Access? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        let mayPerform = parts.first == "linkp"
        guard parts.count == 4, mayPerform || parts[0] == "link", let activity = ActivityID(String(parts[1])),
            let expiry = Int(parts[2]),
            TokenFile.areEqual(signature("\(mayPerform ? "perform_" : "")\(parts[1])_\(parts[2])"), String(parts[3])),
            TimeInterval(expiry) > now.timeIntervalSince1970
        else { return nil }
        return Access(
            name: "link", scope: .read, activity: activity, mayPerform: mayPerform,
            expiresAt: Date(timeIntervalSince1970: TimeInterval(expiry)))
    }

    /// A pseudonym, such as `device-3f9a04c1d2`, for a name that the holders of a link must not see.
    func alias(of name: String) -> String { "device-" + signature("alias of \(name)").prefix(10) }

    private func signature(_ text: String) -> String {
        TokenFile.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }
}
#endif
