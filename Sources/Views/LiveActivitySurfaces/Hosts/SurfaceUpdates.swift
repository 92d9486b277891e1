import LiveActivities

/// A view of an owner's activities as it changes, for one consumer.
///
/// Begins with how it is when the first element is asked for; a consumer that is slow misses what was in between, never the newest, and no
/// value comes twice in a row. It finishes when the runtime is closed or dropped, which it does not keep. It ends with an error
/// where something cannot be shown.
public struct SurfaceUpdates<Element: Equatable & Sendable>: AsyncSequence, Sendable {
    private let changes: ChangeSequence
    private let look: @Sendable () throws -> Element?

    init(
        _ runtime: LiveActivityRuntime, _ owner: OwnerID, _ look: @escaping @Sendable (LiveActivityRuntime) throws -> Element
    ) {
        // Before the first look: what changes between the two is looked at again.
        changes = runtime.changes(of: .owner(owner))
        self.look = { [weak runtime] in try runtime.map(look) }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(changes: changes.makeAsyncIterator(), look: look) }

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
            // A change tells that something is different, the look what it is: so nothing that was missed is missing.
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
