import LiveActivities

/// A value derived from an owner's activities, and its updates, for one iteration.
///
/// The first element is the current value. Later elements follow when the value differs; equal values are never
/// repeated. A slow iteration skips values, but not the newest one. The sequence ends when the runtime is closed or
/// released (it does not retain the runtime), and throws if a value cannot be computed.
public struct SurfaceUpdates<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    private let changes: ChangeSequence
    private let look: @Sendable () throws -> Element?

    init(
        _ runtime: LiveActivityRuntime, _ owner: OwnerID, _ look: @escaping @Sendable (LiveActivityRuntime) throws -> Element
    ) {
        // Subscribed before the first evaluation, so that changes in between lead to another one.
        changes = runtime.changes(of: .owner(owner))
        self.look = { [weak runtime] in try runtime.map(look) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(changes: changes.makeAsyncIterator(), look: look) }

    /// The iterator of the sequence. Use it from one task at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: ChangeSequence.Iterator
        let look: @Sendable () throws -> Element?
        private var last: Element?

        init(changes: ChangeSequence.Iterator, look: @escaping @Sendable () throws -> Element?) {
            self.changes = changes
            self.look = look
        }

        public mutating func next() async throws -> Element? {
            if last == nil {
                last = try look()
                return last
            }
            // A change only triggers an evaluation, so a missed change does not matter.
            while await changes.next() != nil {
                guard let now = try look() else { return nil }
                if now != last {
                    last = now
                    return now
                }
            }
            return nil
        }
    }
}
