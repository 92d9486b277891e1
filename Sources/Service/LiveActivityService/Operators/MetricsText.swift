#if Service
import LiveActivitySurfaces
import LiveActivityPush
import LiveActivities
import LiveActivityCluster
import LiveActivityCore

/// The metrics in the text format of Prometheus.
struct MetricsText {
    private(set) var bytes: [UInt8] = []

    init(_ service: ServiceState) {
        requests(service.metrics.snapshot)
        streams(service.hub.statistics)
        runtime(service.runtime.statistics())
        if let pusher = service.pusher { pushes(pusher, unreachable: service.pushReach?.known.count ?? 0) }
        webhooks(service.webhooks.senders.map { ($0.webhook.name, $0.statistics) })
        gauge(
            "live_activities_store_failing", "1 while the store cannot write.",
            service.runtime.storeFailure == nil ? 0 : 1)
        condition(StoreCondition(service.runtime))
        if let cluster = service.runtime as? ClusterRuntime { self.cluster(cluster.condition()) }
    }

    private typealias Label = (name: String, value: String)

    private mutating func requests(_ routes: [ServiceMetrics.Route]) {
        let routes = routes.filter { !$0.statuses.isEmpty }
        counter(
            "live_activities_http_requests_total", "Requests by route and status.",
            routes.flatMap { route in
                route.statuses.sorted { $0.key < $1.key }.map {
                    ([("route", route.name), ("status", "\($0.key)xx")], Double($0.value))
                }
            })
        head("live_activities_http_request_duration_seconds", "Time from a request's head to its response.", "histogram")
        for route in routes {
            var count = 0
            for (index, number) in route.buckets.enumerated() {
                count += number
                let bound = index < ServiceMetrics.bounds.count ? "\(ServiceMetrics.bounds[index])" : "+Inf"
                line(
                    "live_activities_http_request_duration_seconds_bucket", [("route", route.name), ("le", bound)],
                    Double(count))
            }
            line("live_activities_http_request_duration_seconds_sum", [("route", route.name)], route.seconds)
            line("live_activities_http_request_duration_seconds_count", [("route", route.name)], Double(count))
        }
    }

    private mutating func streams(_ statistics: StreamHub.Statistics) {
        gauge("live_activities_streams", "Open streams.", statistics.streams)
        gauge("live_activities_stream_held_changes", "Changes that wait for the store.", statistics.held)
        counter("live_activities_changes_total", "Changes of activities.", statistics.published)
        counter(
            "live_activities_stream_changes_total", "Changes delivered to streams.", statistics.delivered)
        counter(
            "live_activities_stream_conflated_total",
            "Updates that slow readers did not receive, because newer ones replaced them.",
            statistics.conflated)
        counter(
            "live_activities_stream_resets_total", "Number of times a reader was sent the current state in place of changes.",
            statistics.resets)
    }

    private mutating func pushes(_ pusher: any ServicePusher, unreachable: Int) {
        let (backlog, counts) = (pusher.backlog, pusher.statistics)
        counter("live_activities_push_sent", "Pushes that were sent.", counts.sent)
        counter("live_activities_push_accepted", "Pushes that were accepted.", counts.accepted)
        counter(
            "live_activities_push_failed", "Pushes that were not accepted, by reason; 'none' without a response.",
            counts.failed.sorted { $0.key < $1.key }.map { ([("reason", $0.key)], Double($0.value)) })
        head("live_activities_push_answer_seconds", "Time from a push's request to its response.", "summary")
        line("live_activities_push_answer_seconds_sum", [], counts.answerSeconds)
        line("live_activities_push_answer_seconds_count", [], Double(counts.answers))
        gauge("live_activities_push_in_flight", "Pushes without a response.", backlog.inFlight)
        gauge(
            "live_activities_push_pending_activities", "Activities with pushes to be sent.", backlog.pendingActivities)
        gauge(
            "live_activities_push_unreachable_services", "Push services that could not be reached at the last attempt.",
            unreachable)
    }

    private mutating func webhooks(_ webhooks: [(name: String, counts: WebhookDelivery.Counts)]) {
        guard !webhooks.isEmpty else { return }
        func values(_ value: (WebhookDelivery.Counts) -> Int) -> [([Label], Double)] {
            webhooks.map { ([("webhook", $0.name)], Double(value($0.counts))) }
        }
        counter("live_activities_webhook_delivered_total", "Changes that were accepted.", values { $0.delivered })
        counter("live_activities_webhook_failures_total", "Calls that failed.", values { $0.failed })
        counter("live_activities_webhook_abandoned_total", "Changes that became dead letters.", values { $0.abandoned })
        gauge(
            "live_activities_webhook_disabled", "1 after the endpoint has answered 410 Gone or a request has disabled it.",
            values { $0.isDisabled ? 1 : 0 })
    }

