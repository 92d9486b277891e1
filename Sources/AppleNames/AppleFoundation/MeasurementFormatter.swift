public import Foundation

/// Writes a measurement as a number with the symbol of its unit. The class of Foundation on Linux is unavailable.
open class MeasurementFormatter: Formatter, @unchecked Sendable {
    // `@unchecked Sendable`, because the superclass is not sendable. Nothing synchronizes its variables: as with Apple's class,
    // an app sets them before other threads use the formatter.

    /// The choice of the unit. Not used: a measurement keeps its unit.
    public struct UnitOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let providedUnit = Self(rawValue: 1)
        public static let naturalScale = Self(rawValue: 2)
        public static let temperatureWithoutUnit = Self(rawValue: 4)
    }

    open var unitOptions: UnitOptions = []
    /// The length of the unit. Only `short` has an effect: it has no space before the unit.
    open var unitStyle = Formatter.UnitStyle.medium
    open var locale: Locale! = .current
    /// The format of the number. Default: at most two digits behind the point.
    open var numberFormatter: NumberFormatter! = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.maximumFractionDigits = 2
        return formatter
    }()

    public override init() { super.init() }
    /// Always `nil`: a formatter cannot be decoded.
    public required init?(coder: NSCoder) { nil }

    open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
        let number = numberFormatter?.string(from: NSNumber(value: measurement.value)) ?? "\(measurement.value)"
        let symbol = measurement.unit.symbol
        if unitOptions.contains(.temperatureWithoutUnit), measurement.unit is UnitTemperature { return number + "°" }
        return number + (unitStyle == .short || symbol.hasPrefix("°") ? "" : " ") + symbol
    }
    open func string(from unit: Unit) -> String { unit.symbol }
}
