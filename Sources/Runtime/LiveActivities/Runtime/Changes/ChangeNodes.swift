import LiveActivityHost

/// The nodes of a ``ChangeBuffer``'s lists. Each is in at most two lists: that of all changes, and one that determines the next
/// change to remove.
///
/// The nodes are in chunks, so that none is moved when the buffer grows: moving 65,536 of them would delay a command.
struct ChangeNodes {
    typealias Index = UInt32

    enum Sort: UInt8 {
        case droppable, superseded, keptLongest
    }

    struct Node {
        var change: SharedChange?
        /// The number of changes dropped between the previous change and this one.
        var missedBefore: Int
        var sort = Sort.droppable
        var order = Links()
        var choice = Links()
    }

    struct Links {
        var previous = ChangeNodes.none
        /// In an unused node, the next unused one.
        var next = ChangeNodes.none
    }

    /// Selects the links of a node that a list uses.
    enum Chain {
        case order, choice
    }

    /// The first and the last node of one list.
    struct List {
        private let chain: Chain
        private var head = ChangeNodes.none
        private var tail = ChangeNodes.none

        init(_ chain: Chain) { self.chain = chain }

        var first: Index? { head == ChangeNodes.none ? nil : head }

        mutating func append(_ node: Index, _ nodes: inout ChangeNodes) {
            nodes[node, chain] = Links(previous: tail, next: ChangeNodes.none)
            if tail == ChangeNodes.none { head = node } else { nodes[tail, chain].next = node }
            tail = node
        }

        mutating func remove(_ node: Index, _ nodes: inout ChangeNodes) {
            let links = nodes[node, chain]
            if links.previous == ChangeNodes.none { head = links.next } else { nodes[links.previous, chain].next = links.next }
            if links.next == ChangeNodes.none {
                tail = links.previous
            } else {
                nodes[links.next, chain].previous = links.previous
            }
        }
    }

    static let none = Index.max
    private static let pieceBits: Index = 8

    private var pieces: [[Node]] = []
    private var used: Index = 0
    private var free = ChangeNodes.none

    subscript(index: Index) -> Node {
        get { pieces[Int(index >> Self.pieceBits)][Int(index & (1 << Self.pieceBits - 1))] }
        _modify { yield &pieces[Int(index >> Self.pieceBits)][Int(index & (1 << Self.pieceBits - 1))] }
    }

    subscript(index: Index, chain: Chain) -> Links {
        get { chain == .order ? self[index].order : self[index].choice }
        set { if chain == .order { self[index].order = newValue } else { self[index].choice = newValue } }
    }

    /// The following node in the list of all changes.
    func next(of index: Index) -> Index? { self[index].order.next == Self.none ? nil : self[index].order.next }

    mutating func insert(_ change: SharedChange, missedBefore: Int) -> Index {
        let node = Node(change: change, missedBefore: missedBefore)
        if free != Self.none {
            let index = free
            free = self[index].order.next
            self[index] = node
            return index
        }
        let piece = Int(used >> Self.pieceBits)
        if piece == pieces.count {
            pieces.append([])
            // The first chunk grows gradually, so that a subscriber that keeps up needs little memory.
            if piece > 0 { pieces[piece].reserveCapacity(1 << Self.pieceBits) }
        }
        pieces[piece].append(node)
        used += 1
        return used - 1
    }

    mutating func remove(_ index: Index) {
        self[index].change = nil
        self[index].order.next = free
        free = index
    }

    mutating func removeAll() {
        // One chunk is enough for a subscriber that keeps up.
        if pieces.count > 1 { pieces = [] } else if !pieces.isEmpty { pieces[0].removeAll(keepingCapacity: true) }
        used = 0
        free = Self.none
    }
}
