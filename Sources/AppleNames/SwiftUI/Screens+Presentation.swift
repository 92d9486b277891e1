public import Foundation
public import LiveActivityUI

// More settings of sheets, bars, tabs, lists and windows, which a Live Activity does not have.

extension View {
    public func presentationSizing(_ sizing: PresentationSizing) -> Self { self }
    public func inspector(isPresented: Binding<Bool>, @ViewBuilder content: () -> some View) -> Self { self }
    public func inspectorColumnWidth(_ width: CGFloat) -> Self { self }
    public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> Self { self }
    public func dismissalConfirmationDialog(
        _ title: LocalizedStringKey, shouldPresent: Bool, @ViewBuilder actions: () -> some View
    ) -> Self { self }
    public func quickLookPreview(_ item: Binding<URL?>) -> Self { self }
    public func quickLookPreview<Items: RandomAccessCollection<URL>>(_ selection: Binding<URL?>, in items: Items) -> Self {
        self
    }
    public func navigationDocument(_ url: URL) -> Self { self }
    public func navigationLinkIndicatorVisibility(_ visibility: Visibility) -> Self { self }
    public func toolbarTitleMenu(@ViewBuilder content: () -> some View) -> Self { self }
    public func toolbarForegroundStyle(_ style: some ShapeStyle, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbar(removing item: ToolbarDefaultItemKind?) -> Self { self }
    public func toolbar(id: String, @ToolbarContentBuilder content: () -> some ToolbarContent) -> Self { self }
    public func tabViewCustomization(_ customization: Binding<TabViewCustomization>?) -> Self { self }
    public func tabViewSidebarHeader(@ViewBuilder content: () -> some View) -> Self { self }
    public func tabViewSidebarFooter(@ViewBuilder content: () -> some View) -> Self { self }
    public func tabViewSidebarBottomBar(@ViewBuilder content: () -> some View) -> Self { self }
    public func defaultAdaptableTabBarPlacement(_ placement: AdaptableTabBarPlacement = .automatic) -> Self { self }
    public func sectionActions(@ViewBuilder content: () -> some View) -> Self { self }
    public func sectionIndexLabel(_ label: Text?) -> Self { self }
    public func listSectionIndexVisibility(_ visibility: Visibility) -> Self { self }
    public func alternatingRowBackgrounds(_ behavior: AlternatingRowBackgroundBehavior = .enabled) -> Self { self }
    public func listRowHoverEffect(_ effect: HoverEffect?) -> Self { self }
    public func listRowHoverEffectDisabled(_ disabled: Bool = true) -> Self { self }
    public func scrollEdgeEffectHidden(_ hidden: Bool = true, for edges: Edge.Set = .all) -> Self { self }
    public func scrollInputBehavior(_ behavior: ScrollInputBehavior, for input: ScrollInputKind) -> Self { self }
    public func onScrollTargetVisibilityChange<ID: Hashable>(
        idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void
    ) -> Self { self }
    public func transformAnchorPreference<Value, Key: PreferenceKey>(
        key: Key.Type = Key.self, value: Anchor<Value>.Source, transform: @escaping (inout Key.Value, Anchor<Value>) -> Void
    ) -> Self { self }
    public func materialActiveAppearance(_ appearance: MaterialActiveAppearance) -> Self { self }
    public func layoutDirectionBehavior(_ behavior: LayoutDirectionBehavior) -> Self { self }
    public func windowDismissBehavior(_ behavior: WindowInteractionBehavior) -> Self { self }
    public func windowResizeBehavior(_ behavior: WindowInteractionBehavior) -> Self { self }
    public func containerValue<Value>(_ keyPath: WritableKeyPath<ContainerValues, Value>, _ value: Value) -> Self { self }
}

public enum PresentationSizing: Sendable {
    case automatic, fitted, form, page
    public func fitted(horizontal: Bool, vertical: Bool) -> Self { self }
    public func sticky(horizontal: Bool = false, vertical: Bool = false) -> Self { self }
}
public enum ToolbarDefaultItemKind: Sendable { case sidebarToggle, title, search }
public struct TabViewCustomization: Equatable, Codable, Sendable { public init() {} }
public enum AdaptableTabBarPlacement: Sendable { case automatic, sidebar, tabBar }
public enum AlternatingRowBackgroundBehavior: Sendable { case automatic, enabled, disabled }
public enum ScrollInputBehavior: Sendable { case automatic, enabled, disabled }
public enum ScrollInputKind: Sendable { case handGestureShortcut, look }
public enum MaterialActiveAppearance: Sendable { case automatic, active, inactive, matchWindow }
public enum LayoutDirectionBehavior: Sendable {
    case fixed
    case mirrors(in: LayoutDirection)
    public static var mirrors: Self { .mirrors(in: .rightToLeft) }
}
public enum WindowInteractionBehavior: Sendable { case automatic, enabled, disabled }

/// Values that a container reads of its views. None are set here.
public struct ContainerValues {
    public subscript<Key: ContainerValueKey>(key: Key.Type) -> Key.Value {
        get { key.defaultValue }
        set {}
    }
}
public protocol ContainerValueKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

// MARK: Titles that are strings

extension View {
    @_disfavoredOverload public func alert<Data>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> some View
    ) -> Self { self }
    @_disfavoredOverload public func alert<Data>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> some View, @ViewBuilder message: (Data) -> some View
    ) -> Self { self }
    public func alert<Data>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: Data?, @ViewBuilder actions: (Data) -> some View,
        @ViewBuilder message: (Data) -> some View
    ) -> Self { self }
    public func confirmationDialog<Message: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    public func confirmationDialog<Data>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Data?, @ViewBuilder actions: (Data) -> some View
    ) -> Self { self }
    @_disfavoredOverload public func confirmationDialog<Data>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Data?, @ViewBuilder actions: (Data) -> some View
    ) -> Self { self }
    @_disfavoredOverload public func confirmationDialog<Data>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Data?, @ViewBuilder actions: (Data) -> some View, @ViewBuilder message: (Data) -> some View
    ) -> Self { self }
    @_disfavoredOverload public func navigationBarTitle(
        _ title: some StringProtocol, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> Self { self }
    public func navigationTitle(_ title: Binding<String>) -> Self { self }
    public func navigationSubtitle(_ subtitle: Text) -> Self { self }
    @_disfavoredOverload public func accessibilityLabel(_ label: some StringProtocol, isEnabled: Bool) -> some View {
        accessibilityLabel(label)
    }
    @_disfavoredOverload public func accessibilityValue(_ value: some StringProtocol, isEnabled: Bool) -> some View {
        accessibilityValue(value)
    }
    @_disfavoredOverload public func accessibilityHint(_ hint: some StringProtocol, isEnabled: Bool) -> some View {
        accessibilityHint(hint)
    }
}

