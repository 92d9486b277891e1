#if Service
import Crypto
import Foundation

/// A secret that signs requests, in the form of Standard Webhooks: `whsec_` and 24 to 64 bytes in Base64.
///
/// Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
struct WebhookSecret: Sendable {
    private let key: SymmetricKey

    /// - Returns: `nil` for text that is not a valid secret.
    init?(_ text: String) {
        guard text.hasPrefix("whsec_"), let bytes = Data(base64Encoded: String(text.dropFirst(6))), 24...64 ~= bytes.count
        else {
            return nil
        }
        key = SymmetricKey(data: bytes)
    }

    /// The text of a new secret.
    static func random() -> String {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return "whsec_" + bytes.base64EncodedString()
    }

    /// The signature of a message, such as `v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`.
    ///
    /// - Parameter timestamp: Seconds since 1970.
    func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
        let signed = Data("\(id).\(timestamp).".utf8) + Data(body)
        return "v1," + Data(HMAC<SHA256>.authenticationCode(for: signed, using: key)).base64EncodedString()
    }
}
#endif
