#if Service
import LiveActivities
import LiveActivityCore

/// How a service runs. Without a change it listens on loopback only, without tokens.
public struct ServiceConfiguration: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port; 0 lets the system choose one.
    public var port = 8_080
    /// The file of tokens (``TokenFile``); `nil` for none.
    public var tokens: String?
    /// The file of the key for links; made if it is missing. With `nil` links end with the process.
    public var linkKey: String?
    /// The file of webhooks whose endpoints are gone; with `nil` they are called again by the next process.
    public var disabledWebhooks: String?
    /// Web pages of these origins may call the service, such as `https://example.org`; none by default.
    public var origins: [String] = []
    /// A certificate and its key; `nil` for plain HTTP.
    public var tls: TLS?
    /// What a request and a client may use.
    public var limits = Limits()
    /// How streams behave.
    public var streams = Streams()
    /// Where changes are sent.
    public var webhooks: [Webhook] = []
    /// Whether webhooks may call addresses of private networks and of this machine.
    public var allowsPrivateWebhooks = false
    /// The configuration of pushes (`PushConfiguration`); `nil` sends none.
    public var push: String?
    /// How long a graceful shutdown waits for what is under way, in seconds; then connections are closed.
    public var drainTimeout: Double = 20
    /// How long a graceful shutdown goes on to take connections before that, in seconds: a load balancer asks `/readyz` on a
    /// new one, is answered 503, and sends no more clients. By default it takes them only until pushes have their answers.
    public var drainDelay: Double = 0
    /// Whether `GET /metrics` needs a token with the scope `admin`, where there are tokens.
    public var protectsMetrics = true

    /// A configuration with every default.
    public init() {}

    /// PEM files.
    public struct TLS: Hashable, Sendable {
        /// The certificate, then those between it and a root.
        public var certificate: String
        /// Its private key.
        public var key: String

        /// Creates a value from its fields.
        public init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
    }

    /// What a request and a client may use.
    public struct Limits: Hashable, Sendable {
        /// Bytes of the body of a request; by default 1 MiB.
        public var bodyBytes = 1 << 20
        /// Bytes of the body of a batch of events; by default 16 MiB.
        public var batchBytes = 16 << 20
        /// Events of one batch; by default 10,000.
        public var batchEvents = 10_000
        /// Bytes of a request's headers together; by default 16 KiB.
        public var headerBytes = 16 << 10
        /// Headers of a request; by default 100.
        public var headerCount = 100
        /// Seconds until a request's headers are complete; by default 10.
        public var headerTimeout: Double = 10
        /// Seconds until a request's body is complete; by default 60.
        public var bodyTimeout: Double = 60
        /// Seconds that a connection may be without a request; by default 75, more than nginx's.
        public var idleTimeout: Double = 75
        /// Requests a second of one client, on average; none are counted if `nil`, which is the default.
        public var requestsPerSecond: Double?
        /// Requests that a client may make at once after a pause; by default as many as in ten seconds.
        public var burst: Double?
        /// Connections at a time; by default 50,000. Further clients wait until one of them ends.
        public var connections = 50_000
        /// Streams at a time; by default 45,000.
        public var streams = 45_000
        /// Ongoing activities of one owner; by default 1,000, where an engine of its own has 16: on a service an owner may be a
        /// shop or a vehicle. Whoever makes the runtime gives it the limit (`EngineLimits.activitiesPerOwner`), as `serve`
        /// does.
        public var activitiesPerOwner = 1_000

        /// The defaults.
        public init() {}
    }

    /// How streams behave.
    public struct Streams: Hashable, Sendable {
        /// Seconds between two signs of life on a stream without changes; by default 15.
        public var heartbeat: Double = 15
        /// Milliseconds that a client waits before it connects again; by default 2,000.
        public var retry_ms = 2_000
        /// The newest changes that are kept for clients that connect again; by default 65,536.
        public var history = 65_536
        /// Changes that wait for one slow reader; by default 1,024.
        public var waiting = 1_024

        /// The defaults.
        public init() {}
    }
}
#endif
