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
/// - **Metrics**: counters and gauges are read from the runtime every interval, so that a command costs no more than the
///   addition that it costs anyway. The delay of deadlines and the size of batches are recorded when they occur.
///   `Documentation/Metrics.md` has every name.
/// - **Logs**: each ``/LiveActivities/RuntimeNotice``, as one line with metadata.
/// - **Traces**: one span for each command, as a child of the current span of its task, or of its `traceparent`. Each change
///   that it causes has the span's context as its trace, also after the store; `TraceContext.serviceContext(of:)` continues it.
///
/// A backend that is not installed costs nothing: without a tracer no command is followed, without metrics nothing is measured.
/// The runtime retains this object as its observer; this object does not retain the runtime.
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
    ///   - name: The runtime's name, for a process with several: the dimension `runtime` of each metric, and metadata of each
    ///     log line.
    ///   - logger: Receives the notices.
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
    /// - Parameter interval: The interval at which counters and gauges are read.
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
            // Notices end with the runtime; the other task then has nothing left to read.
            await group.next()
            group.cancelAll()
        }
        report()
    }

    /// Ends ``run(every:)`` without closing the runtime: buffered notices are logged, and everything is reported once more.
    public func finish() { notices.finish() }

    /// Reads the runtime's counters and gauges now, for a program with its own timer.
    public func report() {
        guard let runtime, let metrics else { return }
        metrics.report(runtime)
    }

    /// Counts a notice, and logs it. Suppressed alerts, which may occur with each update, are logged once a minute for each
    /// kind.
    public func report(_ notice: RuntimeNotice) { report(notice, at: .now) }

    package func report(_ notice: RuntimeNotice, at now: ContinuousClock.Instant) {
        metrics?.count(notice)
        guard let leftOut = throttle.withLock({ $0.admit(notice, at: now) }) else { return }
        var metadata = notice.metadata
        if leftOut > 0 { metadata["left_out"] = "\(leftOut)" }
        logger.log(level: notice.level, "\(notice)", metadata: metadata)
    }

    // MARK: - Reports of the runtime

    /// Begins the command's span if there is a tracer. Called by the runtime on the command's thread.
    public func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)? {
        guard let tracer else { return nil }
        let context = trace?.serviceContext(of: tracer) ?? .current ?? .topLevel
        return CommandSpan(tracer.startAnySpan("live_activities.\(name.rawValue)", context: context), tracer)
    }

    /// Records the delay of the oldest deadline in seconds. Called by the runtime after its alarm.
    public func deadlinesRan(late seconds: Double) { metrics?.deadlinesRan(late: seconds) }

    /// Records the batch's size and time. Called by the runtime on the thread that wrote it.
    public func batchEnded(_ batch: BatchReport) { metrics?.batchEnded(batch) }
}

/// Decides which notices are logged: of notices that may occur with each update, one per kind and interval.
struct NoticeThrottle {
    /// The time after a logged notice during which further ones of its kind are not logged.
    static let interval = Duration.seconds(60)

    private var admitted: [ActivityKind: (at: ContinuousClock.Instant, leftOut: Int)] = [:]

    /// - Returns: The number of notices of the kind that were not logged since the last one; `nil` if this one is not logged
    ///   either.
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
    /// Errors need an operator; warnings are worth checking.
    var level: Logger.Level {
        switch self {
        case .storeFailed, .storeFenced, .consumerChangesMissed, .providerFaulted: .error
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
        case .unknownMember(let member):
            metadata["kind"] = "\(member.kind)"
            metadata["path"] = "\(member.path)"
        default: break
        }
        return metadata
    }
}
#endif
