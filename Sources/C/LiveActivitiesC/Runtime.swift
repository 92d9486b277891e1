import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// A host behind the C interface. Its slot's lock guards it.
final class Runtime {
    var host: Host
    let isVirtual: Bool
    let jsonLimits: JSONLimits
    let encoder = WireEncoder()
    let decoder = WireDecoder()
    /// The slot of the runtime, which has its lock.
    let slot: UnsafeMutablePointer<RuntimeSlot>
    /// For a host's `poll(2)` loop; `nil` until the host requests it.
    var readiness: ReadinessPipe?
    /// The deadline that was last reported to the host or to the runtime's thread, in milliseconds.
    var reportedDeadline: Int64 = LA_NEVER_MS
    /// The runtime's own thread, while it has one.
    var thread: RuntimeThread?
    /// Keeps shared objects initialised.
    var plugins: [LoadedPlugin] = []
    /// Providers in C, to be destroyed with the runtime.
    var tables: [ProviderTable] = []
    /// The state of the store; `nil` without one.
    var persistence: Persistence?
    /// Changes that wait for the host's poll although other readers have taken them.
    var polled = PolledChanges()
    /// The unknown members that the host has taken.
    private var takenNotices = UnknownMemberMemory()
    /// Whether the host takes its changes through readers and consumers alone.
    var discardsPolled = false

    init(
        _ configuration: EngineConfiguration, isVirtual: Bool, jsonLimits: JSONLimits,
        in slot: UnsafeMutablePointer<RuntimeSlot>
    ) {
        self.slot = slot
        host = Host(Engine(configuration: configuration), shard: 0)
        self.isVirtual = isVirtual
        self.jsonLimits = jsonLimits
        host.engine.inputLimits = jsonLimits
        decoder.limits = jsonLimits
        decoder.acceptsISO8601Dates = true
    }

    /// The time of a call: the clock's for `LA_NOW`, the engine's latest in virtual time, else the given one.
    @inline(__always)
    func clockTime(_ ms: Int64) throws(Failure) -> Date {
        if ms == LA_NOW_MS { return try present() }
        let time = try Milliseconds.checked(ms, "now_ms")
        if Milliseconds.secondsOfToday ~= ms { try refuseSeconds(ms, time) }
        return time
    }

    /// Refuses a time that is of 1970 as milliseconds and of this century as seconds, unless the runtime's time is there: a
    /// host of virtual time may begin with 0. Taken for a first time, it would make every correct one look wrong; taken for a
    /// later one, time would stand still.
    private func refuseSeconds(_ ms: Int64, _ time: Date) throws(Failure) {
        if let now = host.engine.now, abs(now.timeIntervalSince(time)) <= host.engine.configuration.limits.dateHorizon {
            return
        }
        throw Failure(
            LA_ERROR_IMPLAUSIBLE_DATE,
            "now_ms is \(ms), which is \(time.iso8601): it looks like seconds (\(Milliseconds.date(ms * 1_000).iso8601)), and milliseconds are due"
        )
    }

    /// The time of a command, which is refused while the store fails or too many changes wait.
    @inline(__always)
    func time(_ ms: Int64) throws(Failure) -> Date {
        let time = try clockTime(ms)
        if !isPlain {
            try admitWhereOthersRead()
            try catchUp(to: time)
        }
        return time
    }

    private func admitWhereOthersRead() throws(Failure) {
        try admit()
        guard polled.count < host.engine.configuration.limits.undrainedChanges else {
            throw Failure(.changesNotDrained(count: polled.count))
        }
    }

    private func present() throws(Failure) -> Date {
        if !isVirtual { return Milliseconds.date(Milliseconds.now) }
        guard let now = host.engine.now else { throw .argument("LA_NOW in virtual time, before any call has said a time") }
        return now
    }

    /// Runs a command of the engine; its error becomes a status with a message.
    @inline(__always)
    func command<R>(_ body: (inout Engine) throws(EngineError) -> R) throws(Failure) -> R {
        do { return try body(&host.engine) } catch { throw Failure(error) }
    }

    /// Applies a command that is a value, and records it where there is a journal.
    func perform(_ command: Command, at now: Date) throws(Failure) -> Outcome {
        do throws(EngineError) { return try host.perform(command, at: now).get() } catch { throw Failure(error) }
    }

    /// The unknown members of JSON since the last call, each once for the runtime.
    func takeNotices() -> [UnknownMember] { host.engine.takeUnknownMembers().filter { takenNotices.admit($0) } }

    /// When to advance next, in milliseconds.
    var nextDeadline: Int64 { host.engine.nextDeadline.map(Milliseconds.up) ?? LA_NEVER_MS }

    /// Wakes the host's loop or the runtime's thread if there are changes, or a deadline earlier than the reported one.
    @inline(__always)
    func notify() {
        if readiness == nil && thread == nil { return }
        notifyWaiting()
    }

    private func notifyWaiting() {
        if thread != nil, hasPolled || nextDeadline < reportedDeadline { wakeThread() }
        if let readiness { readiness.setReadable(hasChanges || nextDeadline < reportedDeadline) }
    }
}

/// `LA_NOW` and `LA_NEVER`, which are macros with a cast in them.
let LA_NOW_MS = Int64.min
let LA_NEVER_MS = Int64.max
