#if PushFiles
import NIOCore
import NIOPosix

extension PushConfiguration {
    /// Opens and closes a TCP connection to each endpoint of the apps. It sends no data, so it may be called every minute.
    ///
    /// - Parameter timeout: The maximum time for a connection, in seconds.
    /// - Returns: The unreachable endpoints with reasons; empty if all are reachable.
    public func unreachableEndpoints(timeout: Double = 5) async -> [PushError] {
        var problems: [PushError] = []
        for endpoint in endpoints {
            let name = "\(endpoint.host):\(endpoint.port)"
            do {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connectTimeout(.milliseconds(Int64(timeout * 1_000)))
                    .connect(host: endpoint.host, port: endpoint.port).get()
                try? await channel.close()
            } catch { problems.append(.unreachable(endpoint: name, reason: "\(error)")) }
        }
        return problems
    }

    /// The hosts and ports of the apps, without duplicates.
    private var endpoints: [(host: String, port: Int)] {
        var found: [(host: String, port: Int)] = []
        for app in apps {
            let next: (host: String, port: Int)
            switch app.service {
            case .apns:
                guard let endpoint = try? endpoint(app.id.environment) else { continue }
                next = (endpoint.host, endpoint.port)
            case .fcmAndroid, .fcmApple: next = ("fcm.googleapis.com", 443)
            }
            if !found.contains(where: { $0 == next }) { found.append(next) }
        }
        return found
    }
}
#endif