extension GroupBox where Label == Text {
    @_disfavoredOverload public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(label: Text(title), content: content)
    }
}
extension DisclosureGroup where Label == Text {
    @_disfavoredOverload public init(
        _ title: some StringProtocol, isExpanded: Binding<Bool>? = nil, @ViewBuilder content: @escaping () -> Content
    ) { self.init(isExpanded: isExpanded, content: content) { Text(title) } }
}
extension Stepper {
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: .constant(0), label: label) }
    public init<Format: ParseableFormatStyle>(
        value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>,
        step: Format.FormatInput.Stride = 1, format: Format, @ViewBuilder label: () -> Label
    ) where Format.FormatInput: BinaryFloatingPoint, Format.FormatOutput == String {
        self.init(value: value, in: bounds, step: step, label: label)
    }
}
extension Stepper where Label == Text {
    @_disfavoredOverload public init(
        _ title: some StringProtocol, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?
    ) { self.init(label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement) }
}
extension TextField where Label == Text {
    @_disfavoredOverload public init<Format: ParseableFormatStyle>(
        _ title: some StringProtocol, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String { self.init(title, text: .constant(format.format(value.wrappedValue))) }
    @_disfavoredOverload public init<Format: ParseableFormatStyle>(
        _ title: some StringProtocol, value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil
    ) where Format.FormatOutput == String {
        self.init(title, text: .constant(value.wrappedValue.map { format.format($0) } ?? ""))
    }
    @_disfavoredOverload public init<Value>(
        _ title: some StringProtocol, value: Binding<Value>, formatter: Formatter, prompt: Text? = nil
    ) { self.init(title, text: .constant(formatter.string(for: value.wrappedValue) ?? "")) }
    @_disfavoredOverload public init(
        _ title: some StringProtocol, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        onCommit: @escaping () -> Void
    ) { self.init(title, text: text) }
}
extension ColorPicker {
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> some View) {
        self.init("", selection: selection, supportsOpacity: supportsOpacity)
    }
}
