/// Connects the nodes of a cluster to each other and to their logs.
///
/// It does not decide who owns a partition: a lost or late heartbeat costs time, and a request that reaches the wrong node is
/// refused there. Only ``log(of:)`` has guarantees to keep, those of ``PartitionLog``.
public protocol ClusterTransport: Sendable {
    /// Opens the log of a partition, and creates it if it does not exist. May block.
    func log(of partition: Int) throws(LogError) -> any PartitionLog

    /// Opens the log of the settings that all nodes share, and creates it if it does not exist. It has the guarantees of
    /// ``log(of:)``. May block. The default implementation throws ``LogError/misconfigured(reason:)``; a service on the cluster
    /// needs the log.
    func settingsLog() throws(LogError) -> any PartitionLog

    /// Connects a node. Called once, before the methods below.
    ///
    /// - Parameters:
    ///   - address: Unique to this process: a restarted node has another one.
    ///   - receiveHeartbeat: Called with each heartbeat, the node's own included. Must return quickly.
    ///   - receiveChanges: Called with each message of changes, the node's own included, in order for each sender. Must return
    ///     quickly.
    ///   - answer: Called with each request, and a function that sends an answer; that may be called several times, at any
    ///     time. Must return quickly.
    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) throws(LogError)

    /// Disconnects a node that has stopped, as the end of its process would. May block for a moment. The default does nothing.
    func leave(_ address: String)

    /// Whether a process other than this one is connected now; `nil` if that is unknown. Called after
    /// ``attach(_:receiveHeartbeat:receiveChanges:answer:)``, which makes this process known to others. May block.
    ///
    /// The node then need not wait for the heartbeats of others. A wrong `false` is harmless to the data, as the logs refuse
    /// what a former owner appends. The default is `nil`.
    func hasOthers(besides address: String) -> Bool?

    /// The maximum size of a request, an answer, a heartbeat or a message of changes, in bytes. Nodes split larger requests and
    /// answers. The default is a million.
    var messageBytesMax: Int { get }

    /// Sends a node's heartbeat to all nodes, including itself.
    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) throws(LogError)

    /// Sends a message of changes to all nodes, including the sender.
    func publish(_ changes: [UInt8], from address: String) throws(LogError)

    /// Sends a request to a node, which may answer several times.
    ///
    /// - Parameter receive: Called with each answer; returns whether another one is expected. If the node does not exist or the
    ///   timeout has passed, it is called once with that result and not again. It may be called before this function returns.
    ///   Must return quickly.
    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool)
}

extension ClusterTransport {
    public func settingsLog() throws(LogError) -> any PartitionLog {
        throw .misconfigured(reason: "this transport has no log for settings")
    }
    public func leave(_ address: String) {}
    public func hasOthers(besides address: String) -> Bool? { nil }
    public var messageBytesMax: Int { 1_000_000 }
}

/// The result of a request to a node.
public enum TransportAnswer: Hashable, Sendable {
    /// The node's answer.
    case answer([UInt8])
    /// No process has this address, so none received the request.
    case nobody
    /// The request was not sent, for example because this node is not connected. It allows no conclusion about the other node.
    case notSent(reason: String)
    /// No answer came in time. The node may have carried out the request, or may still do so.
    case silence
}
