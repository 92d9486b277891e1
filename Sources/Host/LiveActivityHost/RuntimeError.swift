public import LiveActivityCore

/// The reason why a runtime did not carry out a command or a call.
///
/// A new kind of failure in a later version is a new case.
@nonexhaustive
public indirect enum RuntimeError: Error, Hashable, Sendable {
    /// The engine refused it. No activity has changed.
    case engine(EngineError)
    /// The runtime is closed and accepts no more commands. No activity has changed.
    case closed
    /// The store is failing (`LiveActivityRuntime.storeFailure`), or the call needs a store and there is none. Nothing was
    /// done.
    ///
    /// The runtime retries the store automatically; repeat the command when `storeFailure` is `nil`.
    case storeUnavailable(reason: String)
    /// The command **is applied in memory**, but the store failed while it was being written. Do not repeat it.
    ///
    /// Observers may have received its changes, so it is not undone. It is part of the next write, and persisted as soon as the
    /// store works again; it is lost only if the process ends before that. Repeating it would apply it twice, unless it has an
    /// event id, a timestamp or a start key by which the engine recognises it.
    case notDurable(reason: String)
    /// The store belongs to another runtime, which has opened it later (``StoreError/fenced(reason:)``). Nothing of this
    /// command is in the store, and nothing that this runtime does will be: it is closed, and its state is out of date. Use the
    /// other runtime.
    case fenced(reason: String)
    /// The owner or the activity belongs to the partition with this number, and this runtime has another one
    /// (`LiveActivityRuntime.partition(of:among:)`). Nothing was done.
    case otherPartition(Int)
    /// The activity does not have the expected revision (`LiveActivityRuntime.apply(_:ifRevision:trace:)`): another command has
    /// changed it. Nothing was done; read the activity again.
    case otherRevision(ActivityID, revision: UInt32)
    /// The command was sent to the runtime that has the activity, and no answer came. It may have been applied, may still be,
    /// or may never be. Only a runtime in front of several throws this error, such as a cluster's.
    ///
    /// `eventID` is the id with which an event can be repeated: it is then applied once and otherwise ignored
    /// (``/LiveActivityCore/EngineLimits/rememberedEventSeconds``). It is the caller's, or one that was generated for an event
    /// without one. `nil` for other commands: a start with a key and `ifRunning: .join` may be repeated unchanged; before
    /// repeating another command, read the activity.
    case outcomeUnknown(reason: String, eventID: EventID?)
}

extension RuntimeError {
    /// The error for a command that is applied in memory but not stored.
    package init(notWritten failure: StoreError) {
        switch failure {
        case .fenced(let reason): self = .fenced(reason: reason)
        default: self = .notDurable(reason: failure.description)
        }
    }
}

extension RuntimeError {
    /// A permanent name for the case, for JSON, logs and other languages. For ``engine(_:)`` it is
    /// ``/LiveActivityCore/EngineError/code``.
    public var code: String {
        switch self {
        case .engine(let error): error.code
        case .closed: "closed"
        case .storeUnavailable: "storeUnavailable"
        case .notDurable: "notDurable"
        case .fenced: "fenced"
        case .otherPartition: "otherPartition"
        case .otherRevision: "otherRevision"
        case .outcomeUnknown: "outcomeUnknown"
        }
    }
}

extension RuntimeError {
    /// The description. For an unknown kind it lists `kinds`, and suggests the most similar kind.
    package func description(among kinds: [ActivityKind]) -> String {
        if case .engine(let error) = self { error.description(among: kinds) } else { description }
    }
}

extension RuntimeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .engine(let error): error.description
        case .closed: "the runtime was closed and accepts no more commands"
        case .storeUnavailable(let reason): "nothing was done, as it could not be persisted: \(reason)"
        case .notDurable(let reason):
            "the command is applied in memory, but is not persisted yet: \(reason). It will be when the store works again: do not repeat it"
        case .fenced(let reason):
            "nothing was persisted, and this runtime does nothing more: the store belongs to another one (\(reason))"
        case .otherPartition(let partition):
            "nothing was done: this belongs to partition \(partition), and this runtime has another one"
        case .otherRevision(let id, let revision):
            "nothing was done: activity \(id) has changed meanwhile and is at revision \(revision)"
        case .outcomeUnknown(let reason, let id):
            "whether the command was carried out is unknown: \(reason). "
                + (id.map { "Repeat it with the event id '\($0)': it is then applied once" }
                    ?? "A start with a key can be repeated as it is; read the activity before you repeat another command")
        }
    }
}
