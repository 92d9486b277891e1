/// The remembered dismissals by users, limited by age and number.
///
/// A queue in an array with a head index: entries are removed at the front, and the array is compacted when half of it is free.
/// `Deque` of swift-collections would do the same, but would be the core's only dependency on another package.
struct DismissalTable {
    struct Entry: Codable, Hashable {
        var owner: OwnerID
        var kind: ActivityKind
        var key: StartKey
    }

    private var dates: [Entry: Double] = [:]
    /// The entries, oldest first. One with an older date than in `dates` is obsolete.
    private var order: [(entry: Entry, date: Double)] = []
    private var forgotten = 0

    func date(_ entry: Entry) -> Double? { dates[entry] }

    /// Adds a dismissal, and removes entries beyond the limits of age and number.
    ///
    /// - Returns: The removed entries.
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

    /// The dismissals in the order in which they happened.
    var all: [(entry: Entry, date: Double)] {
        order[forgotten...].filter { dates[$0.entry] == $0.date }
    }
}
