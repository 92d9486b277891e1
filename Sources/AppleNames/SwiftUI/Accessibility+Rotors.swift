public import Foundation
public import LiveActivityUI

// Accessibility that a picture cannot have.

extension View {
    public func accessibilityRotor(
        _ label: LocalizedStringKey, @AccessibilityRotorContentBuilder entries: @escaping () -> AccessibilityRotorEntries
    ) -> Self { self }
    public func accessibilityRotor(
        _ rotor: AccessibilitySystemRotor,
        @AccessibilityRotorContentBuilder entries: @escaping () -> AccessibilityRotorEntries
    ) -> Self { self }
    public func accessibilityRotor<Entry: Identifiable>(
        _ label: LocalizedStringKey, entries: [Entry], entryLabel: KeyPath<Entry, String>
    ) -> Self { self }
    public func accessibilityRotorEntry<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> Self { self }
    public func accessibilityLinkedGroup<ID: Hashable>(id: ID, in namespace: Namespace.ID) -> Self { self }
    public func accessibilityChartDescriptor(_ chart: some AXChartDescriptorRepresentable) -> Self { self }
    public func accessibilityActivationPoint(_ point: CGPoint) -> Self { self }
    public func accessibilityActivationPoint(_ point: UnitPoint) -> Self { self }
    public func accessibilityDragPoint(_ point: UnitPoint, description: LocalizedStringKey) -> Self { self }
    public func accessibilityDropPoint(_ point: UnitPoint, description: LocalizedStringKey) -> Self { self }
    public func accessibilityDefaultFocus<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, _ value: Value
    ) -> Self { self }
    public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> Self { self }
}

/// The focus of a screen reader, which is the keyboard's here.
public typealias AccessibilityFocusState<Value: Hashable> = FocusState<Value>

public enum AccessibilitySystemRotor: Sendable {
    case links, headings, boldText, italicText, underlineText, misspelledWords, images, textFields, tables, lists, landmarks
}

/// The entries of a rotor. Never created here.
public struct AccessibilityRotorEntries {}
public struct AccessibilityRotorEntry<ID: Hashable> {
    public init(_ label: Text, id: ID) {}
    public init(_ label: LocalizedStringKey, id: ID) {}
    @_disfavoredOverload public init(_ label: some StringProtocol, id: ID) {}
}
@resultBuilder public enum AccessibilityRotorContentBuilder {
    public static func buildExpression<ID: Hashable>(_ entry: AccessibilityRotorEntry<ID>) -> AccessibilityRotorEntries {
        AccessibilityRotorEntries()
    }
    public static func buildExpression<Data, ID: Hashable, Entry: Hashable>(
        _ entries: ForEach<Data, ID, AccessibilityRotorEntry<Entry>>
    ) -> AccessibilityRotorEntries { AccessibilityRotorEntries() }
    public static func buildBlock(_ entries: AccessibilityRotorEntries...) -> AccessibilityRotorEntries {
        AccessibilityRotorEntries()
    }
    public static func buildIf(_ entries: AccessibilityRotorEntries?) -> AccessibilityRotorEntries {
        AccessibilityRotorEntries()
    }
}

/// A description of a chart for a screen reader. Not used.
public protocol AXChartDescriptorRepresentable {
    func makeChartDescriptor() -> AXChartDescriptor
    func updateChartDescriptor(_ descriptor: AXChartDescriptor)
}
extension AXChartDescriptorRepresentable { public func updateChartDescriptor(_ descriptor: AXChartDescriptor) {} }
public final class AXChartDescriptor: NSObject {
    public init(
        title: String?, summary: String?, xAxis: any AXDataAxisDescriptor, yAxis: AXNumericDataAxisDescriptor?,
        additionalAxes: [any AXDataAxisDescriptor] = [], series: [AXDataSeriesDescriptor]
    ) {}
}
public protocol AXDataAxisDescriptor {}
public final class AXNumericDataAxisDescriptor: NSObject, AXDataAxisDescriptor {
    public init(
        title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
        valueDescriptionProvider: @escaping (Double) -> String
    ) {}
}
public final class AXCategoricalDataAxisDescriptor: NSObject, AXDataAxisDescriptor {
    public init(title: String, categoryOrder: [String]) {}
}
public final class AXDataSeriesDescriptor: NSObject {
    public init(name: String, isContinuous: Bool, dataPoints: [AXDataPoint]) {}
}
public final class AXDataPoint: NSObject {
    public init(x: String, y: Double? = nil, additionalValues: [Double] = [], label: String? = nil) {}
    public init(x: Double, y: Double? = nil, additionalValues: [Double] = [], label: String? = nil) {}
}

/// Announcements of a screen reader. None is made here.
public enum AccessibilityNotification {
    public struct Announcement {
        public init(_ announcement: String) {}
        public init(_ announcement: AttributedString) {}
        public init(_ announcement: LocalizedStringResource) {}
        public func post() {}
    }
    public struct LayoutChanged {
        public init(_ element: Any? = nil) {}
        public func post() {}
    }
    public typealias ScreenChanged = LayoutChanged
    public typealias PageScrolled = Announcement
}
