public import LiveActivityCore
public import LiveActivityHost

/// Receives a runtime's reports as they happen, for metrics and traces: the one hook, which `LiveActivityObservability`
/// implements.
///
/// ``LiveActivityRuntime/setObserver(_:)`` sets it. Without one, a command reads one flag and no clock. Nothing here is called
/// under a lock of the runtime, so an observer may query it; it must be quick, because commands, alarms and batches wait for
/// it.
public protocol RuntimeObserver: AnyObject, Sendable {
    /// A command is about to be applied, on the caller's thread and in its task.
    ///
    /// - Parameter trace: The trace that the command came with (``/LiveActivityCore/TimedCommand/trace``); `nil` for none.
    /// - Returns: The object that receives the command's end and supplies the trace of its changes; `nil` for neither.
    func commandBegins(_ name: CommandName, _ trace: TraceContext?) -> (any ObservedCommand)?

    /// Deadlines were run by an alarm.
    ///
    /// - Parameter seconds: By how much the first of them was late.
    func deadlinesRan(late seconds: Double)

    /// The store has a batch, or has refused it.
    func batchEnded(_ batch: BatchReport)
}

/// A command that an observer follows: a span, in a trace.
public protocol ObservedCommand: Sendable {
    /// The trace that the command's changes get, with this command as their parent.
    var trace: TraceContext? { get }
    /// The command was applied, or refused with an error. It may not be persisted yet.
    func ended(_ result: Result<CommandOutcome, RuntimeError>)
}

/// A batch that was written to the store, or could not be.
public struct BatchReport: Hashable, Sendable {
    /// How many activities it has.
    public var activities: Int
    /// How many changes for named consumers it has.
    public var consumerChanges: Int
    /// How long making and writing it took, in seconds.
    public var seconds: Double
    /// Why the store refused it; `nil` if it has it.
    public var failure: StoreError?

    /// A report with these values.
    public init(activities: Int, consumerChanges: Int, seconds: Double, failure: StoreError? = nil) {
        self.activities = activities
        self.consumerChanges = consumerChanges
        self.seconds = seconds
        self.failure = failure
    }
}
