import CLiveActivities
import LiveActivityCore

/// An engine behind the C interface. Its slot's lock guards it.
final class Runtime {
    var engine: Engine
    let isVirtual: Bool
    let jsonLimits: JSONLimits
    let encoder = WireEncoder()
    let decoder = WireDecoder()
    /// The slot of the runtime, which has its lock.
    let slot: UnsafeMutablePointer<RuntimeSlot>
    /// For a host's `poll(2)` loop; `nil` until the host asks for it.
    var readiness: ReadinessPipe?
    /// The deadline that the host, or the runtime's thread, knows of, in milliseconds.
    var reportedDeadline: Int64 = LA_NEVER_MS
    /// The runtime's own thread, while it has one.
    var thread: RuntimeThread?
    /// Keeps shared objects initialised.
    var plugins: [LoadedPlugin] = []
    /// Providers in C, to be destroyed with the runtime.
    var tables: [ProviderTable] = []

    init(
        _ configuration: EngineConfiguration, isVirtual: Bool, jsonLimits: JSONLimits,
        in slot: UnsafeMutablePointer<RuntimeSlot>
    ) {
        self.slot = slot
        engine = Engine(configuration: configuration)
        self.isVirtual = isVirtual
        self.jsonLimits = jsonLimits
        engine.inputLimits = jsonLimits
        decoder.limits = jsonLimits
        decoder.acceptsISO8601Dates = true
    }

    /// The time of a call: the clock's for `LA_NOW`, the engine's latest in virtual time, else the given one.
    @inline(__always)
    func time(_ ms: Int64) throws(Failure) -> Date {
        if ms == LA_NOW_MS { return try present() }
        return try Milliseconds.checked(ms, "now_ms")
    }

    private func present() throws(Failure) -> Date {
        if !isVirtual { return Milliseconds.date(Milliseconds.now) }
        guard let now = engine.now else { throw .argument("LA_NOW in virtual time, before any call has said a time") }
        return now
    }

    /// Runs a command of the engine; its error becomes a status with a text.
    @inline(__always)
    func command<R>(_ body: (inout Engine) throws(EngineError) -> R) throws(Failure) -> R {
        do { return try body(&engine) } catch { throw Failure(error) }
    }

    /// When to advance next, in milliseconds.
    var nextDeadline: Int64 { engine.nextDeadline.map(Milliseconds.up) ?? LA_NEVER_MS }

    var hasChanges: Bool { engine.hasChanges }

    /// Wakes the host's loop or the runtime's thread if there are changes, or a deadline earlier than the one it knows of.
    @inline(__always)
    func notify() {
        if readiness == nil && thread == nil { return }
        notifyWaiting()
    }

    private func notifyWaiting() {
        if thread != nil, hasChanges || nextDeadline < reportedDeadline { wakeThread() }
        if let readiness { readiness.setReadable(hasChanges || nextDeadline < reportedDeadline) }
    }
}

/// `LA_NOW` and `LA_NEVER`, which are macros with a cast in them.
let LA_NOW_MS = Int64.min
let LA_NEVER_MS = Int64.max
