public import Foundation
public import SwiftUI

// Modifiers of charts that have no effect in a still picture.

extension View {
    public func chartXAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartXAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartXAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View { self }
    public func chartYAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartYAxisLabel(
        _ label: Text, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartYAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View { self }
    public func chartXAxisStyle(@ViewBuilder content: @escaping (ChartAxisContent) -> some View) -> some View { self }
    public func chartYAxisStyle(@ViewBuilder content: @escaping (ChartAxisContent) -> some View) -> some View { self }

    public func chartSymbolScale<Value: Plottable, Symbol: ChartSymbolShape>(_ mapping: KeyValuePairs<Value, Symbol>)
        -> some View
    { self }
    public func chartSymbolScale<Value: Plottable, Symbol: ChartSymbolShape>(domain: [Value], range: [Symbol]) -> some View {
        self
    }
    public func chartSymbolScale<Symbol: ChartSymbolShape>(range: [Symbol]) -> some View { self }
    public func chartSymbolScale<Value: Plottable, Symbol: View>(
        domain: [Value], @ViewBuilder mapping: @escaping (Value) -> Symbol
    ) -> some View { self }
    public func chartSymbolSizeScale<Value: Plottable>(_ mapping: KeyValuePairs<Value, CGFloat>) -> some View { self }
    public func chartSymbolSizeScale(domain: some ScaleDomain, range: ClosedRange<CGFloat>) -> some View { self }
    public func chartSymbolSizeScale(range: ClosedRange<CGFloat>) -> some View { self }
    public func chartLineStyleScale<Value: Plottable>(_ mapping: KeyValuePairs<Value, StrokeStyle>) -> some View { self }
    public func chartLineStyleScale<Value: Plottable>(domain: [Value], range: [StrokeStyle]) -> some View { self }
    public func chartLineStyleScale(range: [StrokeStyle]) -> some View { self }

    public func chartGesture(_ gesture: @escaping (ChartProxy) -> some Gesture) -> some View { self }
    public func chartXSelection<Value: Plottable & Comparable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
    public func chartYSelection<Value: Plottable & Comparable>(range: Binding<ClosedRange<Value>?>) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(y: Binding<Value>) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(initialX: Value) -> some View { self }
    public func chartScrollPosition<Value: Plottable>(initialY: Value) -> some View { self }
    public func chartScrollTargetBehavior(_ behavior: some ChartScrollTargetBehavior) -> some View { self }
}

/// An axis of a chart. Never created here.
public struct ChartAxisContent: View {
    public var body: some View { EmptyView() }
}

/// The places where scrolling ends.
public protocol ChartScrollTargetBehavior {}
public struct PagingChartScrollTargetBehavior: ChartScrollTargetBehavior {}
extension ChartScrollTargetBehavior where Self == PagingChartScrollTargetBehavior { public static var paging: Self { Self() } }

public struct ValueAlignedChartScrollTargetBehavior: ChartScrollTargetBehavior {}
extension ChartScrollTargetBehavior where Self == ValueAlignedChartScrollTargetBehavior {
    public static func valueAligned<Unit: BinaryFloatingPoint>(
        unit: Unit, majorAlignment: MajorValueAlignment<Unit> = .page, limitBehavior: ValueAlignedLimitBehavior = .automatic
    ) -> Self { Self() }
    @_disfavoredOverload public static func valueAligned(
        unit: Int, majorAlignment: MajorValueAlignment<Int> = .page, limitBehavior: ValueAlignedLimitBehavior = .automatic
    ) -> Self { Self() }
    public static func valueAligned(
        matching components: DateComponents, majorAlignment: MajorValueAlignment<DateComponents> = .page,
        limitBehavior: ValueAlignedLimitBehavior = .automatic
    ) -> Self { Self() }
}

public enum ValueAlignedLimitBehavior: Sendable { case automatic, always, never }

/// The larger steps of scrolling.
public struct MajorValueAlignment<Value>: Sendable {
    public static var page: Self { Self() }
    public static func unit(_ unit: Value) -> Self { Self() }
}
extension MajorValueAlignment where Value == DateComponents {
    public static func matching(_ components: DateComponents) -> Self { Self() }
}
