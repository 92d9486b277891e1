#if Push
import Crypto
import Foundation
import LiveActivityCore

/// A certificate with a P-256 key, as DER of RFC 5280. swift-certificates would take longer to compile than the rest of this
/// module.
struct X509Certificate {
    /// The common name.
    var subject: String
    var issuer: String
    var key: P256.Signing.PublicKey
    var validFrom: Date
    var validUntil: Date
    var extensions: [Extension]

    /// The signed certificate, with a random serial number.
    func pem(signedBy issuerKey: P256.Signing.PrivateKey) throws -> String {
        var serial = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        // Positive, and without leading zeros.
        serial[0] = serial[0] & 0x3F | 0x40
        let ecdsaWithSHA256 = DER.sequence(DER.identifier(0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02))
        let content = DER.sequence(
            DER.element(0xA0, DER.element(0x02, [2])),  // version 3
            DER.element(0x02, serial), ecdsaWithSHA256, DER.name(issuer),
            DER.sequence(DER.time(validFrom), DER.time(validUntil)), DER.name(subject), Array(key.derRepresentation),
            DER.element(0xA3, DER.sequence(extensions.flatMap(\.der))))
        let signature = try issuerKey.signature(for: content).derRepresentation
        let certificate = DER.sequence(content, ecdsaWithSHA256, DER.bits(Array(signature)))
        let lines = Data(certificate).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
    }

    struct Extension {
        fileprivate let der: [UInt8]

        /// - Parameter identifier: The last number of its object identifier, after `id-ce` (2.5.29).
        private init(_ identifier: UInt8, isCritical: Bool = false, _ value: [UInt8]) {
            der = DER.sequence(
                DER.identifier(0x55, 0x1D, identifier), isCritical ? DER.isTrue : [], DER.element(0x04, value))
        }

        /// The uses of the key, as the bits of `KeyUsage`.
        enum Usage: UInt8 {
            case signature = 0b1000_0000
            /// Certificates and lists of revoked ones.
            case certificates = 0b0000_0110
        }

        /// Whether the certificate may be the issuer of a server's.
        static func isAuthority(_ isAuthority: Bool) -> Self {
            Self(19, isCritical: true, isAuthority ? DER.sequence(DER.isTrue, DER.element(0x02, [0])) : DER.sequence())
        }

        static func usage(_ usage: Usage) -> Self {
            Self(15, isCritical: true, DER.bits([usage.rawValue], unused: UInt8(usage.rawValue.trailingZeroBitCount)))
        }

        static var isForServers: Self {
            Self(37, DER.sequence(DER.identifier(0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01)))
        }

        /// The names and IP addresses that clients connect to.
        static func names(_ names: [String], addresses: [[UInt8]]) -> Self {
            Self(
                17,
                DER.sequence(
                    names.flatMap { DER.element(0x82, Array($0.utf8)) } + addresses.flatMap { DER.element(0x87, $0) }))
        }

        static func ownKey(_ key: P256.Signing.PublicKey) -> Self { Self(14, DER.element(0x04, hash(key))) }

        static func issuerKey(_ key: P256.Signing.PublicKey) -> Self {
            Self(35, DER.sequence(DER.element(0x80, hash(key))))
        }

        private static func hash(_ key: P256.Signing.PublicKey) -> [UInt8] {
            Array(Insecure.SHA1.hash(data: key.x963Representation))
        }
    }
}

/// The encoding of ASN.1 that certificates have.
private enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
    }

    static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, elements.flatMap { $0 }) }

    static func identifier(_ content: UInt8...) -> [UInt8] { element(0x06, content) }

    static let isTrue = element(0x01, [0xFF])

    static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { element(0x03, [unused] + bytes) }

    /// A distinguished name that consists of a common name.
    static func name(_ name: String) -> [UInt8] {
        sequence(element(0x31, sequence(identifier(0x55, 0x04, 0x03), element(0x0C, Array(name.utf8)))))
    }

    /// Years until 2049 have two digits, later ones four.
    static func time(_ date: Date) -> [UInt8] {
        let text = date.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false).dateSeparator(.omitted)
                .timeSeparator(.omitted).dateTimeSeparator(.space)
        ).replacing(" ", with: "")
        return text < "2050" ? element(0x17, text.utf8.dropFirst(2) + [0x5A]) : element(0x18, text.utf8 + [0x5A])
    }
}
#endif
