#if Push
import Crypto
package import LiveActivityCore
package import NIOCore
package import NIOSSL
import SwiftASN1
import X509

/// The certificates of one server: of an authority and of the server. They are made for it and never used again.
package struct ServerCertificate {
    /// The authority's certificate, which clients have to trust.
    package let authorityPEM: String
    /// The server's certificate.
    package let certificatePEM: String
    /// The server's key.
    package let keyPEM: String

    /// - Parameters:
    ///   - address: The address that clients connect to. The certificate always contains the loopback addresses too.
    ///   - now: The certificates are valid from a day before until a year after this date.
    package init(address: SocketAddress? = nil, now: Date) throws {
        let authorityKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let serverKey = P256.Signing.PrivateKey()
        let authorityName = try DistinguishedName { CommonName("swift-live-activities test authority") }
        let serverName = try DistinguishedName { CommonName("localhost") }
        let names = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]] + (address.map { [Self.bytes(of: $0)] } ?? [])
        let validity = (from: now.addingTimeInterval(-86_400), to: now.addingTimeInterval(365 * 86_400))
        let authority = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: authorityKey.publicKey,
            notValidBefore: validity.from, notValidAfter: validity.to, issuer: authorityName, subject: authorityName,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: authorityKey.publicKey)
            }, issuerPrivateKey: authorityKey)
        let server = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(),
            publicKey: Certificate.PublicKey(serverKey.publicKey), notValidBefore: validity.from,
            notValidAfter: validity.to, issuer: authorityName, subject: serverName, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(
                    [.dnsName("localhost")] + names.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) })
                // Python's ssl refuses a certificate that does not name its issuer's key.
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: authorityKey.publicKey).keyIdentifier)
            }, issuerPrivateKey: authorityKey)
        authorityPEM = try authority.serializeAsPEM().pemString + "\n"
        certificatePEM = try server.serializeAsPEM().pemString
        keyPEM = serverKey.pemRepresentation
    }

    /// The bytes of an IP address. They follow four other bytes in a `sockaddr_in`, eight in a `sockaddr_in6`.
    private static func bytes(of address: SocketAddress) -> [UInt8] {
        address.withSockAddr { pointer, size in
            let bytes = UnsafeRawBufferPointer(start: pointer, count: size)
            return address.protocol == .inet6 ? Array(bytes[8..<24]) : Array(bytes[4..<8])
        }
    }

    /// A configuration with TLS 1.2 or later, and HTTP/2 unless other protocols are named.
    package func tls(protocols: [String] = ["h2"]) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(certificatePEM.utf8), format: .pem))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)))
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = protocols
        return tls
    }
}
#endif
