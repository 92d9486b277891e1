#if Push
import NIOHTTP2

/// The values of a connection's streams, by stream number. Streams are numbered in order and answered nearly in order, so an
/// array is faster than a hash table.
struct StreamTable<Element> {
    private var slots: [Element?] = []
    /// The index of the first slot that may be in use, and the number of the stream of `slots[0]`.
    private var head = 0
    private var base = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// A client's streams have odd numbers.
    private func place(_ stream: HTTP2StreamID) -> Int { (Int(stream) - 1) / 2 - base }

    subscript(stream: HTTP2StreamID) -> Element? {
        get {
            let place = place(stream)
            return slots.indices.contains(place) ? slots[place] : nil
        }
        set {
            let place = place(stream)
            if slots.indices.contains(place) {
                count += (newValue == nil ? 0 : 1) - (slots[place] == nil ? 0 : 1)
                slots[place] = newValue
                if newValue == nil { shrink() }
            } else if place >= slots.count, let newValue {
                while slots.count < place { slots.append(nil) }
                slots.append(newValue)
                count += 1
            }
        }
    }

    mutating func remove(_ stream: HTTP2StreamID) -> Element? {
        let place = place(stream)
        guard slots.indices.contains(place), let element = slots[place] else { return nil }
        slots[place] = nil
        count -= 1
        shrink()
        return element
    }

    /// Changes an element without copying it.
    mutating func update(_ stream: HTTP2StreamID, _ change: (inout Element) -> Void) {
        let place = place(stream)
        guard slots.indices.contains(place), var element = slots[place] else { return }
        slots[place] = nil
        change(&element)
        slots[place] = element
    }

    /// The streams with an element, in ascending order.
    var streams: [HTTP2StreamID] { slots.indices.filter { slots[$0] != nil }.map { HTTP2StreamID(2 * (base + $0) + 1) } }

    private mutating func shrink() {
        while head < slots.count, slots[head] == nil { head += 1 }
        guard head == slots.count || (head > 1_024 && head > slots.count / 2) else { return }
        base += head
        if head == slots.count { slots.removeAll(keepingCapacity: true) } else { slots.removeFirst(head) }
        head = 0
    }
}
#endif
