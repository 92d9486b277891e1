#if Push
/// Timeouts and limits of an ``APNSClient``'s connections. Each value can be replaced.
public struct APNSClientConfiguration: Hashable, Sendable {
    /// The maximum number of connections.
    public var connectionsMax = 4
    /// The number of pushes per second for one connection. A higher load opens another one, up to ``connectionsMax``.
    public var pushesPerConnection = 1_000
    /// The maximum number of streams of one connection, even if the server allows more.
    public var streamsMax = 1_000
    /// The maximum time for an answer, and the maximum time for which a request waits for a connection; in seconds.
    public var answerTimeout = 30.0
    /// The maximum time to open a connection with TCP, and then with TLS and HTTP/2; in seconds, for each.
    public var connectTimeout = 10.0
    /// The time without data after which a connection is tested, in seconds. Source: Documentation/Reference.md, CONN-04.
    public var pingAfter = 3_600.0
    /// The maximum time for the answer to the test, in seconds. After it the connection is closed as lost.
    public var pingTimeout = 10.0
    /// The pause after the first failure to connect, in seconds. Each further failure doubles it.
    public var firstReconnectPause = 0.1
    /// The longest such pause, in seconds.
    public var longestReconnectPause = 60.0

    /// The default configuration.
    public init() {}
}
#endif
