import LiveActivities
import LiveActivityCore

extension ClusterRuntime {
    /// The result of one partition's request.
    ///
    /// A structure, not a tuple: in optimised builds Swift 6.3.1 loses the first element of a tuple whose second element is
    /// made from an awaited call with a typed error, so every result would count as partition 0's
    /// (`Tests/Compiler/TupleOfAwaitedResult.swift`).
    private struct PartitionResult: Sendable {
        var partition: Int
        var result: Result<ClusterAnswer, RuntimeError>
    }

    /// Sends the same request to the owners of all partitions concurrently.
    ///
    /// - Parameter name: By what the owners recognise it; `nil` for a name in each partition that is made here.
    /// - Returns: The result of each partition, in the order of the partitions.
    func askAll(_ body: ClusterRequest.Body, as name: RequestName? = nil) async -> [Result<ClusterAnswer, RuntimeError>] {
        let count = configuration.partitions
        return await withTaskGroup(of: PartitionResult.self) { group in
            for partition in 0..<count { group.addTask { await self.result(of: body, in: partition, as: name) } }
            var results: [Result<ClusterAnswer, RuntimeError>] = Array(
                repeating: .failure(.storeUnavailable(reason: "the request was not sent")), count: count)
            for await part in group { results[part.partition] = part.result }
            return results
        }
    }

    private func result(of body: ClusterRequest.Body, in partition: Int, as name: RequestName?) async -> PartitionResult {
        let result: Result<ClusterAnswer, RuntimeError>
        do throws(RuntimeError) { result = .success(try await ask(body, in: partition, as: name)) } catch {
            result = .failure(error)
        }
        return PartitionResult(partition: partition, result: result)
    }
}
