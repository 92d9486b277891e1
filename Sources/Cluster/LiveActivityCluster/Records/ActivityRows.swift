import LiveActivities
import LiveActivityCore

/// The rows of a partition's activities, by slot: a slot has one activity at a time.
///
/// A dictionary of rows would hash each row of a snapshot, be copied whenever it grows, and be sorted to be read. Here rows are
/// in pages of neighbouring slots; a snapshot, which is in the order of slots, hashes once for each page.
struct ActivityRows: Sendable {
    private static let pageSize: UInt64 = 256

    private var pages: [[ActivityRow?]] = []
    /// The place in `pages` of each page, by its number.
    private var places: [UInt64: Int] = [:]
    /// The page that was used last.
    private var latest: (number: UInt64, place: Int)?

    /// Stores the row of a new or changed activity. A changed one keeps its constant part.
    mutating func store(_ row: ActivityRow) {
        change(row.id) { $0 = row.following($0) }
    }

    /// Removes the row of an activity, unless its slot has another one already.
    mutating func remove(_ id: ActivityID) {
        change(id) { if $0?.id == id { $0 = nil } }
    }

    private mutating func change(_ id: ActivityID, _ body: (inout ActivityRow?) -> Void) {
        let (number, offset) = id.slot.quotientAndRemainder(dividingBy: Self.pageSize)
        body(&pages[place(of: number)][Int(offset)])
    }

    private mutating func place(of number: UInt64) -> Int {
        if let latest, latest.number == number { return latest.place }
        let place = places[number] ?? pages.count
        if place == pages.count {
            pages.append(Array(repeating: nil, count: Int(Self.pageSize)))
            places[number] = place
        }
        latest = (number, place)
        return place
    }

    /// All rows, in the order of their slots.
    var all: [ActivityRow] {
        places.sorted { $0.key < $1.key }.flatMap { pages[$0.value].lazy.compactMap(\.self) }
    }
}
