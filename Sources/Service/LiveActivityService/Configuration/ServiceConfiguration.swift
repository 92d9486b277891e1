#if Service
import LiveActivities
import LiveActivityCore

/// The configuration of a service. With the defaults it listens on loopback only, without tokens.
public struct ServiceConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0 lets the system choose one.
    public var port = 8_080
    /// The file of tokens (``TokenFile``); `nil` for a service without tokens.
    public var tokens: String?
    /// The file with the key that signs links, created if it is missing. With `nil`, links end with the process. Not
    /// used on a cluster, whose nodes share a key.
    public var linkKey: String?
    /// The file that lists disabled webhooks. With `nil`, the next process calls them again. Not used on a cluster,
    /// whose nodes share the list.
    public var disabledWebhooks: String?
    /// The file of the webhooks that are created over HTTP. With `nil`, they end with the process. Not used on a cluster, whose
    /// nodes share them.
    public var createdWebhooks: String?
    /// The folder of the audit log: what callers with tokens have changed, in a file for each day. `nil` for no audit log.
    public var audit: String?
    /// The number of days for which the audit log is kept.
    public var auditDays = 90
    /// The file of the changes that webhooks have given up. With `nil`, they end with the process.
    public var deadLetters: String?
    /// The origins of web pages that may call the service, such as `https://example.org`; none by default.
    public var origins: [String] = []
    /// A certificate and its key; `nil` for plain HTTP.
    public var tls: TLS?
    /// The limits for requests and clients.
    public var limits = Limits()
    /// The settings of streams.
    public var streams = Streams()
    /// The endpoints that receive changes.
    public var webhooks: [Webhook] = []
    /// The `User-Agent` of the requests to webhooks, which the command extends by its version.
    public var userAgent = Self.product
    static let product = "live-activities"
    /// Whether webhooks may call addresses of private networks and of this machine.
    public var allowsPrivateWebhooks = false
    /// The configuration of pushes (`PushConfiguration`); `nil` sends none.
    public var push: String?
    /// Seconds that a graceful shutdown waits for requests in progress before it closes the connections.
    public var drainTimeout: Double = 20
    /// Seconds for which a graceful shutdown keeps accepting connections first. A load balancer that calls `/readyz` on a new
    /// connection gets 503 and stops sending clients. By default connections are accepted only until pushes in flight have been
    /// answered.
    public var drainDelay: Double = 0
    /// Whether `GET /metrics` requires a token with the scope `admin` if the service has tokens.
    public var protectsMetrics = true

    /// Creates a configuration with every default.
    public init() {}

    /// The PEM files for TLS.
    public struct TLS: Hashable, Sendable {
        /// The certificate, followed by the intermediate certificates.
        public var certificate: String
        /// The certificate's private key.
        public var key: String

        /// Creates a TLS configuration.
        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    /// The limits for requests and clients.
    public struct Limits: Hashable, Sendable {
        /// The maximum size of a request's body in bytes; by default 1 MiB.
        public var bodyBytes = 1 << 20
        /// The maximum size of a batch of events in bytes; by default 16 MiB.
        public var batchBytes = 16 << 20
        /// The maximum number of events in a batch; by default 10,000.
        public var batchEvents = 10_000
        /// The maximum size of all headers of a request in bytes; by default 16 KiB.
        public var headerBytes = 16 << 10
        /// The maximum number of headers in a request; by default 100.
        public var headerCount = 100
        /// The timeout for receiving a request's headers, in seconds; by default 10.
        public var headerTimeout: Double = 10
        /// The timeout for receiving a request's body, in seconds; by default 60.
        public var bodyTimeout: Double = 60
        /// The timeout of an idle connection, in seconds; by default 75, which is longer than nginx's.
        public var idleTimeout: Double = 75
        /// The average number of requests a second that a client may make; `nil`, the default, sets no limit.
        public var requestsPerSecond: Double?
        /// The number of requests that a client may make at once after a pause; by default as many as in ten seconds.
        public var burst: Double?
        /// The maximum number of open connections; by default 50,000. Further clients wait until a connection closes.
        public var connections = 50_000
        /// The maximum number of open streams; by default 45,000.
        public var streams = 45_000
        /// The maximum number of ongoing activities of one owner; by default 1,000, where an engine alone has 16: a service's
        /// owner may be a shop or a vehicle. The code that creates the runtime must pass it the limit
        /// (`EngineLimits.activitiesPerOwner`), as `serve` does.
        public var activitiesPerOwner = 1_000

        /// Creates the default limits.
        public init() {}
    }

    /// The settings of streams.
    public struct Streams: Hashable, Sendable {
        /// Seconds between two heartbeats on a stream without changes; by default 15.
        public var heartbeat: Double = 15
        /// Milliseconds that a client waits before it reconnects; by default 2,000.
        public var retry_ms = 2_000
        /// The number of recent changes that are kept for clients that reconnect; by default 65,536.
        public var history = 65_536
        /// The number of changes that may wait for one slow reader; by default 1,024.
        public var waiting = 1_024

        /// Creates the default settings.
        public init() {}
    }
}
#endif
