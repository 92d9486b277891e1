extension Duration {
    /// A duration in one or two units.
    public struct UnitsFormatStyle: FormatStyle, Sendable {
        /// A unit of time.
        public enum Unit: Int, Hashable, Codable, Sendable { case weeks, days, hours, minutes, seconds }
        /// The length of the unit's name.
        public enum UnitWidth: Hashable, Codable, Sendable { case abbreviated, wide }

        var allowed: Set<Unit>
        var width: UnitWidth
        var maximumUnitCount: Int?
        var locale = Locale.current

        public static func units(allowed: Set<Unit>, width: UnitWidth, maximumUnitCount: Int? = nil) -> Self {
            Self(allowed: allowed, width: width, maximumUnitCount: maximumUnitCount)
        }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        /// The largest units come first; the remainder is rounded to the last unit, half to even. As in Foundation, rounding up
        /// does not carry to a larger unit: 3,599 seconds are 60 minutes.
        public func format(_ value: Duration) -> String {
            let units = allowed.sorted { $0.rawValue < $1.rawValue }
            guard let smallest = units.last else { return "" }
            let total = Int(max(0, min(value.components.seconds, 1_000_000_000_000)))
            var used = units.drop { $0.seconds > total }.prefix(maximumUnitCount ?? units.count)
            if used.isEmpty { used = [smallest] }
            let step = used[used.endIndex - 1].seconds
            let rest = total % step
            let isUp = rest * 2 > step || rest * 2 == step && total / step % 2 == 1
            var (left, exact) = ((total / step + (isUp ? 1 : 0)) * step, total)
            let format = LocaleFormat.of(locale)
            var texts: [String] = []
            for unit in used {
                let (count, isThere) = (left / unit.seconds, exact >= unit.seconds)
                left %= unit.seconds
                exact %= unit.seconds
                if isThere || count > 0 || used.count == 1 {
                    texts.append(format.text(count, unit: unit.rawValue, isWide: width == .wide))
                }
            }
            return texts.joined(separator: format.joint)
        }
    }

    public func formatted(_ style: UnitsFormatStyle) -> String { style.format(self) }
}

extension Duration.UnitsFormatStyle.Unit {
    fileprivate var seconds: Int {
        switch self {
        case .weeks: 604_800
        case .days: 86_400
        case .hours: 3_600
        case .minutes: 60
        case .seconds: 1
        }
    }
}
