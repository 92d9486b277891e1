public import LiveActivityCore
public import LiveActivityHost

/// Receives a runtime's reports as they occur, for metrics and traces. It is the only hook; `LiveActivityObservability`
/// implements it.
///
/// ``LiveActivityRuntime/setObserver(_:)`` sets it. Without one, a command reads one flag and no clock. No method is called
/// under a lock of the runtime, so an observer may query it; it must be quick, because commands, alarms and batches wait for
/// it.
public protocol RuntimeObserver: AnyObject, Sendable {
    /// Called before a command is applied, on the caller's thread and in its task.
    ///
    /// - Parameter trace: The command's trace (``/LiveActivityCore/TimedCommand/trace``); `nil` for none.
    /// - Returns: The object that receives the command's end and supplies the trace of its changes; `nil` for neither.
    func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)?

    /// Called after an alarm has run deadlines.
    ///
    /// - Parameter seconds: The delay of the first of them.
    func deadlinesRan(late seconds: Double)

    /// Called when the store has written or refused a batch.
    func batchEnded(_ batch: BatchReport)
}

/// A command followed by an observer; a span, in a trace.
public protocol ObservedCommand: Sendable {
    /// The trace that the command's changes get, with this command as their parent.
    var trace: TraceContext? { get }
    /// Called when the command was applied, or refused with an error. It may not be persisted yet.
    func ended(_ result: Result<CommandOutcome, RuntimeError>)
}

/// A report of a batch that was written to the store, or could not be.
public struct BatchReport: Hashable, Sendable {
    /// The number of its activities.
    public var activities: Int
    /// The number of its changes for named consumers.
    public var consumerChanges: Int
    /// The time for creating and writing it, in seconds.
    public var seconds: Double
    /// The store's error; `nil` if it was written.
    public var failure: StoreError?

    /// Creates a report.
    public init(activities: Int, consumerChanges: Int, seconds: Double, failure: StoreError? = nil) {
        self.activities = activities
        self.consumerChanges = consumerChanges
        self.seconds = seconds
        self.failure = failure
    }
}
