#if Push
public import LiveActivityCore
import Synchronization

// Reports to the host.
extension ActivityPusher {
    /// The notices from now on. The newest 1,024 wait for a reader.
    public func notices() -> AsyncStream<PushNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: PushNotice.self, bufferingPolicy: .bufferingNewest(1_024))
        state.withLock { $0.notices.append(continuation) }
        return stream
    }

    /// The push trace of an activity, the oldest entry first: it explains what a device shows. Kept until the dismissal.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) -> [PushTraceEntry] {
        state.withLock { $0.scheduler.trace(of: activity, installation: installation) }
    }

    /// Calls `log` with the steps of all traces, to write them somewhere. Called on the thread that sends; it must return soon.
    public func logTrace(_ log: @escaping @Sendable ([(activity: ActivityID, entry: PushTraceEntry)]) -> Void) {
        state.withLock {
            $0.scheduler.collectTrace()
            $0.onTrace = log
        }
    }

    /// Writes the steps of all traces to a file from now on, in place of a function that ``logTrace(_:)`` was given.
    public func logTrace(to file: PushTraceFile) {
        logTrace { file.append($0) }
        state.withLock { $0.traceFile = file }
    }

    /// The steps of an activity's changes, the oldest first: from the file of ``logTrace(to:)``, also of an activity that has
    /// ended, otherwise from memory. It may read files.
    public func recordedTrace(of activity: ActivityID) -> [PushTraceEntry] {
        let file = state.withLock { $0.traceFile }
        let recorded = file?.steps(of: activity) ?? []
        return recorded.isEmpty ? trace(of: activity) : recorded
    }

    /// Requests without an answer, and activities of which something is still to be sent.
    public var backlog: (inFlight: Int, pendingActivities: Int) {
        state.withLock { ($0.scheduler.inFlight, $0.scheduler.pendingActivities) }
    }
}
#endif
