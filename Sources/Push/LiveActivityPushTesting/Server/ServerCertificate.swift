#if Push
import Crypto
import Foundation
package import LiveActivityCore
package import NIOCore
package import NIOSSL

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
        let loopback = [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
        let addresses = loopback + (address.map { [Self.bytes(of: $0)] } ?? [])
        let authority = try Self.authority(in: file, now: now)
        let server = X509Certificate(
            subject: "localhost", issuer: Self.authorityName, key: serverKey.publicKey, validFrom: now - 86_400,
            validUntil: now + 365 * 86_400,
            extensions: [
                .isAuthority(false), .usage(.signature), .isForServers, .names(["localhost"], addresses: addresses),
                // Python's ssl refuses a certificate that does not name its issuer's key.
                .issuerKey(authority.key.publicKey),
            ])
        authorityPEM = authority.pem
        certificatePEM = try server.pem(signedBy: authority.key)
        keyPEM = serverKey.pemRepresentation
    }

    private static let authorityName = "swift-live-activities test authority"

    private static func authority(in file: String?, now: Date) throws -> (pem: String, key: P256.Signing.PrivateKey) {
        if let file, let text = try? String(contentsOfFile: file, encoding: .utf8) {
            guard let end = text.range(of: "-----END CERTIFICATE-----\n") else { throw CocoaError(.fileReadCorruptFile) }
            let pem = String(text[..<end.upperBound])
            let stored = try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem)
            if TimeInterval(stored.notValidAfter) > now.timeIntervalSince1970 {
                return (pem, try P256.Signing.PrivateKey(pemRepresentation: String(text[end.upperBound...])))
            }
        }
        let key = P256.Signing.PrivateKey()
        let authority = X509Certificate(
            subject: authorityName, issuer: authorityName, key: key.publicKey, validFrom: now - 86_400,
            validUntil: now + 365 * 86_400,
            extensions: [.isAuthority(true), .usage(.certificates), .ownKey(key.publicKey)])
        let pem = try authority.pem(signedBy: key)
        if let file { try Data((pem + key.pemRepresentation + "\n").utf8).write(to: URL(filePath: file), options: .atomic) }
        return (pem, key)
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
