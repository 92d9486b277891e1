import Foundation

/// The scale of an axis: it maps values to positions and chooses the labeled ones.
struct ChartScale {
    enum Values { case numbers(ClosedRange<Double>), dates(ClosedRange<Double>), categories([String]) }

    let values: Values
    /// The values with labels and lines.
    let ticks: [PlotPlace]
    private let step: Double

    /// The scale of an axis.
    ///
    /// - Parameters:
    ///   - places: The values of all marks on this axis.
    ///   - domain: The domain that the author has specified; `nil` to use the marks' values.
    ///   - hasZero: Whether a mark extends to zero, so that the scale must include it.
    ///   - isFromTop: Whether the first category is at the top, as on a vertical axis.
    ///   - isTight: Whether the scale ends exactly at its extreme values, as for a line.
    init(_ places: [PlotPlace], domain: [PlotPlace]?, hasZero: Bool, isTight: Bool, isFromTop: Bool = false) {
        let all = domain ?? places
        var names = all.reduce(into: [String]()) { names, place in
            if case .category(let name) = place, !names.contains(name) { names.append(name) }
        }
        if isFromTop { names.reverse() }
        // The distance of larger numbers may be infinite.
        var numbers = all.compactMap(\.number).filter(\.isFinite).map { min(max($0, -1e300), 1e300) }
        guard names.isEmpty, !numbers.isEmpty else {
            (values, ticks, step) = (.categories(names), names.map { .category($0) }, 0)
            return
        }
        if hasZero, domain == nil { numbers.append(0) }
        var (low, high) = (numbers.min() ?? 0, numbers.max() ?? 1)
        if low == high { (low, high) = domain == nil && low != 0 ? (min(0, low), max(0, low)) : (low, low + 1) }
        // The step between closer numbers could be 0.
        if high - low < max(max(abs(low), abs(high)) * 1e-12, 1e-300) { high = low + max(1, abs(low) * 1e-6) }
        let areDates = all.contains { if case .date = $0 { true } else { false } }
        let step = areDates ? Self.timeStep((high - low) / 4) : Self.numberStep((high - low) / 4)
        if domain == nil, !areDates, !isTight {
            (low, high) = ((low / step).rounded(.down) * step, (high / step).rounded(.up) * step)
        }
        var ticks: [PlotPlace] = []
        var tick = (low / step).rounded(.up)
        while tick * step <= high + step / 1000, ticks.count < 50 {
            ticks.append(areDates ? .date(tick * step) : .number(tick * step))
            tick += 1
        }
        values = areDates ? .dates(low...high) : .numbers(low...high)
        (self.ticks, self.step) = (ticks, step)
    }

    /// Rounds a step to 1, 2 or 5 times a power of ten.
    private static func numberStep(_ rough: Double) -> Double {
        let power = pow(10, log10(rough).rounded(.down))
        return ([1, 2, 5].first { $0 * power >= rough * 0.999 } ?? 10) * power
    }

    private static func timeStep(_ rough: Double) -> Double {
        let steps: [Double] = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172_800, 604_800]
        return steps.first { $0 >= rough * 0.999 } ?? numberStep(rough / 604_800) * 604_800
    }

    /// The position of a value: 0 at the start, 1 at the end; `nil` for a value that is not on this axis.
    func position(of place: PlotPlace) -> Double? {
        switch (values, place) {
        case (.numbers(let range), .number(let number)), (.dates(let range), .date(let number)),
            (.numbers(let range), .date(let number)), (.dates(let range), .number(let number)):
            return (number - range.lowerBound) / (range.upperBound - range.lowerBound)
        case (.categories(let names), .category(let name)):
            return names.firstIndex(of: name).map { (Double($0) + 0.5) / Double(names.count) }
        default: return nil
        }
    }

    /// The width that is available to one value, as a fraction of the axis: that of a category or a calendar unit, otherwise
    /// the axis divided by the number of bars.
    func band(_ range: PlotRange, count: Int) -> Double {
        if case .categories(let names) = values { return 1 / Double(max(names.count, 1)) }
        if let from = position(of: range.from), let to = position(of: range.to), to > from { return to - from }
        return 1 / Double(max(count, 1))
    }

    func label(_ place: PlotPlace, calendar: Calendar, locale: Locale) -> String {
        switch place {
        case .category(let name): return name
        case .number(let number):
            let digits = step >= 1 || step == 0 ? 0 : Int((-log10(step)).rounded(.up))
            return number.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        case .date(let seconds):
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            var style =
                step >= 86400 ? Date.FormatStyle.dateTime.month(.abbreviated).day() : Date.FormatStyle.dateTime.hour().minute()
            (style.calendar, style.timeZone, style.locale) = (calendar, calendar.timeZone, locale)
            return date.formatted(style)
        }
    }
}
