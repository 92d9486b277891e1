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
            Route(.get, "/readyz", nil) { call in readiness(call) },
            Route(.get, "/metrics", configuration.protectsMetrics ? .admin : nil) { call in
                Response(bytes: MetricsText(call.service).bytes, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    /// 503 while the store fails, and while the service stops.
    private static func readiness(_ call: Call) -> Response {
        let store = call.runtime.storeFailure
        var members: [(key: String, value: JSONValue)] = [
            ("status", call.service.isDraining || store != nil ? "unready" : "ready"),
            ("store", JSONValue(store.map { $0.code } ?? "ok")),
        ]
        if call.service.isDraining { members.append(("draining", true)) }
        if let pusher = call.service.pusher {
            let backlog = pusher.backlog
            members.append(
                ("push", ["inFlight": JSONValue(backlog.inFlight), "pendingActivities": JSONValue(backlog.pendingActivities)]))
        }
        let isReady = !call.service.isDraining && store == nil
        return Response(json: JSONValue(members: members), status: isReady ? .ok : .serviceUnavailable)
    }
}
#endif
