/// The buffered values of a feed.
package protocol FeedBuffer: Sendable {
    associatedtype Element: Sendable
    var isEmpty: Bool { get }
    mutating func append(_ element: Element)
    mutating func popFirst() -> Element?
    mutating func removeAll()
}

/// The newest few values, without consecutive duplicates.
///
/// A ring: once it is full, the next value takes the slot of the oldest. Removing the first element of an array would move all
/// others, which for the 256 values of ActivityKit's sequences is most of the cost of an append. `Deque` would do the same, but
/// an embedder of `LiveActivities` would have to resolve swift-collections for these forty lines.
package struct NewestBuffer<Element: Hashable & Sendable>: FeedBuffer {
    private let capacity: Int
    /// Grows up to `capacity`, then stays. An unused slot is `nil`, so that it retains nothing.
    private var slots: [Element?] = []
    /// The slot of the oldest waiting value.
    private var head = 0
    private var count = 0
    private var last: Element?

    package init(capacity: Int) {
        precondition(capacity > 0, "a buffer for \(capacity) values would drop them all")
        self.capacity = capacity
    }

    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element) {
        guard element != last else { return }
        last = element
        if count == slots.count, count < capacity {
            // All slots are in use. They are put in order first, as the new one is added at the end.
            if head > 0 { slots = Array(slots[head...] + slots[..<head]) }
            head = 0
            slots.append(element)
            count += 1
        } else if count == capacity {
            slots[head] = element
            head = (head + 1) % capacity
        } else {
            slots[(head + count) % slots.count] = element
            count += 1
        }
    }

    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let first = slots[head]
        slots[head] = nil
        head = (head + 1) % slots.count
        count -= 1
        return first
    }

    package mutating func removeAll() {
        slots = []
        head = 0
        count = 0
    }
}
