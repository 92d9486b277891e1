#if Push
/// Timeouts and limits of an ``APNSClient``'s connections. Each value can be replaced.
public struct APNSClientConfiguration: Hashable, Sendable {
    /// The most connections at a time.
    public var connectionsMax = 4
    /// How many pushes a second one connection is to carry. With more, another one is opened, up to ``connectionsMax``.
    public var pushesPerConnection = 1_000
    /// The most streams of one connection, where the server allows more.
    public var streamsMax = 1_000
    /// How long a request may take until it counts as unanswered, and how long it may wait for a connection; in seconds.
    public var answerTimeout = 30.0
    /// How long opening a connection may take, in seconds.
    public var connectTimeout = 10.0
    /// After how much silence a connection is tested, in seconds. Source: Documentation/Reference.md, CONN-04.
    public var pingAfter = 3_600.0
    /// How long the answer to the test may take, in seconds. Then the connection counts as lost.
    public var pingTimeout = 10.0
    /// The pause after the first connection that failed, in seconds; twice as long each time.
    public var firstReconnectPause = 0.1
    /// The longest such pause, in seconds.
    public var longestReconnectPause = 60.0

    /// The defaults.
    public init() {}
}
#endif
