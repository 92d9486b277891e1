/// Milliseconds since 1970-01-01 00:00 UTC, the time unit of the C interface.
package enum Milliseconds {
    /// The years 1 to 9999.
    package static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
    /// From 1970-01-01 to 2001-01-01.
    private static let epoch: Int64 = 978_307_200_000

    /// The date of `ms`, exact within ``range``.
    package static func date(_ ms: Int64) -> Date {
        Date(timeIntervalSinceReferenceDate: (Double(ms) - Double(epoch)) / 1_000)
    }

    /// The millisecond nearest to `date`, within ``range``.
    package static func nearest(_ date: Date) -> Int64 {
        let ms = (date.timeIntervalSinceReferenceDate * 1_000).rounded() + Double(epoch)
        guard ms < Double(range.upperBound) else { return range.upperBound }
        guard ms > Double(range.lowerBound) else { return range.lowerBound }
        return Int64(ms)
    }

    /// The first millisecond that is not before `date`, so that a deadline is due for a caller who waits until then.
    package static func up(_ date: Date) -> Int64 {
        let ms = nearest(date)
        return self.date(ms) >= date || ms == range.upperBound ? ms : ms + 1
    }

    /// The nearest millisecond; 0 for `nil`. The date of 1970-01-01 itself becomes 1.
    package static func orZero(_ date: Date?) -> Int64 {
        guard let date else { return 0 }
        let ms = nearest(date)
        return ms == 0 ? 1 : ms
    }
}
