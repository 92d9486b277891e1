import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// A runtime of the C interface. The lock of its slot guards it.
final class Runtime {
    var host: Host
    let isVirtual: Bool
    let jsonLimits: JSONLimits
    let encoder = WireEncoder()
    let decoder = WireDecoder()
    /// The slot of the runtime, which contains its lock.
    let slot: UnsafeMutablePointer<RuntimeSlot>
    /// The descriptor for the host's `poll(2)` loop; `nil` until the host requests it.
    var readiness: ReadinessPipe?
    /// The deadline that was last reported to the host or to the runtime's thread, in milliseconds.
    var reportedDeadline: Int64 = LA_NEVER_MS
    /// The runtime's own thread, between `la_runtime_run()` and `la_runtime_stop()`.
    var thread: RuntimeThread?
    /// Whether the runtime is being destroyed, so that no call may begin: the lock is released while its last batch is written.
    private(set) var isClosing = false
    /// The number of calls that have begun and not ended, some of which wait with the lock released.
    var calls = 0
    /// The loaded plugins, retained so that their shared objects stay initialised.
    var plugins: [LoadedPlugin] = []
    /// The providers in C, which are destroyed with the runtime.
    var tables: [ProviderTable] = []
    /// The state of the store; `nil` without one.
    var persistence: Persistence?
    /// Changes that other readers have received and that wait for the host's poll.
    var polled = PolledChanges()
    /// The unknown members that were already reported to the host.
    private var takenNotices = UnknownMemberMemory()
    /// Whether the host uses only readers and consumers (`LA_NO_POLL`), so that no changes wait for its poll.
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

    /// The time of a call: for `LA_NOW` the clock's time, or the engine's latest time in virtual time; otherwise the given
    /// time.
    @inline(__always)
    func clockTime(_ ms: Int64) throws(Failure) -> Date {
        if ms == LA_NOW_MS { return try present() }
        let time = try Milliseconds.checked(ms, "now_ms")
        if Milliseconds.secondsOfToday ~= ms { try refuseSeconds(ms, time) }
        return time
    }

    /// Refuses a time that is probably in seconds: as milliseconds it would be in 1970 to 1973. It is accepted if the runtime's
    /// time is in these years, because a host with virtual time may begin at 0. As a first time, such a value would make all
    /// correct times implausible; as a later one, it would stop the time.
    private func refuseSeconds(_ ms: Int64, _ time: Date) throws(Failure) {
        if let now = host.engine.now, abs(now.timeIntervalSince(time)) <= host.engine.configuration.limits.dateHorizon {
            return
        }
        throw Failure(
            LA_ERROR_IMPLAUSIBLE_DATE,
            "now_ms is \(ms), which is \(time.iso8601): it looks like seconds (\(Milliseconds.date(ms * 1_000).iso8601)); milliseconds are expected"
        )
    }

    /// The time of a command. Throws while the store fails or too many changes wait.
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
        guard let now = host.engine.now else { throw .argument("LA_NOW in virtual time, before any call has set the time") }
        return now
    }

    /// Runs a command of the engine, and converts its error to a status with a message.
    @inline(__always)
    func command<R>(_ body: (inout Engine) throws(EngineError) -> R) throws(Failure) -> R {
        do { return try body(&host.engine) } catch { throw failure(error) }
    }

    /// The failure of a command that the engine has refused.
    @inline(never)
    func failure(_ error: EngineError) -> Failure { Failure(error, among: host.engine.providers.map(\.kind)) }

    /// Applies a command given as a value, and records it if there is a journal.
    func perform(_ command: Command, at now: Date) throws(Failure) -> Outcome {
        do throws(EngineError) { return try host.perform(command, at: now).get() } catch { throw failure(error) }
    }

    /// The unknown members of JSON since the last call, each once for the runtime.
    func takeNotices() -> [UnknownMember] { host.engine.takeUnknownMembers().filter { takenNotices.admit($0) } }

    @inline(__always)
    func endCall() {
        calls -= 1
        if isClosing { wakeThread() }
    }

    /// Refuses all later calls, and waits until the earlier calls have ended. The caller holds the lock, which is released
    /// while waiting.
    ///
    /// - Throws: ``Failure/unknownRuntime`` if another call is destroying the runtime, after it has been destroyed.
    func beginClosing() throws(Failure) {
        guard !isClosing else {
            while slot.pointee.runtime === self { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
            throw .unknownRuntime
        }
        isClosing = true
        while calls > 0 { pthread_cond_wait(&slot.pointee.changed, &slot.pointee.lock) }
    }

    /// The time of the next deadline in milliseconds.
    var nextDeadline: Int64 { host.engine.nextDeadline.map(Milliseconds.up) ?? LA_NEVER_MS }

    /// Wakes the host's loop or the runtime's thread if changes wait, or if the next deadline is earlier than the reported one.
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

/// `LA_NOW` and `LA_NEVER`. Swift cannot import these macros, because they contain a cast.
let LA_NOW_MS = Int64.min
let LA_NEVER_MS = Int64.max
