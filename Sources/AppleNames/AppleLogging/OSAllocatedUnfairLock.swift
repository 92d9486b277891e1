/// A lock with the state that it protects, like `Mutex` in a class.
public final class OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // `@unchecked Sendable`, because the state is only read and written while the lock is held.
    private let guarding = NSLock()
    private var state: State

    public init(uncheckedState initialState: State) { state = initialState }
    public convenience init(initialState: State) where State: Sendable { self.init(uncheckedState: initialState) }
    public convenience init() where State == Void { self.init(uncheckedState: ()) }

    public func withLock<R>(_ body: (inout State) throws -> R) rethrows -> R { try guarding.withLock { try body(&state) } }
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { try withLock(body) }
}

extension OSAllocatedUnfairLock where State == Void {
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { try guarding.withLock(body) }
    public func lock() { guarding.lock() }
    public func unlock() { guarding.unlock() }
}
