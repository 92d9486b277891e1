#if Service
import LiveActivities
import LiveActivityCluster
import LiveActivityPush
import HTTPTypes
import Hummingbird
import LiveActivityCore

/// The routes for operators and load balancers.
enum OperatorRoutes {
    static func all(_ configuration: ServiceConfiguration) -> [Route] {
        [
            Route(.get, "/healthz", nil) { _ in Response(json: ["status": "ok"]) },
            Route(.get, "/readyz", nil) { call in await readiness(call) },
            Route(.get, "/v1/status", .read) { call in await status(call) },
            Route(.get, "/metrics", configuration.protectsMetrics ? .admin : nil) { call in
                try call.access.checkEveryOwner()
                return Response(bytes: MetricsText(call.service).bytes, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    /// 503 while this process cannot do its work: while its store fails, while it is disconnected from the servers of its
    /// cluster, while it cannot read a ledger of pushes, and while it stops. A process that accepts commands but needs an
    /// operator is `degraded`, with 200: a load balancer that removed it would make things worse. The same holds while a
    /// partition of the cluster has no owner, or if it cannot reach a push service, which the others cannot reach either.
    private static func readiness(_ call: Call) async -> Response {
        let (isReady, members) = await status(of: call.service)
        return Response(json: JSONValue(members: members), status: isReady ? .ok : .serviceUnavailable)
    }

    /// The readiness with the damaged rows. For operators only, as the rows contain owners' names.
    private static func status(_ call: Call) async -> Response {
        var (_, members) = await status(of: call.service)
        if call.access.owner == nil {
            if !call.service.webhooks.senders.isEmpty { members += webhooks(of: call.service) }
            if call.access.scope >= .admin {
                members += StoreCondition(call.runtime).details
                members += warnings(of: call.service)
            }
        }
        return Response(json: JSONValue(members: members))
    }

    private static func status(
        of service: ServiceState
    ) async -> (isReady: Bool, members: [(key: String, value: JSONValue)]) {
        let store = service.runtime.storeFailure
        let (ledgers, services) = (service.pusher?.problems ?? [], await service.pushReach?.problems() ?? [])
        let unreachable = ledgers + services
        let cluster = (service.runtime as? ClusterRuntime)?.condition()
        let isReady = !service.isDraining && store == nil && ledgers.isEmpty && cluster?.isDisconnected != true
        let condition = StoreCondition(service.runtime)
        let isDegraded = condition.isDegraded || !services.isEmpty || cluster?.isDegraded == true
        let status = isReady ? (isDegraded ? "degraded" : "ready") : "unready"
        var members: [(key: String, value: JSONValue)] = [
            ("status", JSONValue(status)), ("store", JSONValue(store.map { $0.code } ?? "ok")),
        ]
        members += condition.members
        if let cluster, cluster.isDisconnected || cluster.isDegraded { members.append(("cluster", cluster.json)) }
        if service.isDraining { members.append(("draining", true)) }
        if let pusher = service.pusher {
            let backlog = pusher.backlog
            members.append(
                (
                    "push",
                    [
                        "unreachable": JSONValue(unreachable.map { JSONValue($0) }), "inFlight": JSONValue(backlog.inFlight),
                        "pendingActivities": JSONValue(backlog.pendingActivities),
                    ]
                ))
        }
        return (isReady, members)
    }

    private static func warnings(of service: ServiceState) -> [(key: String, value: JSONValue)] {
        guard let cluster = service.runtime as? ClusterRuntime else { return [] }
        return [("warnings", JSONValue(cluster.status().warnings.map { JSONValue($0) }))]
    }

    private static func webhooks(of service: ServiceState) -> [(key: String, value: JSONValue)] {
        let statistics = service.runtime.statistics()
        let webhooks = service.webhooks.senders.map { sender -> JSONValue in
            let counts = sender.statistics
            return [
                "name": JSONValue(sender.webhook.name), "isDisabled": JSONValue(counts.isDisabled),
                "waiting": JSONValue(statistics.consumers[sender.webhook.consumer] ?? 0),
                "delivered": JSONValue(counts.delivered), "failed": JSONValue(counts.failed),
                "abandoned": JSONValue(counts.abandoned),
            ]
        }
        return [("webhooks", JSONValue(webhooks)), ("missedChanges", JSONValue(statistics.missedConsumerChanges))]
    }
}

extension ClusterCondition {
    fileprivate var json: JSONValue {
        [
            "disconnected": JSONValue(isDisconnected), "excludedByClock": JSONValue(isExcludedByClock),
            "unowned": JSONValue(unownedPartitions), "failedClaims": JSONValue(failedClaims),
            "unreadableLogs": JSONValue(unreadableLogs), "failedSnapshots": JSONValue(failedSnapshots),
        ]
    }
}
#endif
