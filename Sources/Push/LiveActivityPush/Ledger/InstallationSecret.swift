#if Push
import Crypto
public import LiveActivityCore

/// The proof of an installation towards a service whose callers are not trusted with every installation.
///
/// Operators and traces show the names of installations, so a name proves nothing. The first registration sets the secret, of
/// which the ledger keeps the hash. It is needed to register the installation for another owner.
public struct InstallationSecret: Hashable, Sendable {
    /// The secret itself, which the app keeps where only the app can read it.
    public let text: String

    /// A new secret: 32 random bytes.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = "is_" + DeviceToken.hex((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// A secret that an app has passed on, of 32 to 128 visible characters of ASCII; `nil` for other text.
    public init?(_ text: String) {
        guard 32...128 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        self.text = text
    }

    var hash: PackedHash { PackedHash(of: text) }
}

extension InstallationSecret: CustomStringConvertible, CustomReflectable {
    /// Shows no secret.
    public var description: String { "secret of an installation" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of registering a token for a caller that is not trusted with every installation.
public struct TokenRegistration: Hashable, Sendable {
    /// `true` for another token than before.
    public var isNew: Bool
    /// The installation's secret, where this registration has set it; `nil` afterwards, as only its hash is kept.
    public var secret: InstallationSecret?

    /// A registration with these parts.
    public init(isNew: Bool, secret: InstallationSecret?) { (self.isNew, self.secret) = (isNew, secret) }
}

/// Half of the SHA-256 of a secret: as the secret is random, 16 bytes cannot be guessed.
struct PackedHash: Hashable, Sendable {
    private var high: UInt64
    private var low: UInt64

    init(of text: String) { self.init(bytes: Array(SHA256.hash(data: Data(text.utf8)).prefix(16))) }

    /// - Returns: `nil` for anything but a stored hash.
    init?(stored: String) {
        guard let data = Data(base64Encoded: stored), data.count == 16 else { return nil }
        self.init(bytes: Array(data))
    }

    private init(bytes: [UInt8]) {
        let number = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        (high, low) = (number(bytes[..<8]), number(bytes[8...]))
    }

    var stored: String {
        Data([high, low].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } })
            .base64EncodedString()
    }

    /// Takes the same time wherever the hashes differ.
    func equals(_ other: Self) -> Bool { (high ^ other.high) | (low ^ other.low) == 0 }
}

extension TokenLedger {
    /// Decides if a caller that is not trusted with every installation may register this one for an owner.
    ///
    /// The first caller may; later callers may for the same owner, and for another owner only with the secret. A wrong secret
    /// is always refused. An installation that was registered before there were secrets has no secret, and stays with its
    /// owner.
    public func admits(_ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID) -> Bool {
        guard let row = row(of: installation) else { return true }
        let isSameOwner = rows[row].owner == PackedName(owner.rawValue)
        guard let secret, let hash = secrets[row] else { return isSameOwner }
        return hash.equals(secret.hash)
    }

    /// Sets the secret of an installation that has none.
    ///
    /// - Returns: `true` if the secret is now the installation's.
    @discardableResult
    mutating func setSecret(_ secret: InstallationSecret, of installation: InstallationID) -> Bool {
        guard let row = row(of: installation), secrets[row] == nil else { return false }
        secrets[row] = secret.hash
        mark(row)
        return true
    }
}
#endif
