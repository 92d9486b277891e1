/// A person's own dismissals, remembered as long as they matter, and no more than so many.
struct DismissalTable {
    struct Entry: Codable, Hashable {
        var owner: OwnerID
        var kind: ActivityKind
        var key: StartKey
    }

    private var dates: [Entry: Double] = [:]
    /// The oldest first; an entry whose date is no longer the newest of its name is skipped.
    private var order: [(entry: Entry, date: Double)] = []
    private var forgotten = 0

    func date(_ entry: Entry) -> Double? { dates[entry] }

    /// - Returns: What is forgotten for it.
    @discardableResult
    mutating func remember(_ entry: Entry, at date: Double, limit: Int, duration: Double) -> [Entry] {
        var gone: [Entry] = []
        dates[entry] = date
        order.append((entry, date))
        while forgotten < order.count {
            let oldest = order[forgotten]
            let isNewest = dates[oldest.entry] == oldest.date
            guard !isNewest || dates.count > limit || oldest.date + duration <= date else { break }
            if isNewest {
                dates[oldest.entry] = nil
                gone.append(oldest.entry)
            }
            forgotten += 1
        }
        if forgotten > 1_024, forgotten * 2 > order.count {
            order.removeFirst(forgotten)
            forgotten = 0
        }
        return gone
    }

    /// In the order in which they happened.
    var all: [(entry: Entry, date: Double)] {
        order[forgotten...].filter { dates[$0.entry] == $0.date }
    }
}
