public import Foundation
public import LiveActivityUI

// Modifiers for an app's screens. They have no effect, because a Live Activity has no bars, sheets, rows or fields.

extension View {
    // MARK: Bars

    public func navigationTitle(_ title: LocalizedStringKey) -> Self { self }
    @_disfavoredOverload public func navigationTitle(_ title: some StringProtocol) -> Self { self }
    public func navigationTitle(_ title: Text) -> Self { self }
    public func navigationBarTitle(_ title: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode = .automatic)
        -> Self
    { self }
    public func navigationBarTitleDisplayMode(_ mode: NavigationBarItem.TitleDisplayMode) -> Self { self }
    public func navigationBarHidden(_ hidden: Bool) -> Self { self }
    public func navigationBarBackButtonHidden(_ hidden: Bool = true) -> Self { self }
    public func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> Self { self }
    public func navigationDestination(isPresented: Binding<Bool>, @ViewBuilder destination: () -> some View) -> Self { self }
    public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> Self { self }
    @_disfavoredOverload public func toolbar(@ViewBuilder content: () -> some View) -> Self { self }
    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarBackground(_ style: some ShapeStyle, for bars: ToolbarPlacement...) -> Self { self }
    public func tabItem(@ViewBuilder _ label: () -> some View) -> Self { self }

    // MARK: Sheets, alerts and dialogs

    public func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
    ) -> Self { self }
    public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
    ) -> Self { self }
    public func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
    ) -> Self { self }
    public func fullScreenCover<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
    ) -> Self { self }
    public func alert<Message: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
        @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    @_disfavoredOverload public func alert<Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
        @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    public func confirmationDialog<Message: View>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    public func presentationDetents(_ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>? = nil) -> Self {
        self
    }
    public func presentationDragIndicator(_ visibility: Visibility) -> Self { self }
    public func presentationBackground(_ style: some ShapeStyle) -> Self { self }
    public func presentationBackground(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> Self { self }
    public func presentationCornerRadius(_ radius: CGFloat?) -> Self { self }
    public func interactiveDismissDisabled(_ disabled: Bool = true) -> Self { self }
    public func contextMenu(@ViewBuilder menuItems: () -> some View) -> Self { self }

    // MARK: Rows and scrolling

    public func listStyle(_ style: some ListStyle) -> Self { self }
    public func listRowBackground(_ view: (some View)?) -> Self { self }
    public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> Self { self }
    public func listRowSpacing(_ spacing: CGFloat?) -> Self { self }
    public func listSectionSpacing(_ spacing: CGFloat) -> Self { self }
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility) -> Self { self }
    public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
    public func scrollDisabled(_ disabled: Bool) -> Self { self }
    public func refreshable(action: @escaping @Sendable () async -> Void) -> Self { self }
    public func swipeActions(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> some View
    ) -> Self { self }
    public func formStyle(_ style: GroupedFormStyle) -> Self { self }

    // MARK: Fields

    public func onSubmit(_ action: @escaping () -> Void) -> Self { self }
    public func keyboardType(_ type: UIKeyboardType) -> Self { self }
    public func textFieldStyle(_ style: some TextFieldStyle) -> Self { self }
    public func pickerStyle(_ style: some PickerStyle) -> Self { self }
    public func autocorrectionDisabled(_ disabled: Bool = true) -> Self { self }
    public func focused(_ condition: FocusState<Bool>.Binding) -> Self { self }
    public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> Self { self }
    public func sensoryFeedback(_ feedback: SensoryFeedback, trigger: some Equatable) -> Self { self }
}

/// Display modes of a bar's title.
public enum NavigationBarItem {
    public enum TitleDisplayMode: Hashable, Sendable {
        case automatic, inline, large
    }
}

public protocol ToolbarContent {}

/// Collects the items of a bar.
@resultBuilder
public enum ToolbarContentBuilder {
    public static func buildExpression(_ content: some ToolbarContent) -> some ToolbarContent { content }
    public static func buildBlock(_ content: (any ToolbarContent)...) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildIf(_ content: (any ToolbarContent)?) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildEither(first: any ToolbarContent) -> _ToolbarGroup { _ToolbarGroup() }
    public static func buildEither(second: any ToolbarContent) -> _ToolbarGroup { _ToolbarGroup() }
}

/// Several items of a bar.
public struct _ToolbarGroup: ToolbarContent {}

public struct ToolbarItem: ToolbarContent {
    /// Creates an item, which is not shown.
    public init(
        id: String = "", placement: ToolbarItemPlacement = .automatic, showsByDefault: Bool = true,
        @ViewBuilder content: () -> some View
    ) {}
}

public struct ToolbarItemGroup: ToolbarContent {
    /// Creates items, which are not shown.
    public init<Label: View>(
        placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> some View,
        @ViewBuilder label: () -> Label = { EmptyView() }
    ) {}
}

