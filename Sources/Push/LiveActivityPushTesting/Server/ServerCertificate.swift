#if Push
import Crypto
import Foundation
package import LiveActivityCore
package import NIOCore
package import NIOSSL
import SwiftASN1
import X509

/// The certificates of one server: of an authority and of the server.
package struct ServerCertificate {
    /// The authority's certificate, which clients have to trust.
    package let authorityPEM: String
    /// The server's certificate.
    package let certificatePEM: String
    /// The server's key.
    package let keyPEM: String

    /// - Parameters:
    ///   - address: The address that clients connect to. The certificate always contains the loopback addresses too.
    ///   - file: The PEM file of the authority and its key, created if it is missing or the authority has expired, so that
    ///     clients can trust later servers too; `nil` for a new authority.
    ///   - now: The certificates are valid from a day before until a year after this date.
    package init(address: SocketAddress? = nil, authorityFile file: String? = nil, now: Date) throws {
        let serverKey = P256.Signing.PrivateKey()
        let authorityName = try DistinguishedName { CommonName("swift-live-activities test authority") }
        let serverName = try DistinguishedName { CommonName("localhost") }
        let names = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]] + (address.map { [Self.bytes(of: $0)] } ?? [])
        let validity = (from: now.addingTimeInterval(-86_400), to: now.addingTimeInterval(365 * 86_400))
        let (authority, authorityKey) = try Self.authority(authorityName, in: file, validity, now: now)
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

    private static func authority(
        _ name: DistinguishedName, in file: String?, _ validity: (from: Date, to: Date), now: Date
    ) throws -> (Certificate, Certificate.PrivateKey) {
        if let file, let text = try? String(contentsOfFile: file, encoding: .utf8) {
            let documents = try PEMDocument.parseMultiple(pemString: text)
            guard documents.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
            let stored = try Certificate(pemDocument: documents[0])
            if stored.notValidAfter > now { return (stored, try Certificate.PrivateKey(pemDocument: documents[1])) }
        }
        let key = P256.Signing.PrivateKey()
        let signer = Certificate.PrivateKey(key)
        let authority = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: signer.publicKey,
            notValidBefore: validity.from, notValidAfter: validity.to, issuer: name, subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: signer.publicKey)
            }, issuerPrivateKey: signer)
        if let file {
            let text = try authority.serializeAsPEM().pemString + "\n" + key.pemRepresentation + "\n"
            try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
        }
        return (authority, signer)
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
