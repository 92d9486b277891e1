#if Push
import Crypto
public import LiveActivityCore

/// A secret that proves to a service that a caller is the app of an installation.
///
/// Operators and traces show the names of installations, so knowing a name proves nothing. The first registration sets the
/// secret, and the ledger stores its hash. It is required to register the installation for another owner.
public struct InstallationSecret: Hashable, Sendable {
    /// The secret itself. The app must store it where no other app can read it.
    public let text: String

    /// A new secret: 32 random bytes.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = "is_" + DeviceToken.hex((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// A secret that an app has sent: 32 to 128 visible ASCII characters; `nil` for other text.
    public init?(_ text: String) {
        guard 32...128 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
        self.text = text
    }

    var hash: PackedHash { PackedHash(of: text) }
}

extension InstallationSecret: CustomStringConvertible, CustomReflectable {
    /// A description without the secret.
    public var description: String { "secret of an installation" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The result of registering a token for an app that calls a service.
public struct TokenRegistration: Hashable, Sendable {
    /// `true` if the token differs from the earlier one.
    public var isNew: Bool
    /// The installation's secret, if this registration has set it; later `nil`, because only its hash is stored.
    public var secret: InstallationSecret?

    /// A registration with these values.
    public init(isNew: Bool, secret: InstallationSecret?) { (self.isNew, self.secret) = (isNew, secret) }
}

/// Half of the SHA-256 of a secret: the secret is random, so 16 bytes suffice.
struct PackedHash: Hashable, Sendable {
    private var high: UInt64
    private var low: UInt64

    init(of text: String) { self.init(bytes: Array(SHA256.hash(data: Data(text.utf8)).prefix(16))) }

    /// - Returns: `nil` if the text is not a stored hash.
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

    /// Takes the same time for every hash, so that the time reveals nothing about a secret.
    func equals(_ other: Self) -> Bool { (high ^ other.high) | (low ^ other.low) == 0 }
}

extension TokenLedger {
    /// Decides if an app that calls a service may register this installation for an owner.
    ///
    /// A new installation may be registered by any caller. After that the same owner is permitted, and another owner only with
    /// the secret; a wrong secret is always refused. An installation from before secrets were introduced has none, and cannot
    /// change its owner.
    public func admits(_ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID) -> Bool {
        guard let row = row(of: installation) else { return true }
        let isSameOwner = rows[row].owner == PackedName(owner.rawValue)
        guard let secret, let hash = secrets[row] else { return isSameOwner }
        return hash.equals(secret.hash)
    }

    /// Sets the secret of an installation that has none.
    ///
    /// - Returns: `true` if this is now the secret of the installation.
    @discardableResult
    mutating func setSecret(_ secret: InstallationSecret, of installation: InstallationID) -> Bool {
        guard let row = row(of: installation), secrets[row] == nil else { return false }
        secrets[row] = secret.hash
        mark(row)
        return true
    }
}
#endif
