public import Foundation
public import LiveActivityUI

// More of an app's screens: controls with values, and containers. The controls are drawn as their label.

/// A control for choosing a date.
public struct DatePicker<Label: View>: View {
    private let label: Label
    public var body: some View { label }

    public init<Dates: RangeExpression<Date>>(
        selection: Binding<Date>, in range: Dates = Date.distantPast...,
        displayedComponents: DatePickerComponents = [.date, .hourAndMinute], @ViewBuilder label: () -> Label
    ) { self.label = label() }
}
extension DatePicker where Label == Text {
    public init<Dates: RangeExpression<Date>>(
        _ title: LocalizedStringKey, selection: Binding<Date>, in range: Dates = Date.distantPast...,
        displayedComponents: DatePickerComponents = [.date, .hourAndMinute]
    ) { label = Text(title) }
    @_disfavoredOverload public init<Dates: RangeExpression<Date>>(
        _ title: some StringProtocol, selection: Binding<Date>, in range: Dates = Date.distantPast...,
        displayedComponents: DatePickerComponents = [.date, .hourAndMinute]
    ) { label = Text(title) }
}

/// The parts of a date that a ``DatePicker`` shows.
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = Self(rawValue: 1)
    public static let date = Self(rawValue: 2)
}

public struct DatePickerStyle: Sendable {
    public static let automatic = Self(), compact = Self(), graphical = Self(), wheel = Self()
}

// The styles as types.
public protocol _ScreenDatePickerStyle {}
public struct CompactDatePickerStyle: _ScreenDatePickerStyle { public init() {} }
public struct GraphicalDatePickerStyle: _ScreenDatePickerStyle { public init() {} }
public struct WheelDatePickerStyle: _ScreenDatePickerStyle { public init() {} }

/// A control for choosing a number by dragging.
public struct Slider<Label: View, ValueLabel: View>: View {
    private let label: Label
    public var body: some View { label }
}
extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { label = EmptyView() }
}
extension Slider where ValueLabel == EmptyView {
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.label = label() }
}
extension Slider {
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.label = label() }
}

/// A control for changing a number in steps.
public struct Stepper<Label: View>: View {
    private let label: Label
    public var body: some View { label }

    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1, @ViewBuilder label: () -> Label
    ) { self.label = label() }
}
extension Stepper where Label == Text {
    public init<Value: Strideable>(
        _ title: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1
    ) { label = Text(title) }
    @_disfavoredOverload public init<Value: Strideable>(
        _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1
    ) { label = Text(title) }
    public init(_ title: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?) { label = Text(title) }
}

/// A field with several lines; drawn as its text.
public struct TextEditor: View {
    private let text: String
    public var body: some View { Text(verbatim: text) }
    public init(text: Binding<String>) { self.text = text.wrappedValue }
}

/// A control for choosing a color.
public struct ColorPicker: View {
    private let label: Text
    public var body: some View { label }
    public init(_ title: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) { label = Text(title) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) { label = Text(title) }
}

/// Screens with a bar of tabs; drawn as a stack.
public struct TabView<SelectionValue, Content: View>: View {
    private let content: Content
    public var body: some View { VStack { content } }
}
extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}
extension TabView where SelectionValue: Hashable {
    public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) { self.content = content() }
}

public struct TabViewStyle: Sendable {
    public static let automatic = Self(), page = Self(), sidebarAdaptable = Self(), tabBarOnly = Self()
    public static let grouped = Self(), verticalPage = Self()
    public static func page(indexDisplayMode: PageTabViewStyle.IndexDisplayMode) -> Self { Self() }
}
public struct PageTabViewStyle: Sendable {
    public enum IndexDisplayMode: Sendable { case automatic, always, never }
    public init(indexDisplayMode: IndexDisplayMode = .automatic) {}
}

/// Content with a title; drawn as a stack.
public struct GroupBox<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content
    public var body: some View {
        VStack {
            label; content
        }
    }
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }
}
extension GroupBox {
    public init(label: Label, @ViewBuilder content: () -> Content) { (self.label, self.content) = (label, content()) }
}
extension GroupBox where Label == EmptyView {
    public init(@ViewBuilder content: () -> Content) { (label, self.content) = (EmptyView(), content()) }
}
extension GroupBox where Label == Text {
    public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (label, self.content) = (Text(title), content())
    }
}

/// A row that shows and hides its content. Drawn as its label.
public struct DisclosureGroup<Label: View, Content: View>: View {
    private let label: Label
    public var body: some View { label }
    public init(
        isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
    }
}
extension DisclosureGroup where Label == Text {
    public init(_ title: LocalizedStringKey, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content) {
        label = Text(title)
    }
}

/// The message of a screen without content; drawn as a stack.
public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    private let label: Label
    private let description: Description
    private let actions: Actions
    public var body: some View {
        VStack {
            label; description; actions
        }
    }
    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) { (self.label, self.description, self.actions) = (label(), description(), actions()) }
}
extension ContentUnavailableView where Label == LiveActivityUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        (label, self.description, actions) = (LiveActivityUI.Label(title, systemImage: name), description, EmptyView())
    }
    @_disfavoredOverload public init(_ title: some StringProtocol, systemImage name: String, description: Text? = nil) {
        (label, self.description, actions) = (LiveActivityUI.Label(title, systemImage: name), description, EmptyView())
    }
}

extension View {
    public func datePickerStyle(_ style: DatePickerStyle) -> Self { self }
    public func tabViewStyle(_ style: TabViewStyle) -> Self { self }
    @_disfavoredOverload public func tabViewStyle(_ style: PageTabViewStyle) -> Self { self }
    @_disfavoredOverload public func datePickerStyle(_ style: some _ScreenDatePickerStyle) -> Self { self }
}

/// Whether a screen is shown. It never is.
public struct PresentationMode {
    public var isPresented: Bool { false }
    public mutating func dismiss() {}
}
extension EnvironmentValues {
    public var presentationMode: Binding<PresentationMode> { .constant(PresentationMode()) }
}

extension ContentUnavailableView where Label == _TitleAndIcon, Description == EmptyView, Actions == EmptyView {
    public static var search: Self { Self { _TitleAndIcon("No Results", systemImage: "magnifyingglass") } }
    public static func search(text: String) -> Self { search }
}

extension Picker {
    /// The deprecated form with a label.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content) { label }
    }
}
extension Picker where Label == _TitleAndIcon {
    public init(
        _ title: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { self.init(selection: selection, content: content) { _TitleAndIcon(title, systemImage: systemImage) } }
}

extension Menu where Label == _TitleAndIcon {
    public init(_ title: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { _TitleAndIcon(title, systemImage: systemImage) }
    }
}

extension List where SelectionValue == Never {
    public init<Items: MutableCollection & RandomAccessCollection, Row: View>(
        _ data: Binding<Items>, @ViewBuilder rowContent: @escaping (Binding<Items.Element>) -> Row
    ) where Items.Element: Identifiable, Content == ForEach<Binding<Items>, Items.Element.ID, Row> {
        self.init { ForEach(data, content: rowContent) }
    }
}
