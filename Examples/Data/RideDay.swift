package import LiveActivityCore

/// One day of the queue of a theme-park ride, from touringplans: the waits on the sign, and the measured waits of guests. See
/// README.md in this folder for the source.
package struct RideDay {
    /// A row of the file.
    package struct Row: Hashable {
        /// The time at which the sign was read, or at which the measured guest joined the queue.
        package var date: Date
        /// The wait that the sign announced, in minutes.
        package var posted: Int?
        /// The wait that a guest measured, in minutes.
        package var measured: Int?

        /// The local time of day in the park, in seconds since midnight.
        var secondOfDay: Int { (Int(date.timeIntervalSinceReferenceDate) - RideDay.hoursBehindUTC * 3_600) % 86_400 }
    }

    /// The news for the queue, and the time at which it is known.
    package struct News: Hashable {
        package var date: Date
        package var minutes: Int
        /// Whether a guest measured it, which is known when the wait is over; otherwise the sign announced it.
        package var isMeasured: Bool
    }

    package struct Guest: Hashable {
        package var joined: Date
        /// How long the guest waited, in minutes.
        package var minutes: Int
        /// The announced wait on the sign, in minutes.
        package var sign: Int?

        package var turn: Date { joined + Double(minutes) * 60 }
    }

    package var rows: [Row]

    /// The park is in Florida: UTC−4 on that day.
    private static let hoursBehindUTC = 4

    /// The file that is embedded in this module.
    package static func embedded() throws -> RideDay {
        try RideDay(csv: String(decoding: PackageResources.ride_wait_toy_story_mania_csv, as: UTF8.self))
    }

    /// - Throws: ``NotARideDay`` with the first row that cannot be read.
    package init(csv: String) throws {
        rows = try csv.split(whereSeparator: \.isNewline).dropFirst().map { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 3, let date = Date(iso8601: "\(fields[0])-0\(Self.hoursBehindUTC):00") else {
                throw NotARideDay(row: String(row))
            }
            return Row(date: date, posted: Int(fields[1]), measured: Int(fields[2]))
        }
    }

    package struct NotARideDay: Error, CustomStringConvertible {
        package var row: String
        package var description: String { "not a row of a ride's day: \(row)" }
    }

    /// The measured guest who joined at this time, moved to the day of `date`.
    package func guest(joiningAt time: String, onDayOf date: Date) -> Guest? {
        let second = Self.seconds(time[...])
        guard let index = rows.firstIndex(where: { $0.secondOfDay == second && $0.measured != nil }) else { return nil }
        return Guest(
            joined: self.date(rows[index].secondOfDay, onDayOf: date), minutes: rows[index].measured ?? 0,
            sign: rows[..<index].last { $0.posted != nil }?.posted)
    }

    /// The news after `start` and before `end`, moved to their day.
    package func news(from start: Date, to end: Date) -> [News] {
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
        return Date(timeIntervalSinceReferenceDate: midnight + Double(secondOfDay + Self.hoursBehindUTC * 3_600))
    }

    private static func seconds(_ time: Substring) -> Int? {
        let parts = time.split(separator: ":").map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2] else { return nil }
        return hour * 3_600 + minute * 60 + second
    }
}
