#if Observability
public import LiveActivities
public import Logging
public import Metrics
import Synchronization
public import Tracing

/// Logs, metrics and traces of one runtime, for swift-log, swift-metrics and swift-distributed-tracing.
///
/// ```swift
/// let telemetry = RuntimeTelemetry(runtime)
/// await telemetry.run(every: .seconds(10))  // until the runtime is closed, or the task is cancelled
/// ```
///
/// With the trait `Lifecycle` and the product `LiveActivityLifecycle` it is a `Service` of swift-service-lifecycle.
///
/// - **Metrics**: counters and gauges are read from the runtime every interval, so that a command pays for them only the
///   addition that it pays anyway. How late deadlines are and how large batches are is recorded when it happens.
///   `Documentation/Metrics.md` has every name.
/// - **Logs**: each ``/LiveActivities/RuntimeNotice``, as one line with metadata.
/// - **Traces**: one span for each command, as a child of the span that is current in its task, or of the `traceparent` that it
///   came with. Each change that it causes has the span's context as its trace, also behind the store;
///   `TraceContext.serviceContext(of:)` continues it.
///
/// A backend that is not installed costs nothing: without a tracer no command is followed, without metrics nothing is measured.
/// The runtime holds this object as its observer; this object does not hold the runtime.
public final class RuntimeTelemetry: RuntimeObserver {
    private weak let runtime: LiveActivityRuntime?
    private let notices: NoticeSequence
    private let logger: Logger
    private let metrics: RuntimeMetrics?
    private let tracer: (any Tracer)?
    private let throttle = Mutex(NoticeThrottle())

    /// Starts observing a runtime.
    ///
    /// - Parameters:
    ///   - name: Which runtime, for a process with several: the dimension `runtime` of each metric, and metadata of each log
    ///     line.
    ///   - logger: Where notices go.
    ///   - metrics: The factory; by default that of `MetricsSystem`, which must be installed before.
    ///   - tracer: The tracer; by default that of `InstrumentationSystem`, which must be installed before.
    public init(
        _ runtime: LiveActivityRuntime, name: String? = nil, logger: Logger = Logger(label: "live-activities"),
        metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer
    ) {
        var logger = logger
        if let name { logger[metadataKey: "runtime"] = "\(name)" }
        self.runtime = runtime
        self.logger = logger
        self.metrics = metrics is NOOPMetricsHandler ? nil : RuntimeMetrics(metrics, name)
        self.tracer = tracer is NoOpTracer ? nil : tracer
        notices = runtime.notices()
        if self.metrics != nil || self.tracer != nil { runtime.setObserver(self) }
    }

    /// Reports until the runtime is closed or the task is cancelled, then once more.
    ///
    /// - Parameter interval: How often counters and gauges are read.
    public func run(every interval: Duration = .seconds(10)) async {
        await withTaskGroup { group in
            group.addTask { [notices, weak self] in
                for await notice in notices { self?.report(notice) }
            }
            group.addTask { [weak self] in
                while !Task.isCancelled {
                    self?.report()
                    do { try await Task.sleep(for: interval) } catch { return }
                }
            }
            // Notices end with the runtime; the other task then has nothing more to read.
            await group.next()
            group.cancelAll()
        }
        report()
    }

    /// Ends ``run(every:)`` without closing the runtime: buffered notices are logged, and everything is reported once more.
    public func finish() { notices.finish() }

    /// Reads the runtime's counters and gauges now, for a program with a timer of its own.
    public func report() {
        guard let runtime, let metrics else { return }
        metrics.report(runtime)
    }

    /// Counts a notice, and logs it. Of suppressed alerts, which each update may bring, one a minute of each kind is logged.
    public func report(_ notice: RuntimeNotice) { report(notice, at: .now) }

    package func report(_ notice: RuntimeNotice, at now: ContinuousClock.Instant) {
        metrics?.count(notice)
        guard let leftOut = throttle.withLock({ $0.admit(notice, at: now) }) else { return }
        var metadata = notice.metadata
        if leftOut > 0 { metadata["left_out"] = "\(leftOut)" }
        logger.log(level: notice.level, "\(notice)", metadata: metadata)
    }

    // MARK: - Reports of the runtime

    /// Begins the command's span, where there is a tracer. Called by the runtime on the command's thread.
    public func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)? {
        guard let tracer else { return nil }
        let context = trace?.serviceContext(of: tracer) ?? .current ?? .topLevel
        return CommandSpan(tracer.startAnySpan("live_activities.\(name.rawValue)", context: context), tracer)
    }

    /// Records by how many seconds the oldest deadline was late. Called by the runtime after its alarm.
    public func deadlinesRan(late seconds: Double) { metrics?.deadlinesRan(late: seconds) }

    /// Records the batch's size and time. Called by the runtime on the thread that wrote it.
    public func batchEnded(_ batch: BatchReport) { metrics?.batchEnded(batch) }
}

/// Decides which notices are logged: of notices that come with each update, one of each kind per interval.
struct NoticeThrottle {
    /// How long after a logged notice further ones of its kind are left out.
    static let interval = Duration.seconds(60)

    private var admitted: [ActivityKind: (at: ContinuousClock.Instant, leftOut: Int)] = [:]

    /// - Returns: How many of the kind were left out since the last one; `nil` if this one is left out too.
    mutating func admit(_ notice: RuntimeNotice, at now: ContinuousClock.Instant) -> Int? {
        guard case .alertSuppressed(_, let kind) = notice else { return 0 }
        if let last = admitted[kind], now - last.at < Self.interval {
            admitted[kind]?.leftOut += 1
            return nil
        }
        let leftOut = admitted[kind]?.leftOut ?? 0
        admitted[kind] = (now, 0)
        return leftOut
    }
}

/// The span of one command.
private struct CommandSpan: ObservedCommand {
    let trace: TraceContext?
    private let span: any Span

    init(_ span: any Span, _ tracer: any Tracer) {
        self.span = span
        trace = TraceContext(span.context, of: tracer)
    }

    func ended(_ result: Result<CommandOutcome, RuntimeError>) {
        switch result {
        case .success(let outcome): span.attributes["live_activities.outcome"] = outcome.rawValue
        case .failure(let error):
            span.attributes["live_activities.outcome"] = CommandOutcome.refused.rawValue
            span.attributes["live_activities.code"] = error.code
            span.setStatus(SpanStatus(code: .error, message: error.description))
        }
        span.end()
    }
}

extension RuntimeNotice {
    /// Errors need an operator, warnings are worth a look.
    var level: Logger.Level {
        switch self {
        case .storeFailed, .consumerChangesMissed, .providerFaulted: .error
        case .changesMissed, .eventRefused, .eventsForgottenEarly: .warning
        case .storeRecovered, .lateUpdateRefused, .alertSuppressed: .notice
        default: .notice
        }
    }

    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = ["notice": "\(name)"]
        switch self {
        case .storeFailed(let error): metadata["code"] = "\(error.code)"
        case .changesMissed(let label, _): metadata["subscriber"] = label.map { "\($0)" }
        case .consumerChangesMissed(let shard, let count), .eventsForgottenEarly(let shard, let count):
            metadata["shard"] = "\(shard)"
            metadata["count"] = "\(count)"
        case .providerFaulted(let id, let kind, _), .lateUpdateRefused(let id, let kind), .eventRefused(let id, let kind, _),
            .alertSuppressed(let id, let kind):
            metadata["activity"] = "\(id)"
            metadata["kind"] = "\(kind)"
        default: break
        }
        return metadata
    }
}
#endif
