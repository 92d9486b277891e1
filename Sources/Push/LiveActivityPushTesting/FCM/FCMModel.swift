#if Push
import Crypto
import CryptoExtras
public import LiveActivityCore
public import LiveActivityJSON

/// A model of Firebase Cloud Messaging, as a value: requests and the time are its inputs, answers its output.
///
/// It exchanges assertions of registered service accounts for access tokens, and checks and accepts messages. It follows
/// Documentation/Reference.md, FCM-01 to FCM-04, and shares no code with the client in `LiveActivityPush`. Google's service may
/// differ.
public struct FCMModel: Sendable {
    public struct Answer: Hashable, Sendable {
        /// The HTTP status.
        public var status: Int
        /// The headers besides `content-type`.
        public var headers: [String: String] = [:]
        public var body: JSONText
    }

    /// An error that a test causes.
    public struct Fault: Hashable, Sendable {
        /// The HTTP status.
        public var status: Int
        /// Google's general code, such as `UNAVAILABLE`.
        public var code: String
        /// FCM's own code, if there is one.
        public var fcmCode: String?
        /// The header `retry-after`, in seconds.
        public var retryAfter: Int?

        /// An error with these values.
        public init(_ status: Int, _ code: String, fcmCode: String? = nil, retryAfter: Int? = nil) {
            (self.status, self.code, self.fcmCode, self.retryAfter) = (status, code, fcmCode, retryAfter)
        }
    }

    /// The Firebase project of the messages.
    public var project: String
    /// The lifetime of an access token, in seconds.
    public var tokenLifetime = 3_600
    /// The registration tokens of installed apps.
    public var registrations: Set<String> = []
    /// The errors that the next messages cause, before they are checked.
    public var faults: [Fault] = []
    /// The accepted messages, in their order.
    public private(set) var messages: [JSONValue] = []
    /// The number of access tokens given.
    public private(set) var tokensGiven = 0
    private var accounts: [String: _RSA.Signing.PublicKey] = [:]
    private var tokens: [String: Date] = [:]

    /// A service for one project, without accounts and apps.
    public init(project: String) { self.project = project }

    /// Registers a service account.
    public mutating func register(_ account: ServiceAccountSigner) { accounts[account.email] = account.publicKey }

    /// Makes every access token invalid: the answer to messages with them is `UNAUTHENTICATED`.
    public mutating func revokeTokens() { tokens = [:] }

    /// Decides about one request.
    public mutating func decide(
        method: String, path: String, authorization: String?, body: [UInt8], at now: Date
    ) -> Answer {
        guard method == "POST" else { return Self.error(Fault(404, "NOT_FOUND"), "there is nothing") }
        if path == "/token" { return exchange(body, now) }
        guard path == "/v1/projects/\(project)/messages:send" else {
            return Self.error(Fault(404, "NOT_FOUND"), "no such project")
        }
        guard let authorization, authorization.hasPrefix("Bearer "), let expires = tokens[String(authorization.dropFirst(7))],
            now < expires
        else { return Self.error(Fault(401, "UNAUTHENTICATED"), "the access token is missing or not valid") }
        if !faults.isEmpty { return Self.error(faults.removeFirst(), "a test asked for it") }
        return take(body)
    }

    // MARK: - Messages

    private mutating func take(_ body: [UInt8]) -> Answer {
        let wrong = Fault(400, "INVALID_ARGUMENT", fcmCode: "INVALID_ARGUMENT")
        guard let message = (try? JSONValue(parsing: body))?["message"] else { return Self.error(wrong, "there is no message") }
        guard let token = message["token"]?.string, token.utf8.count > 3 else {
            return Self.error(wrong, "The registration token is not a valid FCM registration token")
        }
        guard registrations.contains(token) else {
            return Self.error(Fault(404, "NOT_FOUND", fcmCode: "UNREGISTERED"), "Requested entity was not found.")
        }
        if let data = message["data"] {
            for (key, value) in data.members.map({ ($0.key, $0.value) }) {
                guard value.kind == .string else { return Self.error(wrong, "Invalid value at 'message.data[\(key)]'") }
                if key == "from" || key.hasPrefix("google") { return Self.error(wrong, "Invalid data key: \(key)") }
            }
            if JSONText(data).bytes.count > 4_096 { return Self.error(wrong, "Message too big") }
        }
        if let apns = message["apns"], apns["live_activity_token"]?.string == nil || apns["payload"]?["aps"] == nil {
            return Self.error(wrong, "apns lacks live_activity_token or payload.aps")
        }
        messages.append(message)
        let name = JSONValue("projects/\(project)/messages/\(messages.count)")
        return Answer(status: 200, body: JSONText(JSONValue(members: [("name", name)])))
    }

