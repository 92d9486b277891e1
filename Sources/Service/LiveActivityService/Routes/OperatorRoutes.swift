#if Service
import LiveActivities
import LiveActivityPush
import HTTPTypes
import Hummingbird
import LiveActivityCore

/// What an operator and a load balancer ask.
enum OperatorRoutes {
    static func all(_ configuration: ServiceConfiguration) -> [Route] {
        [
            Route(.get, "/healthz", nil) { _ in Response(json: ["status": "ok"]) },
            Route(.get, "/readyz", nil) { call in await readiness(call) },
            Route(.get, "/metrics", configuration.protectsMetrics ? .admin : nil) { call in
                Response(bytes: MetricsText(call.service).bytes, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    /// 503 while the store fails, while no push can go, and while the service stops.
    private static func readiness(_ call: Call) async -> Response {
        let service = call.service
        let store = service.runtime.storeFailure
        let unreachable = (service.pusher?.problems ?? []) + (await service.pushReach?.problems() ?? [])
        let isReady = !service.isDraining && store == nil && unreachable.isEmpty
        var members: [(key: String, value: JSONValue)] = [
            ("status", isReady ? "ready" : "unready"), ("store", JSONValue(store.map { $0.code } ?? "ok")),
        ]
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
        return Response(json: JSONValue(members: members), status: isReady ? .ok : .serviceUnavailable)
    }
}
#endif
