#if Push
public import Crypto
public import LiveActivityCore
import LiveActivityJSON

/// A key for provider tokens that is registered with the service.
public struct RegisteredKey: Sendable {
    /// The key id: 10 characters.
    public var id: String
    /// The team id: 10 characters.
    public var team: String
    /// The public half of the key.
    public var publicKey: P256.Signing.PublicKey
    /// The bundle ids that the key may be used for; `nil` for all of the team.
    public var bundles: Set<String>?
    /// The only environment of the key; `nil` for both.
    public var environment: APNSEnvironment?

    /// Creates a key.
    public init(
        id: String, team: String, publicKey: P256.Signing.PublicKey, bundles: Set<String>? = nil,
        environment: APNSEnvironment? = nil
    ) { (self.id, self.team, self.publicKey, self.bundles, self.environment) = (id, team, publicKey, bundles, environment) }
}

/// The two environments of the service. A token belongs to one of them.
public enum APNSEnvironment: String, Codable, Hashable, Sendable {
    /// For apps from the App Store and TestFlight.
    case production
    /// For apps that Xcode has installed.
    case sandbox
}

/// A key for a test, with its private half: it signs provider tokens in place of a client.
public struct ProviderSigner: Sendable {
    /// The public part, for ``APNSModel/register(_:)``.
    public let key: RegisteredKey
    private let privateKey: P256.Signing.PrivateKey

    /// A new key.
    public init(id: String = "ABC123DEFG", team: String = "DEF123GHIJ") {
        self.init(P256.Signing.PrivateKey(), id: id, team: team)
    }

    /// A key from the text of a `.p8` file, such as ``p8`` of an earlier process.
    ///
    /// - Throws: An error of the crypto library if the text is not a P-256 key.
    public init(p8: String, id: String = "ABC123DEFG", team: String = "DEF123GHIJ") throws {
        self.init(try P256.Signing.PrivateKey(pemRepresentation: p8), id: id, team: team)
    }

    private init(_ privateKey: P256.Signing.PrivateKey, id: String, team: String) {
        self.privateKey = privateKey
        key = RegisteredKey(id: id, team: team, publicKey: privateKey.publicKey)
    }

    /// The private key as the text of a `.p8` file.
    public var p8: String { privateKey.pemRepresentation }

    /// A provider token, for the header `authorization: bearer …`.
    ///
    /// ECDSA's signatures are random, so two calls return different tokens.
    public func token(at date: Date) -> String {
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(key.id)"}"#.utf8))
        let claims = Base64URL.encode(
            Array(#"{"iss":"\#(key.team)","iat":\#(Int(date.timeIntervalSince1970))}"#.utf8))
        let signed = "\(header).\(claims)"
        // Signing fails only for an invalid key, which a generated key is not.
        let signature = try? privateKey.signature(for: Array(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URL.encode(Array(signature ?? Data())))"
    }
}

/// The contents of a provider token whose signature is verified.
struct VerifiedToken: Sendable {
    var key: String
    var issuedAt: Date
}

/// Base64 with the alphabet for URLs, without padding.
enum Base64URL {
    static func encode(_ bytes: [UInt8]) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    static func decode(_ text: Substring) -> [UInt8]? {
        guard !text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") })
        else { return nil }
        var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        while standard.utf8.count % 4 != 0 { standard.append("=") }
        return Data(base64Encoded: standard).map(Array.init)
    }
}

/// The keys of a service, and the provider tokens that were verified.
struct RegisteredKeys: Sendable {
    private var keys: [String: RegisteredKey] = [:]
    /// The verified tokens, so that a token is verified only once.
    private var verified: [String: VerifiedToken] = [:]

    subscript(id: String) -> RegisteredKey? { keys[id] }

    mutating func register(_ key: RegisteredKey) {
        keys[key.id] = key
        verified = [:]
    }

    /// Removes a key. Its provider tokens are no longer valid.
    mutating func revoke(_ id: String) {
        keys[id] = nil
        verified = [:]
    }

    /// - Returns: `nil` if the token is malformed, its key is unknown, or its signature is wrong.
    mutating func verify(_ token: String) -> VerifiedToken? {
        if let known = verified[token] { return known }
        guard let new = check(token) else { return nil }
        if verified.count >= 1_000 { verified = [:] }
        verified[token] = new
        return new
    }

    private func check(_ token: String) -> VerifiedToken? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == 64,
            header["alg"]?.string == "ES256", let id = header["kid"]?.string, let key = keys[id],
            claims["iss"]?.string == key.team, let seconds = claims["iat"]?.int,
            let ecdsa = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.publicKey.isValidSignature(ecdsa, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return VerifiedToken(key: id, issuedAt: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    private func json(_ part: Substring) -> JSONValue? { Base64URL.decode(part).flatMap { try? JSONValue(parsing: $0) } }
}
#endif
