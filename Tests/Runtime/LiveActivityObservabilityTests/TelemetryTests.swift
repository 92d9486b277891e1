#if Observability
import CoreMetrics
import InMemoryLogging
import InMemoryTracing
import LiveActivityObservability
import LiveActivityTesting
import Logging
import MetricsTestKit
import Synchronization
import Testing
import Tracing

/// A runtime's reports to backends in memory, compared as a whole.
@Suite struct TelemetryTests {
    private let clock = ManualClock()

    /// A counter that alerts, and refuses events.
    struct Counter: ActivityProvider {
        struct Attributes: ActivityAttributes {
            struct ContentState: Codable, Hashable, Sendable { var count = 0 }
        }
        enum Event: Codable, Hashable, Sendable { case added(Int) }
        struct TooMany: Error {}
        var kind: ActivityKind { "counter" }
        func content(for attributes: Attributes, at now: Date) -> ActivityContent<Attributes.ContentState> {
            ActivityContent(state: .init(), staleDate: nil)
        }
        func begin(_ activity: inout Scope) { activity.wake(at: activity.now + 60) }
        func tick(_ activity: inout Scope) throws { throw TooMany() }
        func handle(_ event: Event, in activity: inout Scope) throws {
            if case .added(let count) = event { activity.state.count += count }
            if activity.state.count > 9 { throw TooMany() }
        }
    }

