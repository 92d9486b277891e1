public import Foundation
public import SwiftUI

/// A value that a chart shows at a position on an axis.
public protocol Plottable {
    /// The type of the plotted value: a number, a date or a string.
    associatedtype PrimitivePlottable
    var primitivePlottable: PrimitivePlottable { get }
    init?(primitivePlottable: PrimitivePlottable)
}

extension Plottable where PrimitivePlottable == Self {
    public var primitivePlottable: Self { self }
    public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, PrimitivePlottable == RawValue {
    public var primitivePlottable: RawValue { rawValue }
    public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension Int: Plottable { public typealias PrimitivePlottable = Int }
extension Int8: Plottable { public typealias PrimitivePlottable = Int8 }
extension Int16: Plottable { public typealias PrimitivePlottable = Int16 }
extension Int32: Plottable { public typealias PrimitivePlottable = Int32 }
extension Int64: Plottable { public typealias PrimitivePlottable = Int64 }
extension UInt: Plottable { public typealias PrimitivePlottable = UInt }
extension UInt8: Plottable { public typealias PrimitivePlottable = UInt8 }
extension UInt16: Plottable { public typealias PrimitivePlottable = UInt16 }
extension UInt32: Plottable { public typealias PrimitivePlottable = UInt32 }
extension UInt64: Plottable { public typealias PrimitivePlottable = UInt64 }
extension Float: Plottable { public typealias PrimitivePlottable = Float }
extension Double: Plottable { public typealias PrimitivePlottable = Double }
extension CGFloat: Plottable { public typealias PrimitivePlottable = CGFloat }
extension Decimal: Plottable { public typealias PrimitivePlottable = Decimal }
extension String: Plottable { public typealias PrimitivePlottable = String }
extension Date: Plottable { public typealias PrimitivePlottable = Date }

/// A labeled value of a mark, such as `.value("Day", day)`. Labels are for assistive technology and are not shown.
public struct PlottableValue<Value: Plottable> {
    let range: PlotRange

    public static func value(_ label: LocalizedStringKey, _ value: Value) -> Self { Self(range: PlotRange(value)) }
    @_disfavoredOverload
    public static func value(_ label: some StringProtocol, _ value: Value) -> Self { Self(range: PlotRange(value)) }
    public static func value(_ label: Text, _ value: Value) -> Self { Self(range: PlotRange(value)) }
    public static func value(_ label: LocalizedStringKey, _ range: Range<Value>) -> Self where Value: Comparable {
        Self(range: PlotRange(range.lowerBound, range.upperBound))
    }
}

extension PlottableValue where Value == Date {
    /// A date that represents a whole calendar unit, such as a day.
    public static func value(
        _ label: LocalizedStringKey, _ value: Date, unit: Calendar.Component, calendar: Calendar = .current
    ) -> Self { Self(range: PlotRange(value, unit, calendar)) }
    @_disfavoredOverload public static func value(
        _ label: some StringProtocol, _ value: Date, unit: Calendar.Component, calendar: Calendar = .current
    ) -> Self { Self(range: PlotRange(value, unit, calendar)) }
}

/// A value on an axis.
enum PlotPlace: Hashable {
    case number(Double)
    case date(Double)
    case category(String)

    init(_ value: any Plottable) {
        switch value.primitivePlottable {
        case let date as Date: self = .date(date.timeIntervalSinceReferenceDate)
        case let text as String: self = .category(text)
        case let number as Decimal: self = .number(NSDecimalNumber(decimal: number).doubleValue)
        case let number as any BinaryInteger: self = .number(Double(number))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let other as any Plottable where type(of: other) != type(of: value): self = PlotPlace(other)
        default: self = .category("\(value)")
        }
    }

    /// The number; `nil` for a category.
    var number: Double? {
        switch self {
        case .number(let number), .date(let number): number
        case .category: nil
        }
    }
}

/// The range that a value covers; its ends are equal for a single point.
struct PlotRange {
    let from: PlotPlace
    let to: PlotPlace

    init(_ value: any Plottable) { (from, to) = (PlotPlace(value), PlotPlace(value)) }
    init(_ from: any Plottable, _ to: any Plottable) { (self.from, self.to) = (PlotPlace(from), PlotPlace(to)) }
    init(from: PlotPlace, to: PlotPlace) { (self.from, self.to) = (from, to) }
    init(_ date: Date, _ unit: Calendar.Component, _ calendar: Calendar) {
        let whole = calendar.dateInterval(of: unit, for: date)
        self.init(whole?.start ?? date, whole?.end ?? date)
    }

    /// The middle of a range of numbers, otherwise its start.
    var middle: PlotPlace {
        switch (from, to) {
        case (.number(let from), .number(let to)): .number((from + to) / 2)
        case (.date(let from), .date(let to)): .date((from + to) / 2)
        default: from
        }
    }
}
