/// What the nodes of a cluster reach each other and their logs by.
///
/// Nothing that it does decides who owns a partition: a heartbeat that is lost or late costs time, and a request that reaches
/// the wrong node is refused there. Only ``log(of:)`` has to keep promises, those of ``PartitionLog``.
public protocol ClusterTransport: Sendable {
    /// Opens the log of a partition, which is made if there is none. May block.
    func log(of partition: Int) throws(LogError) -> any PartitionLog

    /// Connects a node. Called once, before everything below.
    ///
    /// - Parameters:
    ///   - address: Of this process alone: a node that is started again has another one.
    ///   - receiveHeartbeat: Called with each heartbeat, its own included. Must return soon.
    ///   - receiveChanges: Called with each message of changes, its own included, in order for each sender. Must return soon.
    ///   - answer: Called with each request, and a function that sends an answer to it; that may be called several times, at
    ///     any time. Must return soon.
    func attach(
        _ address: String, receiveHeartbeat: @escaping @Sendable ([UInt8]) -> Void,
        receiveChanges: @escaping @Sendable ([UInt8]) -> Void,
        answer: @escaping @Sendable ([UInt8], _ reply: @escaping @Sendable ([UInt8]) -> Void) -> Void
    ) throws(LogError)

    /// How many bytes a request, an answer, a heartbeat or a message of changes may have. Nodes cut larger requests and answers
    /// into pieces. By default a million.
    var messageBytesMax: Int { get }

    /// Sends a node's heartbeat to all nodes, also to itself.
    func sendHeartbeat(_ heartbeat: [UInt8], from address: String) throws(LogError)

    /// Sends a message of changes to all nodes, also to the one that sends it.
    func publish(_ changes: [UInt8], from address: String) throws(LogError)

    /// Sends a request to a node, which may answer several times.
    ///
    /// - Parameter receive: Called with each answer, and returns whether another one is awaited. Where there is no such node,
    ///   or the time is over, it is called with that, and then no more. It may be called before this function returns. Must
    ///   return soon.
    func ask(
        _ address: String, _ request: [UInt8], within time: Duration, receive: @escaping @Sendable (TransportAnswer) -> Bool)
}

extension ClusterTransport {
    public var messageBytesMax: Int { 1_000_000 }
}

/// What became of a request to a node.
public enum TransportAnswer: Hashable, Sendable {
    /// The node's answer.
    case answer([UInt8])
    /// There is no such node: nobody has seen the request.
    case nobody
    /// The request was not sent, and nobody has seen it: this node is not connected, for example. It says nothing of the other
    /// node.
    case notSent(reason: String)
    /// No answer came in time. The node may have done what was asked, or may still do it.
    case silence
}
