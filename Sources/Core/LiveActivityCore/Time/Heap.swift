/// A binary heap, which provides its least element. Adding and removing cost O(log n).
///
/// It is the only heap of the core and the runtime. `Heap` of swift-collections could replace it, but would be the core's only
/// dependency on another package, and every embedder would resolve and build it for these forty lines.
@usableFromInline package struct Heap<Element: Comparable & Sendable>: Sendable {
    /// In heap order: no element is less than the one at `(index - 1) / 2`.
    @usableFromInline package var elements: [Element] = []

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { elements.isEmpty }
    @inlinable package var count: Int { elements.count }
    @inlinable package var least: Element? { elements.first }

    @inlinable package mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard elements[child] < elements[parent] else { return }
            elements.swapAt(child, parent)
            child = parent
        }
    }

    @inlinable @discardableResult
    package mutating func removeLeast() -> Element? {
        guard let least = elements.first, let last = elements.popLast() else { return nil }
        guard !elements.isEmpty else { return least }
        elements[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < elements.count else { return least }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[parent] else { return least }
            elements.swapAt(child, parent)
            parent = child
        }
    }

    @inlinable package mutating func removeAll() { elements.removeAll() }
}
