package import LiveActivities
import LiveActivityCore

/// The programs that the nodes of a cluster run in, such as services: what they share, and requests between them.
extension ClusterRuntime {
    /// The answer of one node's host.
    package struct HostAnswer: Sendable {
        package var node: NodeName
        /// `nil` if the node has not answered in time.
        package var bytes: Data?
    }

    /// Opens the settings that all nodes share, and reads them. Blocks, also while the servers elect the leader of their log.
    ///
    /// - Throws: ``LogError`` if their log cannot be read.
    package func sharedSettings() throws(LogError) -> SharedSettings {
        try LogElection().outlast { () throws(LogError) in try SharedSettings(node.transport.settingsLog()) }
    }

    /// Answers the requests of all nodes' ``askHosts(_:within:)``. Only the function of the latest call is used.
    package func answerHosts(_ answer: @escaping @Sendable (Data) async -> Data) {
        node.state.change { $0.answerHost = answer }
    }

    /// Sends a request to the hosts of all running nodes concurrently, also to this node's.
    ///
    /// - Returns: An answer for each node, sorted by name.
    package func askHosts(_ message: Data, within time: Duration) async -> [HostAnswer] {
        let request = ClusterRequest(partition: 0, .host(message))
        let members = node.state.read { $0.member.membership.members.mapValues(\.heartbeat.node) }
        return await withTaskGroup(of: HostAnswer.self) { [node] group in
            for (address, name) in members {
                group.addTask {
                    let answer: ClusterAnswer?
                    if address == node.address {
                        answer = await node.answer(request)
                    } else if let bytes = try? request.encoded(),
                        case .answer(let bytes) = await node.forwarder.ask(address, bytes, within: time)
                    {
                        answer = ClusterAnswer(encoded: bytes)
                    } else {
                        answer = nil
                    }
                    return HostAnswer(node: name, bytes: answer?.values.data)
                }
            }
            var answers: [HostAnswer] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.node < $1.node }
        }
    }
}
