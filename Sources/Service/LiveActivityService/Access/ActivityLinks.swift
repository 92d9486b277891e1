#if Service
import Crypto
import Foundation
import LiveActivityCore

/// Makes and reads the text of links that show one activity for a while, to somebody without a token.
///
/// The text is `link_<activity>_<expiry>_<signature>`: the signature (HMAC-SHA-256) is over the others, with a key of the
/// service.
struct ActivityLinks: Sendable {
    private let key: SymmetricKey

    /// - Parameter file: The file of the key, which is made if it is not there; `nil` for a key of this process alone.
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

    func text(for activity: ActivityID, until expiry: Date) -> String {
        let body = "\(activity)_\(Int(expiry.timeIntervalSince1970))"
        return "link_\(body)_\(signature(body))"
    }

    func access(_ text: String, now: Date = Date()) -> Access? {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "link", let activity = ActivityID(String(parts[1])), let expiry = Int(parts[2]),
            TokenFile.areEqual(signature("\(parts[1])_\(parts[2])"), String(parts[3])),
            TimeInterval(expiry) > now.timeIntervalSince1970
        else { return nil }
        return Access(
            name: "link", scope: .read, activity: activity, expiresAt: Date(timeIntervalSince1970: TimeInterval(expiry)))
    }

    /// Stands for a name that those who have a link may not learn, such as `device-3f9a04c1d2`.
    func alias(of name: String) -> String { "device-" + signature("alias of \(name)").prefix(10) }

    private func signature(_ text: String) -> String {
        TokenFile.hexadecimal(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }
}
#endif
