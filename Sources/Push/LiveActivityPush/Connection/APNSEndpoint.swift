#if Push
public import NIOSSL

/// A server's address, and the certificates that are trusted.
public struct APNSEndpoint: Sendable {
    /// The host's name or IP address.
    public var host: String
    public var port: Int
    /// The root certificates that are trusted; `nil` for the system's.
    public var trustRoots: [NIOSSLCertificate]?
    /// The name in the server's certificate; `nil` for ``host``.
    public var serverName: String?

    /// Another server, for tests and proxies.
    public init(host: String, port: Int = 443, trustRoots: [NIOSSLCertificate]? = nil, serverName: String? = nil) {
        (self.host, self.port, self.trustRoots, self.serverName) = (host, port, trustRoots, serverName)
    }

    /// Apple's service for pushes to devices and channels.
    ///
    /// - Parameter port: 443, or 2197 if a firewall allows only that one. Source: Documentation/Reference.md, CONN-01.
    public static func apple(_ environment: PushEnvironment, port: Int = 443) -> APNSEndpoint {
        APNSEndpoint(host: environment == .production ? "api.push.apple.com" : "api.sandbox.push.apple.com", port: port)
    }

    /// Apple's service for the management of channels. Source: Documentation/Reference.md, CHAN-11.
    public static func appleChannels(_ environment: PushEnvironment) -> APNSEndpoint {
        switch environment {
        case .production: APNSEndpoint(host: "api-manage-broadcast.push.apple.com", port: 2_196)
        case .sandbox: APNSEndpoint(host: "api-manage-broadcast.sandbox.push.apple.com", port: 2_195)
        }
    }

    /// The host and port, for messages.
    public var name: String { "\(host):\(port)" }
}
#endif
