#if Push
import Crypto
import CryptoExtras
public import LiveActivityCore

/// A Google service account, which signs the requests for Firebase Cloud Messaging's access tokens.
///
/// It is the JSON file that the Firebase console makes under "Service accounts". Its key is a secret: no description, dump or
/// error contains it.
public struct ServiceAccount: Sendable {
    /// The Firebase project.
    public let projectID: String
    /// The account's e-mail address.
    public let email: String
    public let keyID: String
    /// The URL of the server for access tokens.
    public let tokenURL: String
    private let key: _RSA.Signing.PrivateKey

    /// Reads an account from the content of its file.
    ///
    /// - Throws: ``PushError/badKey(keyID:reason:)``, which describes the file if it is not an account.
    public init(json: [UInt8]) throws(PushError) {
        guard let value = try? JSONValue(parsing: json) else {
            throw .badKey(
                keyID: "", reason: "the file is not JSON; give the service account's file as the Firebase console made it")
        }
        func text(_ name: String) throws(PushError) -> String {
            if let text = value[name]?.string, !text.isEmpty { return text }
            let hint =
                value["project_info"] != nil
                ? "the file is google-services.json of an app; a server needs the service account's file"
                : "'\(name)' is missing: it is not the file of a service account"
            throw .badKey(keyID: value["private_key_id"]?.string ?? "", reason: hint)
        }
        email = try text("client_email")
        projectID = try text("project_id")
        keyID = try text("private_key_id")
        tokenURL = value["token_uri"]?.string ?? "https://oauth2.googleapis.com/token"
        let pem = try text("private_key")
        do { key = try _RSA.Signing.PrivateKey(pemRepresentation: pem) } catch {
            throw .badKey(keyID: keyID, reason: "'private_key' is damaged, or not an RSA key")
        }
    }

    /// Makes the assertion that is exchanged for an access token: a JSON Web Token with RS256, valid for an hour.
    ///
    /// - Throws: ``PushError/badKey(keyID:reason:)`` if the key cannot sign.
    public func assertion(issuedAt date: Date) throws(PushError) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let header: JSONValue = ["alg": "RS256", "typ": "JWT", "kid": JSONValue(keyID)]
        let claims = JSONValue(members: [
            ("iss", JSONValue(email)), ("scope", "https://www.googleapis.com/auth/firebase.messaging"),
            ("aud", JSONValue(tokenURL)), ("iat", JSONValue(seconds)), ("exp", JSONValue(seconds + 3_600)),
        ])
        let signed = Base64URL.text(of: JSONText(header).bytes) + "." + Base64URL.text(of: JSONText(claims).bytes)
        do {
            let signature = try key.signature(for: Array(signed.utf8), padding: .insecurePKCS1v1_5)
            return signed + "." + Base64URL.text(of: signature.rawRepresentation)
        } catch { throw .badKey(keyID: keyID, reason: "signing failed: \(error)") }
    }

    /// Host, port and path of ``tokenURL``.
    func tokenAddress() throws(PushError) -> (host: String, port: Int, path: String) {
        guard let url = URL(string: tokenURL), url.scheme == "https", let host = url.host() else {
            throw .badKey(keyID: keyID, reason: "'token_uri' is not an https URL")
        }
        return (host, url.port ?? 443, url.path().isEmpty ? "/" : url.path())
    }
}

extension ServiceAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The account's address and the key's id.
    public var description: String { "key \(keyID) of \(email)" }
    /// The same text as ``description``, without the key.
    public var debugDescription: String { description }
    /// Shows no key.
    public var customMirror: Mirror { Mirror(self, children: ["email": email, "keyID": keyID, "projectID": projectID]) }
}
#endif
