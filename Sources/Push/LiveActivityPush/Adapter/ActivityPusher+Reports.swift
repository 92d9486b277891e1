#if Push
public import LiveActivityCore
import Synchronization

// Notices, traces and counters for the host.
extension ActivityPusher {
    /// The notices from this call on. Up to 1,024 unread notices are kept; older ones are dropped.
    public func notices() -> AsyncStream<PushNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: PushNotice.self, bufferingPolicy: .bufferingNewest(1_024))
        state.withLock { $0.notices.append(continuation) }
        return stream
    }

    /// The push trace of an activity, the oldest entry first: it explains what a device shows. It is kept until the activity is
    /// dismissed.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) -> [PushTraceEntry] {
        state.withLock { $0.scheduler.trace(of: activity, installation: installation) }
    }

    /// Calls `log` with every new trace step, so that the host can store them. The closure is called on the sending thread and
    /// must return soon.
    public func logTrace(_ log: @escaping @Sendable ([(activity: ActivityID, entry: PushTraceEntry)]) -> Void) {
        state.withLock {
            $0.scheduler.collectTrace()
            $0.onTrace = log
        }
    }

    /// Writes every new trace step to a file. This replaces a closure passed to ``logTrace(_:)``.
    public func logTrace(to file: PushTraceFile) {
        logTrace { file.append($0) }
        state.withLock { $0.traceFile = file }
    }

    /// The trace steps of an activity, the oldest first: from the file of ``logTrace(to:)``, which also has the steps of ended
    /// activities; without a file from memory. It may read files.
    public func recordedTrace(of activity: ActivityID) -> [PushTraceEntry] {
        let file = state.withLock { $0.traceFile }
        let recorded = file?.steps(of: activity) ?? []
        return recorded.isEmpty ? trace(of: activity) : recorded
    }

    /// The pushes that were sent so far, and their results.
    public var statistics: PushStatistics { telemetry.counters.statistics }

    /// The number of requests without an answer, and of activities with pushes that were not sent yet.
    public var backlog: (inFlight: Int, pendingActivities: Int) {
        state.withLock { ($0.scheduler.inFlight, $0.scheduler.pendingActivities) }
    }
}
#endif
