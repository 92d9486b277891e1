#if Cluster
import Foundation
import Testing

@testable import LiveActivityCluster

/// Authentication of clients, and verification of servers.
@Suite(.serialized, .enabled(if: !NATSServers.programs.isEmpty, "no nats-server is installed"), .timeLimit(.minutes(15)))
struct JetStreamAccessTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "access-\(UUID().uuidString)")

    private func connect(
        _ servers: NATSServers, scheme: String = "nats", _ change: (inout NATSConnection.Configuration) -> Void = { _ in }
    ) throws -> NATSConnection {
        var configuration = NATSConnection.Configuration(
            servers: servers.addresses.map { $0.replacingOccurrences(of: "nats://127.0.0.1", with: "\(scheme)://localhost") },
            timeout_ms: 5_000)
        change(&configuration)
        return try NATSConnection(configuration)
    }

    private func checkLog(_ connection: NATSConnection) throws {
        let log = try patiently { () throws -> JetStreamLog in
            try JetStreamLog(connection, stream: "LA_P00", .init(replicas: 1, bytesMax: 1 << 20))
        }
        let message = LogMessage(id: "1", bytes: [1, 2, 3])
        #expect(try log.append(message, after: 0) == 1)
        #expect(try log.read(after: 0, bytes: 1).map(\.message) == [message])
    }

    private func isRefused(_ body: () throws -> NATSConnection) -> Bool {
        do {
            _ = try body()
            return false
        } catch LogError.unavailable { return true } catch { return false }
    }

    /// Creates a self-signed certificate for a name, and returns the files of the certificate and its key.
    private func certificate(for name: String) throws -> (certificate: String, key: String) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (certificate, key) = (folder.appending(path: "\(name).pem").path, folder.appending(path: "\(name).key").path)
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/env")
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30",
            "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)", "-out", certificate, "-keyout", key,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        return (certificate, key)
    }

    @Test(arguments: NATSServers.programs) func aConnectionIsEncryptedAndTheServerIsChecked(program: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (own, other) = (try certificate(for: "localhost"), try certificate(for: "other.example"))
        let servers = try NATSServers(
            1, program: program, options: "tls { cert_file: \"\(own.certificate)\", key_file: \"\(own.key)\" }")
        for scheme in ["nats", "tls"] {
            let connection = try patiently {
                try connect(servers, scheme: scheme) { $0.trustedCertificatesFile = own.certificate }
            }
            if scheme == "tls" { try checkLog(connection) }
        }
        #expect(isRefused { try connect(servers) })
        #expect(isRefused { try connect(servers, scheme: "tls") { $0.trustedCertificatesFile = other.certificate } })
        let missing = "the certificates in /no/such/file"
        #expect { try connect(servers) { $0.trustedCertificatesFile = "/no/such/file" } } throws: {
            if case LogError.misconfigured(let reason) = $0 { reason.hasPrefix(missing) } else { false }
        }
    }

    /// A trusted certificate for another host name.
    @Test(arguments: NATSServers.programs) func anotherHostsCertificateIsRefused(program: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let other = try certificate(for: "other.example")
        let servers = try NATSServers(
            1, program: program, options: "tls { cert_file: \"\(other.certificate)\", key_file: \"\(other.key)\" }")
        // Waits until the server accepts connections, and refuses its certificate.
        try patiently {
            do { _ = try connect(servers) { $0.trustedCertificatesFile = other.certificate } } catch LogError.unavailable(
                let reason)
            {
                if reason.contains("No server available") { throw LogError.unavailable(reason: reason) }
                return
            }
            Issue.record("the certificate of other.example was taken for that of localhost")
        }
    }

    @Test(arguments: NATSServers.programs) func aUserIsKnownByItsCredentials(program: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "user.creds")
        try TestCredentials.file.write(to: file, atomically: true, encoding: .utf8)
        let servers = try NATSServers(1, program: program, options: TestCredentials.options)
        try checkLog(patiently { try connect(servers) { $0.credentialsFile = file.path } })
        #expect(isRefused { try connect(servers) })
        try TestCredentials.wrongFile.write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: LogError.self) { try connect(servers) { $0.credentialsFile = file.path } }
    }

    private func reason(_ body: () throws -> NATSConnection) -> String {
        do {
            _ = try body()
            return "connected"
        } catch let error as LogError { return error.description } catch { return "\(error)" }
    }

    /// The error says what is refused and where to look, and contains no password.
    @Test(arguments: NATSServers.programs) func whatIsRefusedIsSaidWithoutThePassword(program: String) throws {
        let servers = try NATSServers(
            1, program: program, options: "authorization { user: \"anna\", password: \"right:1\" }")
        func connect(_ user: String) throws -> NATSConnection {
            let addresses = servers.addresses.map { $0.replacingOccurrences(of: "nats://", with: "nats://\(user)") }
            return try NATSConnection(.init(servers: addresses, timeout_ms: 5_000))
        }
        try checkLog(patiently { try connect("anna:right:1@") })
        let server = servers.addresses[0]
        let refused = "the log cannot be reached: the NATS servers of \(server) refuse "
        let advice = ": compare with 'authorization' and 'accounts' of their configuration"
        #expect(
            reason { try connect("anna:wrong-word@") } == refused + "the user and password, or the token, in the address"
                + advice)
        #expect(reason { try connect("") } == refused + "a client without credentials" + advice)

        let missing = reason { try self.connect(servers) { $0.credentialsFile = "/no/such/user.creds" } }
        #expect(
            missing
                == "the cluster does not match this node: the credentials file /no/such/user.creds cannot be read: "
                + "No such file or directory")
    }

    /// The error occurs before any connection is made.
    @Test func aFileThatCannotBeReadIsNamed() {
        func told(_ change: (inout NATSConnection.Configuration) -> Void) -> String {
            var configuration = NATSConnection.Configuration(servers: ["tls://127.0.0.1:1"])
            change(&configuration)
            let configured = configuration
            return reason { try NATSConnection(configured) }
        }
        func unreadable(_ file: String) -> String {
            "the cluster does not match this node: the \(file) cannot be read: No such file or directory"
        }
        #expect(told { $0.trustedCertificatesFile = "/no/ca.pem" } == unreadable("certificates in /no/ca.pem"))
        #expect(told { $0.certificate = ("/no/a.pem", "/no/a.key") } == unreadable("certificate in /no/a.pem"))
    }

    @Test func anAddressIsShownWithoutWhatOpensIt() {
        func shown(_ servers: String...) -> String { NATSConnection.Configuration(servers: servers).addresses }
        #expect(shown("nats://10.0.0.1:4222", "tls://anna:se@cret@host:1") == "nats://10.0.0.1:4222, tls://host:1")
        #expect(shown("token@host", "host:4222") == "host, host:4222")
    }
}
#endif
