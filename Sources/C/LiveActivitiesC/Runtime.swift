import CLiveActivities
import LiveActivityCore

/// An engine behind the C interface. Only touched by whoever holds its slot's lock.
final class Runtime {
    var engine: Engine
    let isVirtual: Bool
    let jsonLimits: JSONLimits
    let encoder = WireEncoder()
    let decoder = WireDecoder()
    /// Where the runtime lives.
    let slot: UnsafeMutablePointer<RuntimeSlot>
    /// Tells a `poll(2)` loop; `nil` until a host asks for it.
    var bell: Bell?
    /// What the latest `la_runtime_advance` said.
    var reportedDeadline: Int64 = LA_NEVER_MS
    /// The runtime's own thread, while it has one.
    var pump: Pump?
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

    /// The time that a call gives.
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

    /// Runs a command of the engine.
    @inline(__always)
    func command<R>(_ body: (inout Engine) throws(EngineError) -> R) throws(Failure) -> R {
        do { return try body(&engine) } catch { throw Failure(error) }
    }

    /// When to advance next, in milliseconds.
    var nextDeadline: Int64 { engine.nextDeadline.map(Milliseconds.up) ?? LA_NEVER_MS }

    var hasChanges: Bool { engine.hasChanges }

    /// Tells who waits for it, in a loop or on the runtime's thread, that there is something to do.
    @inline(__always)
    func tell() {
        if bell == nil && pump == nil { return }
        tellWaiting()
    }

    private func tellWaiting() {
        if pump != nil, hasChanges || nextDeadline < reportedDeadline { wakePump() }
        if let bell { bell.set(hasChanges || nextDeadline < reportedDeadline) }
    }
}

/// `LA_NOW` and `LA_NEVER`, which are macros with a cast in them.
let LA_NOW_MS = Int64.min
let LA_NEVER_MS = Int64.max
