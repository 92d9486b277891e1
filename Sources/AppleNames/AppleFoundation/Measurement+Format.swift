public import Foundation

/// The purpose of a measurement, for which iOS chooses the unit of the user's region. Here the unit is kept.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Hashable, Codable, Sendable {
    private let name: String

    public static var general: Self { Self(name: "general") }
    public static var asProvided: Self { Self(name: "asProvided") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitLength {
    public static var road: Self { Self(name: "road") }
    public static var person: Self { Self(name: "person") }
    public static var personHeight: Self { Self(name: "personHeight") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitEnergy {
    public static var workout: Self { Self(name: "workout") }
    public static var food: Self { Self(name: "food") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitMass {
    public static var personWeight: Self { Self(name: "personWeight") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitVolume {
    public static var liquid: Self { Self(name: "liquid") }
}

extension MeasurementFormatUnitUsage where UnitType == UnitTemperature {
    public static var weather: Self { Self(name: "weather") }
    public static var person: Self { Self(name: "person") }
}

extension Measurement where UnitType: Dimension {
    /// A number with the symbol of its unit: `5.2 km`.
    public struct FormatStyle: Foundation.FormatStyle {
        /// The length of the unit. Wide units are written with their symbols too.
        public struct UnitWidth: Hashable, Codable, Sendable {
            fileprivate let separator: String

            public static var wide: Self { Self(separator: " ") }
            public static var abbreviated: Self { Self(separator: " ") }
            public static var narrow: Self { Self(separator: "") }
        }

        public var width: UnitWidth
        public var usage: MeasurementFormatUnitUsage<UnitType>?
        /// The format of the number; `nil` for at most two digits behind the point.
        public var numberFormatStyle: FloatingPointFormatStyle<Double>?
        public var locale = Locale.autoupdatingCurrent

        public init(
            width: UnitWidth, locale: Locale = .autoupdatingCurrent, usage: MeasurementFormatUnitUsage<UnitType>? = .general,
            numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
        ) {
            (self.width, self.usage, self.numberFormatStyle, self.locale) = (width, usage, numberFormatStyle, locale)
        }

        public func format(_ value: Measurement) -> String {
            let style = numberFormatStyle ?? .number.precision(.fractionLength(0...2))
            let symbol = value.unit.symbol
            return style.locale(locale).format(value.value) + (symbol.hasPrefix("°") ? "" : width.separator) + symbol
        }

        public func locale(_ locale: Locale) -> Self {
            Self(width: width, locale: locale, usage: usage, numberFormatStyle: numberFormatStyle)
        }
    }

    public func formatted() -> String { FormatStyle(width: .abbreviated).format(self) }
    public func formatted<Style: Foundation.FormatStyle>(_ style: Style) -> Style.FormatOutput
    where Style.FormatInput == Measurement { style.format(self) }
}

extension FormatStyle {
    /// The format of a temperature. The name of the scale is always shown.
    public static func measurement(
        width: Measurement<UnitTemperature>.FormatStyle.UnitWidth,
        usage: MeasurementFormatUnitUsage<UnitTemperature> = .general, hidesScaleName: Bool,
        numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self where Self == Measurement<UnitTemperature>.FormatStyle {
        Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
    }

    public static func measurement<UnitType: Dimension>(
        width: Measurement<UnitType>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<UnitType> = .general,
        numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self where Self == Measurement<UnitType>.FormatStyle {
        Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
    }
}