    private mutating func runtime(_ statistics: RuntimeStatistics) {
        gauge(
            "live_activities_activities", "Activities by kind and state.",
            statistics.activities.map {
                ([("kind", $0.key.kind.rawValue), ("state", $0.key.state.rawValue)], Double($0.value))
            }.sorted { "\($0.0)" < "\($1.0)" })
        counter(
            "live_activities_commands_total", "Commands by outcome.",
            statistics.commands.map {
                ([("command", $0.key.name.rawValue), ("outcome", $0.key.outcome.rawValue)], Double($0.value))
            }.sorted { "\($0.0)" < "\($1.0)" })
        counter(
            "live_activities_refusals_total", "Refused commands by error code.",
            statistics.refusals.sorted { $0.key < $1.key }.map { ([("code", $0.key)], Double($0.value)) })
        counter(
            "live_activities_batches_total", "Batches that were given to the store, by outcome.",
            [
                ([("outcome", "written")], Double(statistics.batches)),
                ([("outcome", "failed")], Double(statistics.failedBatches)),
            ]
        )
        counter(
            "live_activities_clock_jumps_total", "Suppressed jumps of the computer's clock.",
            statistics.clockJumps)
        counter(
            "live_activities_events_forgotten_early_total",
            "Event ids dropped before 10 minutes had passed; a repetition of such an event is applied twice.",
            statistics.eventsForgottenEarly)
        gauge(
            "live_activities_consumer_waiting", "Changes that a named consumer has not acknowledged.",
            statistics.consumers.sorted { $0.key < $1.key }.map { ([("consumer", $0.key.rawValue)], Double($0.value)) })
        counter(
            "live_activities_consumer_changes_missed_total",
            "Changes dropped before a named consumer had acknowledged them, because too many were waiting.",
            statistics.missedConsumerChanges)
        if let bytes = statistics.storeBytes {
            gauge("live_activities_store_bytes", "Size of the store.", bytes)
        }
    }

    private mutating func condition(_ condition: StoreCondition) {
        gauge(
            "live_activities_store_damaged_rows", "Rows of the store that were damaged when it was opened.",
            condition.damage.count)
        gauge(
            "live_activities_store_skipped_activities", "Activities in the store that were not restored.",
            condition.skipped.count)
        let kinds: [([Label], Double)] =
            switch condition.forNobody {
            case .all: [([("kind", "")], 1)]
            case .some(let kinds): kinds.map { ([("kind", $0.rawValue)], 1) }
            }
        gauge(
            "live_activities_starts_for_nobody",
            "1 for a kind (all kinds if empty) whose activities are not started, because a permission is damaged.", kinds)
        gauge(
            "live_activities_clock_behind_seconds", "Seconds by which the clock is behind the latest recorded time.",
            [([], condition.clockBehind > StoreCondition.clockTolerance ? condition.clockBehind : 0)])
    }

    private mutating func cluster(_ condition: ClusterCondition) {
        gauge(
            "live_activities_cluster_heartbeat_age_seconds",
            "Seconds since this node has sent the latest heartbeat that came back to it.", [([], condition.heartbeatAge)])
        gauge(
            "live_activities_cluster_excluded_by_clock",
            "1 while this node owns no partitions, because its clock differs from the owners' clocks.",
            condition.isExcludedByClock ? 1 : 0)
        gauge(
            "live_activities_cluster_unowned_partitions", "Partitions of the cluster without a known owner.",
            condition.unownedPartitions)
        gauge(
            "live_activities_cluster_failed_claims", "Partitions that this node could not claim.", condition.failedClaims)
        gauge(
            "live_activities_cluster_unreadable_logs", "Logs that this node follows and cannot read.", condition.unreadableLogs)
        gauge(
            "live_activities_cluster_failed_snapshots", "Partitions of which this node could write no snapshot.",
            condition.failedSnapshots)
        gauge("live_activities_cluster_log_bytes", "Size of the logs of this node's partitions.", condition.logBytes)
        gauge(
            "live_activities_cluster_log_bytes_without_snapshot",
            "Bytes that this node has appended to its logs since their last snapshots.", condition.logBytesWithoutSnapshot)
    }

    // MARK: - Lines

    private mutating func counter(_ name: String, _ help: String, _ values: [([Label], Double)]) {
        head(name, help, "counter")
        for (labels, value) in values { line(name, labels, value) }
    }
    private mutating func counter(_ name: String, _ help: String, _ value: Int) {
        counter(name, help, [([], Double(value))])
    }
    private mutating func gauge(_ name: String, _ help: String, _ values: [([Label], Double)]) {
        head(name, help, "gauge")
        for (labels, value) in values { line(name, labels, value) }
    }
    private mutating func gauge(_ name: String, _ help: String, _ value: Int) { gauge(name, help, [([], Double(value))]) }

    private mutating func head(_ name: String, _ help: String, _ type: String) {
        bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n".utf8
    }

    private mutating func line(_ name: String, _ labels: [Label], _ value: Double) {
        bytes += name.utf8
        if !labels.isEmpty {
            bytes += "{\(labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ","))}".utf8
        }
        bytes += (value == value.rounded() && abs(value) < 1e15 ? " \(Int(value))\n" : " \(value)\n").utf8
    }

    private static func escaped(_ text: String) -> String {
        text.map {
            switch $0 {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String($0)
            }
        }.joined()
    }
}
#endif
