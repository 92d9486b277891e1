#if Push
import DeliveryActivity
import InMemoryTracing
import Instrumentation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityTesting
import Logging
import MetricsTestKit
import Testing
import Tracing

/// The traces and metrics of pushes.
@Suite struct PushTelemetryTests {
    /// Answers synchronously, on the sending thread.
    private struct Answering: PushTransport {
        let answer: PushAnswer

        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            whenAnswered(.success(answer))
        }
        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }

    private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_781_974_800))
    private let metrics = TestMetrics()
    private let tracer = TraceparentTracer()

    /// Sends a batch with two events of an order, the second with a trace, to a phone whose token is registered.
    private func push(answer: PushAnswer) throws -> ActivityPusher {
        let app = PushAppID(try BundleID("com.example.food"), .production)
        let runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())], store: MemoryStore())
        let changes = try runtime.changes(for: "push")
        let pusher = try ActivityPusher(
            // A runtime without activities: the look-up for the token finds none, so only the changes are sent.
            commands: try LiveActivityRuntime(clock: clock, providers: [AnyProvider(DeliveryProvider())]),
            apps: [PushApp(app, kinds: ["delivery": PushKind(attributesType: "DeliveryAttributes")])],
            transports: [app: Answering(answer: answer)], clock: clock,
            logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }, metrics: metrics, tracer: tracer)
        let order = try runtime.start(DeliveryAttributes(orderNumber: 1, restaurantName: "Pizza"), owner: "anna")
        try pusher.register(try DeviceToken(hex: "22"), as: .activity(order), installation: "phone", owner: "anna", app: app)
        let text = "00-0af7651916cd43dd8448eb211c80319c-00000000000000aa-01"
        try runtime.apply(
            json: #"{"command":"send","activity":"\#(order)","event":{"preparationStarted":{}},"traceparent":"\#(text)"}"#)
        var batch: [Change] = []
        while let change = changes.nextIfAny() { batch.append(change) }
        pusher.receive(batch)
        return pusher
    }

    @Test func aPushIsASpanFromTheEventThatCausedItToTheAnswer() throws {
        let pusher = try push(answer: PushAnswer(status: 200))
        let span = try #require(tracer.inner.finishedSpans.first)
        #expect(tracer.inner.finishedSpans.count == 1)
        #expect(span.operationName == "push update")
        #expect(span.spanContext.traceID == "0af7651916cd43dd8448eb211c80319c")
        #expect(span.spanContext.parentSpanID == "00000000000000aa")
        #expect(span.status == nil)
        #expect(tracer.inner.activeSpans.isEmpty)
        withExtendedLifetime(pusher) {}
    }

    @Test func aRefusalEndsTheSpanWithAnError() throws {
        let pusher = try push(answer: PushAnswer(status: 410, reason: .unregistered))
        let span = try #require(tracer.inner.finishedSpans.first)
        #expect(span.status?.code == .error)
        #expect(span.status?.message == "410 Unregistered")
        withExtendedLifetime(pusher) {}
    }

    @Test func whatWasSentAcceptedRefusedAndConflatedIsCounted() throws {
        let accepted = try push(answer: PushAnswer(status: 200))
        func total(_ name: String, _ dimensions: [(String, String)] = []) throws -> Int64 {
            try metrics.expectCounter("live_activities_push_" + name, dimensions).totalValue
        }
        #expect(try total("sent") == 1 && total("accepted") == 1)
        // The start and the event were in one batch: the event's content replaced the start's.
        #expect(try total("conflated") == 1)
        #expect(try metrics.expectTimer("live_activities_push_change_to_answer_seconds").values == [0])
        let refused = try push(answer: PushAnswer(status: 410, reason: .unregistered))
        #expect(try total("failed", [("reason", "Unregistered")]) == 1)
        // The service has these counts without swift-metrics.
        func counts(_ pusher: ActivityPusher) -> [Int] {
            let counted = pusher.statistics
            return [counted.sent, counted.accepted, counted.failed["Unregistered"] ?? 0, counted.answers]
        }
        #expect(counts(accepted) == [1, 1, 0, 1])
        #expect(counts(refused) == [1, 0, 1, 1])
        withExtendedLifetime((accepted, refused)) {}
    }
}

/// A tracer in memory that reads W3C Trace Context.
private struct TraceparentTracer: Tracer {
    let inner = InMemoryTracer()

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
    ) where Inject.Carrier == Carrier {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: "traceparent", from: carrier), let trace = TraceContext(traceparent: text)
        else { return }
        context.inMemorySpanContext = InMemorySpanContext(traceID: trace.traceID, spanID: trace.spanID, parentSpanID: nil)
    }
}
#endif
