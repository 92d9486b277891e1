#if Push
import Crypto
public import LiveActivityCore

/// The key with which a developer team signs its requests to APNs: a `.p8` file and its two ids.
///
/// The key is a secret: no description, dump or error contains it.
public struct ProviderKey: Sendable {
    /// The key's id, ten characters.
    public let keyID: String
    /// The team's id, ten characters.
    public let teamID: String
    private let key: P256.Signing.PrivateKey

    /// A key from the text of a `.p8` file.
    ///
    /// - Throws: ``PushError/badKey(keyID:reason:)``, which describes the file if it is not a key.
    public init(keyID: String, teamID: String, pem: String) throws(PushError) {
        for (name, id) in [("key", keyID), ("team", teamID)] where !Self.isID(id) {
            throw .badKey(
                keyID: keyID,
                reason: "the \(name) id has ten capital letters and digits, such as 'ABC123DEFG', not '\(id.abridged)'")
        }
        (self.keyID, self.teamID) = (keyID, teamID)
        do { key = try P256.Signing.PrivateKey(pemRepresentation: pem) } catch {
            throw .badKey(keyID: keyID, reason: Self.problem(with: pem))
        }
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
            }
    }

    /// Describes a file that is not a key, without its content.
    private static func problem(with pem: String) -> String {
        if pem.contains("BEGIN CERTIFICATE") {
            return
                "the file is a certificate. Pushes to Live Activities need a key: the .p8 file that was downloaded when it was made"
        }
        if pem.contains("BEGIN PUBLIC KEY") { return "the file is a public key; the .p8 file has the private one" }
        if pem.contains("BEGIN RSA") { return "the file is an RSA key; APNs' keys are for the curve P-256" }
        if pem.contains("ENCRYPTED") { return "the file is encrypted; give the .p8 file as it was downloaded" }
        guard pem.contains("BEGIN PRIVATE KEY") || pem.contains("BEGIN EC PRIVATE KEY") else {
            return "the file is not PEM: a .p8 file begins with '-----BEGIN PRIVATE KEY-----'"
        }
        return "the file is damaged, or its key is not one for the curve P-256. Give the .p8 file as it was downloaded"
    }

    /// Makes a provider token with a date: a JSON Web Token with ES256.
    ///
    /// The signature is the 64 bytes R and S, not DER. Source: Documentation/Reference.md, JWT-01 and JWT-02.
    public func token(issuedAt date: Date) throws(PushError) -> String {
        let header = #"{"alg":"ES256","kid":"\#(keyID)"}"#
        let claims = #"{"iss":"\#(teamID)","iat":\#(Int64(date.timeIntervalSince1970.rounded(.down)))}"#
        let signed = Base64URL.text(of: header.utf8) + "." + Base64URL.text(of: claims.utf8)
        do {
            let signature = try key.signature(for: Array(signed.utf8))
            return signed + "." + Base64URL.text(of: signature.rawRepresentation)
        } catch { throw .badKey(keyID: keyID, reason: "signing failed: \(error)") }
    }
}

extension ProviderKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key's and the team's id.
    public var description: String { "key \(keyID) of team \(teamID)" }
    /// The same text as ``description``, without the key.
    public var debugDescription: String { description }
    /// Shows the ids only.
    public var customMirror: Mirror { Mirror(self, children: ["keyID": keyID, "teamID": teamID]) }
}
#endif