/// The position of an item in its bar.
public enum ToolbarItemPlacement: Hashable, Sendable {
    /// The position of an item in its bar.
    case automatic, principal, navigation, primaryAction, secondaryAction, status, confirmationAction, cancellationAction
    case destructiveAction, keyboard, topBarLeading, topBarTrailing, bottomBar, navigationBarLeading, navigationBarTrailing
    case title, largeTitle, subtitle, largeSubtitle, topBarPinnedTrailing, bottomOrnament

    public static func accessoryBar(id: some Hashable) -> Self { .automatic }
}

public enum ToolbarPlacement: Hashable, Sendable {
    case automatic, navigationBar, tabBar, bottomBar, windowToolbar, bottomOrnament

    public static func accessoryBar(id: some Hashable) -> Self { .automatic }
}

/// The heights of a sheet.
public enum PresentationDetent: Hashable, Sendable {
    case medium, large, fraction(CGFloat), height(CGFloat)

    /// A height that a type calculates; here a medium one, as there is no sheet.
    public static func custom(_ type: (some CustomPresentationDetent).Type) -> Self { .medium }

    public struct Context {
        public var maxDetentValue: CGFloat { 852 }
        public var dynamicTypeSize: DynamicTypeSize { .large }
    }
}

public protocol ListStyle {}
public struct PlainListStyle: ListStyle { public init() {} }
public struct InsetListStyle: ListStyle { public init() {} }
public struct GroupedListStyle: ListStyle { public init() {} }
public struct InsetGroupedListStyle: ListStyle { public init() {} }
public struct SidebarListStyle: ListStyle { public init() {} }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { Self() } }
extension ListStyle where Self == InsetListStyle { public static var inset: Self { Self() } }
extension ListStyle where Self == GroupedListStyle { public static var grouped: Self { Self() } }
extension ListStyle where Self == InsetGroupedListStyle { public static var insetGrouped: Self { Self() } }
extension ListStyle where Self == SidebarListStyle { public static var sidebar: Self { Self() } }

public struct GroupedFormStyle: Sendable {
    public static var grouped: Self { Self() }
    public static var automatic: Self { Self() }
}

/// Whether bars beside scrolling content are shown.
public enum ScrollIndicatorVisibility: Hashable, Sendable {
    case automatic, visible, hidden, never
}

public enum UIKeyboardType: Int, Hashable, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
    case twitter, webSearch, asciiCapableNumberPad
}

public protocol TextFieldStyle {}
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }
public struct PlainTextFieldStyle: TextFieldStyle { public init() {} }
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle { public static var roundedBorder: Self { Self() } }
extension TextFieldStyle where Self == PlainTextFieldStyle { public static var plain: Self { Self() } }

public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle { public init() {} }
public struct MenuPickerStyle: PickerStyle { public init() {} }
public struct WheelPickerStyle: PickerStyle { public init() {} }
public struct InlinePickerStyle: PickerStyle { public init() {} }
public struct NavigationLinkPickerStyle: PickerStyle { public init() {} }
public struct PalettePickerStyle: PickerStyle { public init() {} }
public struct DefaultPickerStyle: PickerStyle { public init() {} }
extension PickerStyle where Self == NavigationLinkPickerStyle { public static var navigationLink: Self { Self() } }
extension PickerStyle where Self == PalettePickerStyle { public static var palette: Self { Self() } }
extension PickerStyle where Self == DefaultPickerStyle { public static var automatic: Self { Self() } }
extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: Self { Self() } }
extension PickerStyle where Self == MenuPickerStyle { public static var menu: Self { Self() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: Self { Self() } }
extension PickerStyle where Self == InlinePickerStyle { public static var inline: Self { Self() } }

public enum SensoryFeedback: Hashable, Sendable {
    case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange, impact
    public static func impact(weight: Weight = .medium, intensity: Double = 1) -> Self { .impact }
    public static func impact(flexibility: Flexibility, intensity: Double = 1) -> Self { .impact }

    public enum Weight: Sendable { case light, medium, heavy }
    public enum Flexibility: Sendable { case rigid, solid, soft }
}

/// The focus state of a field. No field is ever focused.
@propertyWrapper
public struct FocusState<Value: Hashable> {
    /// A binding to the focus state of a field.
    @propertyWrapper
    public struct Binding {
        let initial: Value
        /// Never changes.
        public var wrappedValue: Value {
            get { initial }
            nonmutating set {}
        }
        public var projectedValue: Self { self }
    }

    private let initial: Value
    /// Never changes.
    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }
    public var projectedValue: Binding { Binding(initial: initial) }

    /// Creates a state without focus.
    public init() where Value == Bool { initial = false }
    public init() where Value: ExpressibleByNilLiteral { initial = nil }
}

/// Dismisses a screen. Does nothing.
public struct DismissAction: Sendable { public func callAsFunction() {} }
extension EnvironmentValues { public var dismiss: DismissAction { DismissAction() } }

/// A height of a sheet that a type calculates. Never called here.
public protocol CustomPresentationDetent {
    typealias Context = PresentationDetent.Context
    static func height(in context: Context) -> CGFloat?
}