    private func runtime() throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), shards: 1, clock: clock, providers: [AnyProvider(Counter())],
            store: MemoryStore())
    }

    @Test func everyMetricOfAStory() throws {
        let (runtime, metrics) = (try runtime(), TestMetrics())
        let telemetry = RuntimeTelemetry(runtime, name: "orders", logger: quiet, metrics: metrics, tracer: NoOpTracer())
        _ = try runtime.changes(for: "push")
        let slow = runtime.changes(bufferLimit: 2, label: "slow")
        let id = try runtime.start(Counter.Attributes(), owner: "anna")
        let other = try runtime.start(Counter.Attributes(), owner: "ben")
        try runtime.send(json: #"{"added":{"_0":1}}"#, to: id)
        #expect(throws: RuntimeError.self) { try runtime.send(Counter.Event.added(10), to: id) }
        telemetry.report()
        try runtime.end(other)
        try runtime.dismiss(other)
        clock.advance(by: 60)
        telemetry.report()
        withExtendedLifetime(slow) {}

        let common = [("runtime", "orders")]
        var lines: [String] = []
        func line(_ label: String, _ dimensions: [(String, String)], _ value: String) {
            let names = dimensions.filter { $0.0 != "runtime" }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
            #expect(dimensions.contains { $0 == common[0] }, "\(label) names its runtime")
            lines.append(names.isEmpty ? "\(label) \(value)" : "\(label) \(names) \(value)")
        }
        for counter in metrics.counters { line(counter.label, counter.dimensions, "\(counter.totalValue)") }
        for recorder in metrics.recorders where !recorder.label.contains("batch") {
            line(recorder.label, recorder.dimensions, "\(recorder.values.map { Int($0) })")
        }
        #expect(
            lines.sorted() == [
                "live_activities_activities kind=counter state=active [2, 1]",
                "live_activities_batches_total outcome=failed 0",
                "live_activities_batches_total outcome=written 9",
                "live_activities_clock_behind_seconds [0, 0]",
                "live_activities_commands_total command=dismiss outcome=applied 1",
                "live_activities_commands_total command=end outcome=applied 1",
                "live_activities_commands_total command=send outcome=applied 1",
                "live_activities_commands_total command=send outcome=refused 1",
                "live_activities_commands_total command=start outcome=started 2",
                "live_activities_consumer_changes_missed_total 0",
                "live_activities_consumer_waiting consumer=push [3, 3]",
                "live_activities_events_forgotten_early_total 0",
                "live_activities_refusals_total code=refused 1",
                "live_activities_store_failing [0, 0]",
                "live_activities_subscriber_changes_total outcome=conflated 0",
                "live_activities_subscriber_changes_total outcome=missed 4",
                "live_activities_subscriber_changes_total outcome=passed 6",
                "live_activities_subscriber_waiting [2, 2]",
                "live_activities_subscriber_waiting_most [2, 2]",
                "live_activities_subscribers [1, 1]",
            ])
        let lateness = try metrics.expectTimer("live_activities_deadline_lateness", common)
        #expect(lateness.values == [0])
        let batches = try metrics.expectTimer("live_activities_batch_time", common)
        let sizes = try metrics.expectRecorder("live_activities_batch_activities", common)
        #expect(batches.values.count == sizes.values.count && sizes.values.allSatisfy { $0 <= 1 })
    }

    /// A feed that exceeds its alert budget has an alert with each update.
    @Test func suppressedAlertsAreCountedAndLoggedOnceAMinute() throws {
        let (runtime, handler, metrics) = (try runtime(), InMemoryLogHandler(), TestMetrics())
        let logger = Logger(label: "test") { _ in handler }
        let telemetry = RuntimeTelemetry(runtime, logger: logger, metrics: metrics, tracer: NoOpTracer())
        let (id, begin) = (ActivityID(rawValue: 1), ContinuousClock.now)
        for second in [0, 1, 59] { telemetry.report(.alertSuppressed(id, "sports"), at: begin + .seconds(second)) }
        telemetry.report(.alertSuppressed(id, "delivery"), at: begin + .seconds(59))
        telemetry.report(.eventRefused(id, "sports", reason: "no"), at: begin + .seconds(59))
        telemetry.report(.eventRefused(id, "sports", reason: "no"), at: begin + .seconds(59))
        telemetry.report(.alertSuppressed(id, "sports"), at: begin + .seconds(60))
        #expect(
            handler.entries.map {
                "\($0.metadata["notice"] ?? "") \($0.metadata["kind"] ?? "") \($0.metadata["left_out"] ?? "0")"
            }
                == [
                    "alertSuppressed sports 0", "alertSuppressed delivery 0", "eventRefused sports 0", "eventRefused sports 0",
                    "alertSuppressed sports 2",
                ])
        let counter = try metrics.expectCounter("live_activities_notices_total", [("notice", "alertSuppressed")])
        #expect(counter.totalValue == 5)
    }

    @Test func everyNoticeIsOneLineOfTheLog() async throws {
        let (runtime, handler, metrics) = (try runtime(), InMemoryLogHandler(), TestMetrics())
        let logger = Logger(label: "test") { _ in handler }
        let telemetry = RuntimeTelemetry(runtime, name: "orders", logger: logger, metrics: metrics, tracer: NoOpTracer())
        let id = try await runtime.start(Counter.Attributes(), owner: "anna")
        clock.advance(by: 60)
        try await runtime.end(id)
        await #expect(throws: RuntimeError.self) { try await runtime.send(Counter.Event.added(1), to: id) }
        await runtime.close()
        await telemetry.run()
        let place: Logger.Metadata = ["activity": "\(id)", "kind": "counter", "runtime": "orders"]
        #expect(
            handler.entries == [
                .init(
                    level: .error, message: "the provider of 'counter' failed at a deadline of \(id): counter: TooMany()",
                    metadata: place.merging(["notice": "providerFaulted"]) { $1 }),
                .init(
                    level: .notice, message: "\(id) of kind 'counter' has ended: a command for it was refused",
                    metadata: place.merging(["notice": "lateUpdateRefused"]) { $1 }),
            ])
        for name in ["providerFaulted", "lateUpdateRefused"] {
            let counter = try metrics.expectCounter(
                "live_activities_notices_total", [("notice", name), ("runtime", "orders")])
            #expect(counter.totalValue == 1)
        }
    }

    @Test func aFencedStoreIsAnErrorInLogAndMetrics() async throws {
        let (store, handler, metrics) = (MemoryStore(), InMemoryLogHandler(), TestMetrics())
        func open() throws -> LiveActivityRuntime {
            try LiveActivityRuntime(clock: clock, providers: [AnyProvider(Counter())], store: store)
        }
        let runtime = try open()
        let logger = Logger(label: "test") { _ in handler }
        let telemetry = RuntimeTelemetry(runtime, logger: logger, metrics: metrics, tracer: NoOpTracer())
        let next = try open()
        let error = await #expect(throws: RuntimeError.self) {
            try await runtime.start(Counter.Attributes(), owner: "anna")
        }
        guard case .fenced(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await runtime.close()
        await telemetry.run()
        #expect(
            handler.entries == [
                .init(
                    level: .error, message: "\(RuntimeNotice.storeFenced(reason: reason))", metadata: ["notice": "storeFenced"])
            ])
        #expect(try metrics.expectGauge("live_activities_store_failing").lastValue == 1)
        await next.close()
    }

    /// A snapshot made by hand has a time that cannot be counted in an `Int`.
    @Test func aTimeThatNoClockHasIsReported() throws {
        let metrics = TestMetrics()
        let runtime = try LiveActivityRuntime(shards: 1, clock: clock, providers: [AnyProvider(Counter())])
        var snapshot = try runtime.snapshot()
        snapshot.shards[0].now = Date(timeIntervalSinceReferenceDate: 1e300)
        try runtime.restore(snapshot)
        let telemetry = RuntimeTelemetry(runtime, logger: quiet, metrics: metrics, tracer: NoOpTracer())
        withExtendedLifetime(runtime) { telemetry.report() }
        #expect(try metrics.expectGauge("live_activities_clock_behind_seconds").lastValue == 1e12)
    }

    @Test func aCommandIsASpanWhoseTraceItsChangesHave() throws {
        let (runtime, tracer) = (try runtime(), TraceparentTracer())
        let telemetry = RuntimeTelemetry(runtime, logger: quiet, metrics: NOOPMetricsHandler.instance, tracer: tracer)
        let changes = try runtime.changes(for: "push")
        let request = tracer.startSpan("request", context: .topLevel)
        let id = try ServiceContext.$current.withValue(request.context) {
            try runtime.start(Counter.Attributes(), owner: "anna")
        }
        let text = "00-0af7651916cd43dd8448eb211c80319c-00000000000000aa-01"
        try runtime.apply(
            json: #"{"command":"send","activity":"\#(id)","event":{"added":{"_0":1}},"traceparent":"\#(text)"}"#)
        #expect(throws: RuntimeError.self) { try runtime.send(Counter.Event.added(10), to: id) }
        request.end()

        let spans = tracer.inner.finishedSpans
        #expect(
            spans.map(\.operationName) == [
                "live_activities.start", "live_activities.send", "live_activities.send", "request",
            ])
        let (start, send, refused) = (spans[0], spans[1], spans[2])
        #expect(start.spanContext.parentSpanID == request.context.inMemorySpanContext?.spanID)
        #expect(start.spanContext.traceID == request.context.inMemorySpanContext?.traceID)
        #expect(send.spanContext.parentSpanID == "00000000000000aa")
        #expect(send.spanContext.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(start.attributes.get("live_activities.outcome") == "started")
        #expect(send.attributes.get("live_activities.outcome") == "applied")
        #expect(refused.attributes.get("live_activities.code") == "refused")
        #expect(refused.status?.code == .error)

        let started = try #require(changes.nextIfAny())
        #expect(started.trace?.spanID == start.spanContext.spanID && started.trace?.traceID == start.spanContext.traceID)
        let updated = try #require(changes.nextIfAny())
        let trace = try #require(updated.trace)
        #expect(trace.spanID == send.spanContext.spanID)
        let push = tracer.startSpan("push", context: trace.serviceContext(of: tracer))
        #expect(push.context.inMemorySpanContext?.parentSpanID == send.spanContext.spanID)
        #expect(push.context.inMemorySpanContext?.traceID == send.spanContext.traceID)
        push.end()
        withExtendedLifetime(telemetry) {}
    }

    @Test func withoutBackendsNothingIsObserved() throws {
        let runtime = try runtime()
        let telemetry = RuntimeTelemetry(
            runtime, logger: quiet, metrics: NOOPMetricsHandler.instance, tracer: NoOpTracer())
        #expect(telemetry.commandBegins(.send, nil) == nil)
        telemetry.report()
    }

    private var quiet: Logger { Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() } }
}

/// An in-memory tracer with W3C Trace Context.
private struct TraceparentTracer: Tracer {
    let inner: InMemoryTracer

    init() {
        let (traces, spans) = (Atomic64(), Atomic64())
        inner = InMemoryTracer(
            idGenerator: .init(
                nextTraceID: { "0000000000000000" + traces.next() }, nextSpanID: { spans.next() }))
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
        inner.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID, line: line)
    }

    func forceFlush() {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    }

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: "traceparent", from: carrier), let trace = TraceContext(traceparent: text)
        else {
            return
        }
        context.inMemorySpanContext = InMemorySpanContext(traceID: trace.traceID, spanID: trace.spanID, parentSpanID: nil)
    }
}

/// Numbers from 1, formatted as sixteen hexadecimal digits.
private final class Atomic64: Sendable {
    private let value = Mutex<UInt64>(0)

    func next() -> String {
        let text = String(
            value.withLock {
                $0 += 1
                return $0
            }, radix: 16)
        return String(repeating: "0", count: 16 - text.count) + text
    }
}
#endif