    private static func error(_ fault: Fault, _ message: String) -> Answer {
        var members: [(key: String, value: JSONValue)] = [
            ("code", JSONValue(fault.status)), ("message", JSONValue(message)), ("status", JSONValue(fault.code)),
        ]
        if let code = fault.fcmCode {
            let type: JSONValue = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
            members.append(("details", JSONValue([JSONValue(members: [("@type", type), ("errorCode", JSONValue(code))])])))
        }
        let headers = fault.retryAfter.map { ["retry-after": "\($0)"] } ?? [:]
        return Answer(
            status: fault.status, headers: headers, body: JSONText(JSONValue(members: [("error", JSONValue(members: members))]))
        )
    }

    // MARK: - Access tokens

    private mutating func exchange(_ body: [UInt8], _ now: Date) -> Answer {
        func refuse(_ reason: String) -> Answer {
            Answer(
                status: 400,
                body: JSONText(
                    JSONValue(members: [("error", "invalid_grant"), ("error_description", JSONValue(reason))])))
        }
        let form = String(decoding: body, as: UTF8.self).split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
        let values = Dictionary(form.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { $1 }
        guard values["grant_type"] == "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer",
            let parts = values["assertion"]?.split(separator: "."), parts.count == 3,
            let header = Self.json(parts[0]), header["alg"]?.string == "RS256", let claims = Self.json(parts[1]),
            let signature = Self.data(parts[2])
        else { return refuse("the assertion cannot be read") }
        guard let key = claims["iss"]?.string.flatMap({ accounts[$0] }) else { return refuse("the account is not known") }
        let signed = Array((parts[0] + "." + parts[1]).utf8)
        guard
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: signed, padding: .insecurePKCS1v1_5)
        else { return refuse("Invalid JWT Signature.") }
        guard claims["scope"]?.string == "https://www.googleapis.com/auth/firebase.messaging",
            claims["aud"]?.string?.hasSuffix("/token") == true, let issued = claims["iat"]?.double,
            let expires = claims["exp"]?.double, expires - issued <= 3_600, abs(now.timeIntervalSince1970 - issued) < 300
        else { return refuse("Invalid JWT: scope, aud, iat or exp is wrong") }
        tokensGiven += 1
        let token = "ya29.\(tokensGiven)"
        tokens[token] = now.addingTimeInterval(Double(tokenLifetime))
        return Answer(
            status: 200,
            body: JSONText(
                JSONValue(members: [
                    ("access_token", JSONValue(token)), ("expires_in", JSONValue(tokenLifetime)), ("token_type", "Bearer"),
                ])))
    }

    private static func data(_ text: Substring) -> Data? {
        let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }

    private static func json(_ text: Substring) -> JSONValue? { data(text).flatMap { try? JSONValue(parsing: Array($0)) } }
}

/// A service account for a test: the file that configures a client, and the key that the model verifies with.
public struct ServiceAccountSigner: Sendable {
    /// The account's address.
    public let email: String
    /// The file's content, as the Firebase console makes it.
    public let json: String
    fileprivate let publicKey: _RSA.Signing.PublicKey

    /// Makes an account with a new key.
    ///
    /// - Throws: An error of the cryptography, if no key can be made.
    public init(project: String) throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        email = "push@\(project).iam.gserviceaccount.com"
        publicKey = key.publicKey
        json = JSONValue(members: [
            ("type", "service_account"), ("project_id", JSONValue(project)), ("private_key_id", "0123456789abcdef"),
            ("private_key", JSONValue(key.pkcs8PEMRepresentation)), ("client_email", JSONValue(email)),
            ("token_uri", "https://oauth2.googleapis.com/token"),
        ]).text()
    }
}
#endif
