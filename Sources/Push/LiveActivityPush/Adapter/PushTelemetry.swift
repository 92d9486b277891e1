#if Push
import LiveActivityCore
import Logging
import Metrics
import Tracing

/// The logs, metrics and spans of pushes. `Documentation/Push.md` lists them.
struct PushTelemetry: Sendable {
    let logger: Logger
    let counters: PushCounters
    private let metrics: any MetricsFactory
    private let tracer: any Tracer
    private let sent: Counter
    private let accepted: Counter
    private let latency: Timer
    private let age: Timer
    private let pending: Gauge
    private let inFlight: Gauge
    private let conflated: Counter
    private let heldBack: Counter
    private let demoted: Counter
    private let budgetLeft: Recorder

    init(logger: Logger, metrics: any MetricsFactory, tracer: any Tracer, counters: PushCounters) {
        (self.logger, self.metrics, self.tracer, self.counters) = (logger, metrics, tracer, counters)
        func counter(_ name: String) -> Counter { Counter(label: "live_activities_push_" + name, factory: metrics) }
        func timer(_ name: String) -> Timer { Timer(label: "live_activities_push_" + name, factory: metrics) }
        func gauge(_ name: String) -> Gauge { Gauge(label: "live_activities_push_" + name, factory: metrics) }
        sent = counter("sent")
        accepted = counter("accepted")
        latency = timer("answer_seconds")
        age = timer("change_to_answer_seconds")
        pending = gauge("pending_activities")
        inFlight = gauge("in_flight")
        conflated = counter("conflated")
        heldBack = counter("held_back")
        demoted = counter("demoted")
        budgetLeft = Recorder(label: "live_activities_push_budget_left", factory: metrics)
    }

    /// Begins the span of a push, which continues the trace of the command that caused the change; `nil` if the command had no
    /// trace.
    func began(_ order: PushOrder) -> (any Span)? {
        sent.increment()
        counters.sent()
        if let left = order.budgetLeft { budgetLeft.record(left) }
        guard let trace = order.trace else { return nil }
        var context = ServiceContext.topLevel
        tracer.extract(["traceparent": trace.traceparent], into: &context, using: Carrier())
        let span = tracer.startAnySpan("push \(order.event)", context: context, ofKind: .producer)
        span.attributes["live_activities.activity"] = "\(order.activity)"
        span.attributes["live_activities.sequence"] = "\(order.sequence)"
        return span
    }

    func ended(
        _ order: PushOrder, _ result: Result<PushAnswer, PushError>, _ span: (any Span)?, took: Duration, now: Date
    ) {
        latency.recordNanoseconds(took.nanoseconds)
        let reason = Self.reason(of: result)
        counters.ended(failing: reason, after: took / .seconds(1))
        if let reason {
            Counter(label: "live_activities_push_failed", dimensions: [("reason", reason)], factory: metrics).increment()
        }
        switch result {
        case .success(let answer) where answer.isAccepted:
            accepted.increment()
            age.recordNanoseconds(Int64(max(0, now.timeIntervalSince(order.changedAt)) * 1e9))
        case .success(let answer):
            logger.debug("push refused", metadata: metadata(order, "\(answer)"))
            span?.setStatus(.init(code: .error, message: "\(answer)"))
        case .failure(let error):
            logger.debug("push without an answer", metadata: metadata(order, "\(error)"))
            span?.recordError(error)
            span?.setStatus(.init(code: .error))
        }
        span?.end()
    }

    func measure(pending: Int, inFlight: Int) {
        self.pending.record(pending)
        self.inFlight.record(inFlight)
    }

    func count(_ counts: PushCounts) {
        if counts.conflated > 0 { conflated.increment(by: counts.conflated) }
        if counts.heldBack > 0 { heldBack.increment(by: counts.heldBack) }
        if counts.demoted > 0 { demoted.increment(by: counts.demoted) }
    }

    /// Why a push was not accepted; `nil` if it was.
    private static func reason(of result: Result<PushAnswer, PushError>) -> String? {
        switch result {
        case .success(let answer): answer.isAccepted ? nil : answer.reason?.rawValue ?? "\(answer.status)"
        case .failure: "none"
        }
    }

    private func metadata(_ order: PushOrder, _ answer: String) -> Logger.Metadata {
        [
            "activity": "\(order.activity)", "installation": "\(order.installation)", "event": "\(order.event)",
            "sequence": "\(order.sequence)", "answer": "\(answer)",
        ]
    }

    private struct Carrier: Extractor { func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] } }
}

extension Duration { var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 } }
#endif
