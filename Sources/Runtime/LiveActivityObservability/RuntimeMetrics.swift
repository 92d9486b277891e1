#if Observability
import LiveActivities
import Metrics
import Synchronization

/// A runtime's metrics. `Documentation/Metrics.md` is the table of their names, units and dimensions.
final class RuntimeMetrics: Sendable {
    private struct Key: Hashable {
        var name: String
        var dimension: String
        var value: String
        var second: String?
    }

    private struct State {
        /// The counters, each with the value that was last reported.
        var counters: [Key: (counter: Counter, reported: Int)] = [:]
        var gauges: [Key: Gauge] = [:]
    }

    private let factory: any MetricsFactory
    private let common: [(String, String)]
    private let state = Mutex(State())
    private let lateness: Metrics.Timer
    private let batchTime: Metrics.Timer
    private let batchActivities: Recorder
    private let batchChanges: Recorder

    init(_ factory: any MetricsFactory, _ runtime: String?) {
        self.factory = factory
        common = runtime.map { [("runtime", $0)] } ?? []
        lateness = Timer(label: "live_activities_deadline_lateness", dimensions: common, factory: factory)
        batchTime = Timer(label: "live_activities_batch_time", dimensions: common, factory: factory)
        batchActivities = Recorder(label: "live_activities_batch_activities", dimensions: common, factory: factory)
        batchChanges = Recorder(label: "live_activities_batch_consumer_changes", dimensions: common, factory: factory)
    }

    // MARK: - Recorded when it happens

    func deadlinesRan(late seconds: Double) { lateness.recordSeconds(max(0, seconds)) }

    func batchEnded(_ batch: BatchReport) {
        batchTime.recordSeconds(batch.seconds)
        guard batch.failure == nil else { return }
        batchActivities.record(batch.activities)
        batchChanges.record(batch.consumerChanges)
    }

    func count(_ notice: RuntimeNotice) {
        state.withLock { state in
            let key = Key(name: "live_activities_notices_total", dimension: "notice", value: notice.name)
            add((state.counters[key]?.reported ?? 0) + 1, key, [("notice", notice.name)], &state)
        }
    }

    // MARK: - Recorded every interval

    func report(_ runtime: LiveActivityRuntime) {
        let statistics = runtime.statistics()
        let (subscribers, totals) = (runtime.subscribers, runtime.subscriberTotals)
        let (storeFailure, clockBehind) = (runtime.storeFailure, runtime.clockBehind)
        state.withLock { state in
            for (command, count) in statistics.commands {
                let dimensions = [("command", command.name.rawValue), ("outcome", command.outcome.rawValue)]
                add(count, "live_activities_commands_total", dimensions, &state)
            }
            for (code, count) in statistics.refusals {
                add(count, "live_activities_refusals_total", [("code", code)], &state)
            }
            add(statistics.batches, "live_activities_batches_total", [("outcome", "written")], &state)
            add(statistics.failedBatches, "live_activities_batches_total", [("outcome", "failed")], &state)
            add(totals.passed, "live_activities_subscriber_changes_total", [("outcome", "passed")], &state)
            add(totals.conflated, "live_activities_subscriber_changes_total", [("outcome", "conflated")], &state)
            add(totals.missed, "live_activities_subscriber_changes_total", [("outcome", "missed")], &state)
            add(statistics.missedConsumerChanges, "live_activities_consumer_changes_missed_total", [], &state)
            add(statistics.eventsForgottenEarly, "live_activities_events_forgotten_early_total", [], &state)

            // A series without a current value is reported as 0 rather than with its last value.
            var gauges: [(String, [(String, String)], Int)] = [
                ("live_activities_subscribers", [], subscribers.count),
                ("live_activities_subscriber_waiting", [], totals.waiting),
                ("live_activities_subscriber_waiting_most", [], subscribers.map(\.statistics.waiting).max() ?? 0),
                ("live_activities_store_failing", [], storeFailure == nil ? 0 : 1),
                // A snapshot may have a time that no clock has.
                ("live_activities_clock_behind_seconds", [], Int(min(clockBehind, 1e12))),
            ]
            for (activities, count) in statistics.activities {
                let dimensions = [("kind", activities.kind.rawValue), ("state", activities.state.rawValue)]
                gauges.append(("live_activities_activities", dimensions, count))
            }
            for (consumer, count) in statistics.consumers {
                gauges.append(("live_activities_consumer_waiting", [("consumer", consumer.rawValue)], count))
            }
            if let bytes = statistics.storeBytes { gauges.append(("live_activities_store_bytes", [], bytes)) }
            set(gauges, &state)
        }
    }

    private func key(_ name: String, _ dimensions: [(String, String)]) -> Key {
        Key(
            name: name, dimension: dimensions.first?.0 ?? "", value: dimensions.first?.1 ?? "",
            second: dimensions.count > 1 ? dimensions[1].1 : nil)
    }

    private func add(_ count: Int, _ name: String, _ dimensions: [(String, String)], _ state: inout State) {
        add(count, key(name, dimensions), dimensions, &state)
    }

    private func add(_ count: Int, _ key: Key, _ dimensions: [(String, String)], _ state: inout State) {
        var entry =
            state.counters[key]
            ?? (Counter(label: key.name, dimensions: dimensions + common, factory: factory), 0)
        if count > entry.reported { entry.counter.increment(by: count - entry.reported) }
        entry.reported = max(count, entry.reported)
        state.counters[key] = entry
    }

    private func set(_ gauges: [(name: String, dimensions: [(String, String)], value: Int)], _ state: inout State) {
        var absent = Set(state.gauges.keys)
        for gauge in gauges {
            let key = key(gauge.name, gauge.dimensions)
            absent.remove(key)
            let handle = state.gauges[key] ?? Gauge(label: gauge.name, dimensions: gauge.dimensions + common, factory: factory)
            state.gauges[key] = handle
            handle.record(gauge.value)
        }
        for key in absent { state.gauges[key]?.record(0) }
    }
}
#endif
