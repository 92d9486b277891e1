#if Push
public import NIOSSL

/// Where requests go, and which server is trusted.
public struct APNSEndpoint: Sendable {
    /// Host name or address.
    public var host: String
    public var port: Int
    /// The roots that the server's certificate is checked against; the system's if `nil`.
    public var trustRoots: [NIOSSLCertificate]?
    /// The name that the certificate must have; ``host`` if `nil`.
    public var serverName: String?

    /// An endpoint of one's own, for tests and proxies.
    public init(host: String, port: Int = 443, trustRoots: [NIOSSLCertificate]? = nil, serverName: String? = nil) {
        (self.host, self.port, self.trustRoots, self.serverName) = (host, port, trustRoots, serverName)
    }

    /// Apple's service for pushes to devices and channels.
    ///
    /// - Parameter port: 443, or 2197 where a firewall lets only that pass. Source: Documentation/Reference.md, CONN-01.
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

    /// Host and port as messages name them.
    public var name: String { "\(host):\(port)" }
}
#endif
