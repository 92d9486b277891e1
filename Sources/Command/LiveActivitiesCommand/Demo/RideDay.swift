import LiveActivityCore

/// One day of a theme-park ride's queue, as touringplans has it (Examples/Data/README.md): what the sign said, and how long guests waited.
struct RideDay {
    /// A row of the file.
    struct Row: Hashable {
        /// The park's own time of day, in seconds since midnight, UTC−4.
        var secondOfDay: Int
        var posted: Int?
        var measured: Int?
    }

    /// What the queue learns, at the time at which it can know it.
    struct News: Hashable {
        var date: Date
        var minutes: Int
        /// A guest's own wait, told when it was over; otherwise what the sign says.
        var isMeasured: Bool
    }

    struct Guest: Hashable {
        var joined: Date
        /// How long the guest waited.
        var minutes: Int
        /// What the sign said.
        var sign: Int?

        var turn: Date { joined + Double(minutes) * 60 }
    }

    var rows: [Row]

    /// From the file that the command carries.
    static func embedded() throws -> RideDay {
        try RideDay(csv: String(decoding: PackageResources.ride_wait_toy_story_mania_csv, as: UTF8.self))
    }

    /// - Throws: ``NotARideDay`` with the first row that is none.
    init(csv: String) throws {
        rows = try csv.split(whereSeparator: \.isNewline).dropFirst().map { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 3, let time = fields[0].split(separator: "T").last, let second = Self.seconds(time) else {
                throw NotARideDay(row: String(row))
            }
            return Row(secondOfDay: second, posted: Int(fields[1]), measured: Int(fields[2]))
        }
    }

    struct NotARideDay: Error, CustomStringConvertible {
        var row: String
        var description: String { "not a row of a ride's day: \(row)" }
    }

    /// The guest whose wait was measured and who joined at this time, moved to the day of `date`.
    func guest(joiningAt time: String, onDayOf date: Date) -> Guest? {
        let second = Self.seconds(time[...])
        guard let place = rows.firstIndex(where: { $0.secondOfDay == second && $0.measured != nil }) else { return nil }
        return Guest(
            joined: self.date(rows[place].secondOfDay, onDayOf: date), minutes: rows[place].measured ?? 0,
            sign: rows[..<place].last { $0.posted != nil }?.posted)
    }

    /// What becomes known after `start` and before `end`, moved to their day.
    func news(from start: Date, to end: Date) -> [News] {
        rows.flatMap { row -> [News] in
            let time = date(row.secondOfDay, onDayOf: start)
            return [
                row.posted.map { News(date: time, minutes: $0, isMeasured: false) },
                row.measured.map { News(date: time + Double($0) * 60, minutes: $0, isMeasured: true) },
            ].compactMap(\.self)
        }
        .filter { $0.date > start && $0.date < end }
        .sorted { ($0.date, $0.minutes) < ($1.date, $1.minutes) }
    }

    /// The same time of day on the day of `date`.
    private func date(_ secondOfDay: Int, onDayOf date: Date) -> Date {
        let midnight = (date.timeIntervalSinceReferenceDate / 86_400).rounded(.down) * 86_400
        return Date(timeIntervalSinceReferenceDate: midnight + Double(secondOfDay + 4 * 3_600))
    }

    private static func seconds(_ time: Substring) -> Int? {
        let parts = time.split(separator: ":").map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2] else { return nil }
        return hour * 3_600 + minute * 60 + second
    }
}
