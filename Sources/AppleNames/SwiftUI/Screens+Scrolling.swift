public import AppleUIKit
public import Foundation
public import LiveActivityUI

// More modifiers for an app's screens. None has an effect.

extension View {
    // MARK: Scrolling

    public func scrollTargetLayout(isEnabled: Bool = true) -> Self { self }
    public func scrollTargetBehavior(_ behavior: ScrollTargetBehavior) -> Self { self }
    public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self { self }
    public func scrollBounceBehavior(_ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]) -> Self { self }
    public func scrollClipDisabled(_ disabled: Bool = true) -> Self { self }
    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> Self { self }
    public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> Self { self }
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> Self { self }
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set) -> Self { self }
    public func scrollIndicatorsFlash(onAppear: Bool) -> Self { self }
    public func onScrollGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (ScrollGeometry) -> Value, action: @escaping (Value, Value) -> Void
    ) -> Self { self }
    public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: @escaping (Bool) -> Void) -> Self { self }
    public func onScrollPhaseChange(_ action: @escaping (ScrollPhase, ScrollPhase) -> Void) -> Self { self }
    public func scrollTransition(
        _ configuration: ScrollTransitionConfiguration = .interactive, axis: Axis? = nil,
        transition: @escaping (EmptyVisualEffect, ScrollTransitionPhase) -> some VisualEffect
    ) -> Self { self }

    // MARK: Rows

    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> Self { self }
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> Self { self }
    public func listSectionMargins(_ edges: Edge.Set = .all, _ length: CGFloat?) -> Self { self }
    public func listSectionSpacing(_ spacing: ListSectionSpacing) -> Self { self }
    public func listSectionSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> Self { self }
    public func deleteDisabled(_ disabled: Bool) -> Self { self }
    public func moveDisabled(_ disabled: Bool) -> Self { self }
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool> = .constant(false), placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey? = nil
    ) -> Self { self }
    @_disfavoredOverload
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool> = .constant(false), placement: SearchFieldPlacement = .automatic,
        prompt: some StringProtocol
    ) -> Self { self }
    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool> = .constant(false), placement: SearchFieldPlacement = .automatic,
        prompt: Text?
    ) -> Self { self }

    // MARK: Fields

    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> Self { self }
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> Self { self }
    public func disableAutocorrection(_ disable: Bool?) -> Self { self }
    public func submitLabel(_ label: SubmitLabel) -> Self { self }
    public func onSubmit(of triggers: SubmitTriggers, _ action: @escaping () -> Void) -> Self { self }
    public func textContentType(_ type: UITextContentType?) -> Self { self }
    public func focusable(_ isFocusable: Bool = true) -> Self { self }
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self { self }

    // MARK: Bars and sheets

    public func toolbarColorScheme(_ scheme: ColorScheme?, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarBackgroundVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self { self }
    public func toolbarTitleDisplayMode(_ mode: ToolbarTitleDisplayMode) -> Self { self }
    public func toolbarRole(_ role: ToolbarRole) -> Self { self }
    public func navigationSubtitle(_ subtitle: LocalizedStringKey) -> Self { self }
    @_disfavoredOverload public func navigationSubtitle(_ subtitle: some StringProtocol) -> Self { self }
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode = .automatic) -> Self { self }
    public func navigationBarItems(trailing: some View) -> Self { self }
    public func navigationBarItems<Trailing: View>(leading: some View, trailing: Trailing = EmptyView()) -> Self { self }
    public func navigationViewStyle(_ style: some NavigationViewStyle) -> Self { self }
    public func navigationSplitViewStyle(_ style: NavigationSplitViewStyle) -> Self { self }
    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> Self { self }
    public func navigationSplitViewColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> Self { self }
    public func navigationDestination<Item: Hashable>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> some View
    ) -> Self { self }
    public func indexViewStyle(_ style: PageIndexViewStyle) -> Self { self }
    public func tabBarMinimizeBehavior(_ behavior: TabBarMinimizeBehavior) -> Self { self }
    public func tabViewBottomAccessory(@ViewBuilder content: () -> some View) -> Self { self }
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> Self { self }
    public func presentationContentInteraction(_ behavior: PresentationContentInteraction) -> Self { self }
    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> Self { self }
    public func popover(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> some View
    ) -> Self { self }
    public func popover<Item: Identifiable>(
        item: Binding<Item?>, arrowEdge: Edge = .top, @ViewBuilder content: @escaping (Item) -> some View
    ) -> Self { self }
    public func contextMenu(@ViewBuilder menuItems: () -> some View, @ViewBuilder preview: () -> some View) -> Self { self }
    public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> Self { self }
    public func alert<Item: Identifiable>(item: Binding<Item?>, content: (Item) -> Alert) -> Self { self }
    public func alert<Failure: LocalizedError>(
        isPresented: Binding<Bool>, error: Failure?, @ViewBuilder actions: () -> some View
    ) -> Self { self }
    public func alert<Failure: LocalizedError>(
        isPresented: Binding<Bool>, error: Failure?, @ViewBuilder actions: (Failure) -> some View,
        @ViewBuilder message: (Failure) -> some View
    ) -> Self { self }
    public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet) -> Self { self }
    public func alert<Message: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
        @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    public func alert<Data>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> some View
    ) -> Self { self }
    public func alert<Data>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> some View, @ViewBuilder message: (Data) -> some View
    ) -> Self { self }
    @_disfavoredOverload public func confirmationDialog<Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> Message = { EmptyView() }
    ) -> Self { self }
    public func confirmationDialog<Data>(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Data?, @ViewBuilder actions: (Data) -> some View, @ViewBuilder message: (Data) -> some View
    ) -> Self { self }
    public func sensoryFeedback<Value: Equatable>(
        _ feedback: SensoryFeedback, trigger: Value, condition: @escaping (Value, Value) -> Bool
    ) -> Self { self }
    public func sensoryFeedback<Value: Equatable>(
        trigger: Value, _ feedback: @escaping (Value, Value) -> SensoryFeedback?
    ) -> Self { self }
}

extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> Self { self }
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self { self }
    public func onInsert(of types: [String], perform action: @escaping (Int, [Any]) -> Void) -> Self { self }
}

/// Rows that a person can delete and move.
public protocol DynamicViewContent: View {}
extension ForEach: DynamicViewContent where Content: View {}

extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    /// The space of the scroll view around a view.
    public static var scrollView: Self { .named("scrollView") }
    public static func scrollView(axis: Axis) -> Self { .named("scrollView") }
}

// Values of the modifiers above.
public enum ScrollTargetBehavior: Sendable {
    case paging, viewAligned
    public static func viewAligned(limitBehavior: LimitBehavior) -> Self { .viewAligned }
    public static func viewAligned(anchor: UnitPoint?) -> Self { .viewAligned }
    public enum LimitBehavior: Sendable { case automatic, always, never, alwaysByFew, alwaysByOne }
}
public enum ScrollDismissesKeyboardMode: Sendable { case automatic, immediately, interactively, never }
public enum ScrollBounceBehavior: Sendable { case automatic, always, basedOnSize }
public enum ScrollPhase: Sendable {
    case idle, tracking, interacting, decelerating, animating
    public var isScrolling: Bool { self != .idle }
}
public struct ScrollPosition: Sendable {
    public init(edge: Edge? = nil) {}
    public init(idType: (some Hashable).Type) {}
    public mutating func scrollTo(edge: Edge) {}
    public mutating func scrollTo(id: some Hashable, anchor: UnitPoint? = nil) {}
    public mutating func scrollTo(y: CGFloat) {}
    public mutating func scrollTo(x: CGFloat) {}
    public mutating func scrollTo(x: CGFloat, y: CGFloat) {}
    public mutating func scrollTo(point: CGPoint) {}
    public init(id: some Hashable, anchor: UnitPoint? = nil) {}
    public init(point: CGPoint) {}
    public init(x: CGFloat, y: CGFloat) {}
    public init(idType: (some Hashable).Type, x: CGFloat) {}
    public init(idType: (some Hashable).Type, y: CGFloat) {}
    public init(idType: (some Hashable).Type, edge: Edge) {}
    // Always `nil`: nothing was scrolled.
    public var edge: Edge? { nil }
    public var point: CGPoint? { nil }
    public var x: CGFloat? { nil }
    public var y: CGFloat? { nil }
    public var viewID: (any Hashable)? { nil }
    public func viewID<ID: Hashable>(type: ID.Type) -> ID? { nil }
    public var isPositionedByUser: Bool { false }
}
public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset: CGPoint
    public var contentSize: CGSize
    public var contentInsets: EdgeInsets
    public var containerSize: CGSize
    public var visibleRect: CGRect
    public var bounds: CGRect
}
public struct ScrollTransitionConfiguration: Sendable {
    public static let interactive = Self(), animated = Self(), identity = Self()
    public static func animated(_ animation: Animation) -> Self { Self() }
    public func threshold(_ threshold: Threshold) -> Self { self }
    public struct Threshold: Sendable {
        public static let visible = Self(), hidden = Self(), centered = Self()
        public static func visible(_ amount: Double) -> Self { Self() }
    }
}
public enum ScrollTransitionPhase: Sendable {
    case topLeading, identity, bottomTrailing
    public var isIdentity: Bool { self == .identity }
    public var value: Double { 0 }
}
public enum ListSectionSpacing: Sendable { case `default`, compact, custom(CGFloat) }
public enum SearchFieldPlacement: Sendable {
    case automatic, toolbar, toolbarPrincipal, sidebar, navigationBarDrawer
    public static func navigationBarDrawer(displayMode: NavigationBarDrawerDisplayMode) -> Self { .navigationBarDrawer }
    public enum NavigationBarDrawerDisplayMode: Sendable { case automatic, always }
}
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = Self(rawValue: 1), search = Self(rawValue: 2)
}
public enum TextInputAutocapitalization: Sendable { case never, words, sentences, characters }
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
public enum SubmitLabel: Sendable { case done, go, send, join, route, search, `return`, next, `continue` }
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let name = Self(rawValue: "name"), givenName = Self(rawValue: "given-name")
    public static let familyName = Self(rawValue: "family-name"), nickname = Self(rawValue: "nickname")
    public static let username = Self(rawValue: "username"), password = Self(rawValue: "password")
    public static let newPassword = Self(rawValue: "new-password"), oneTimeCode = Self(rawValue: "one-time-code")
    public static let emailAddress = Self(rawValue: "email"), telephoneNumber = Self(rawValue: "tel")
    public static let URL = Self(rawValue: "url"), postalCode = Self(rawValue: "postal-code")
    public static let fullStreetAddress = Self(rawValue: "street-address"), addressCity = Self(rawValue: "address-level2")
    public static let organizationName = Self(rawValue: "organization"), location = Self(rawValue: "location")
}
public enum ToolbarTitleDisplayMode: Sendable { case automatic, inline, inlineLarge, large }
public enum ToolbarRole: Sendable { case automatic, browser, editor, navigationStack }
public enum TabBarMinimizeBehavior: Sendable { case automatic, never, onScrollDown, onScrollUp }
public enum PresentationAdaptation: Sendable { case automatic, none, popover, sheet, fullScreenCover }
public enum PresentationContentInteraction: Sendable { case automatic, resizes, scrolls }
public enum PresentationBackgroundInteraction: Sendable {
    case automatic, enabled, disabled
    public static func enabled(upThrough detent: PresentationDetent) -> Self { .enabled }
}
public enum PopoverAttachmentAnchor: Sendable { case rect(Anchor<CGRect>.Source), point(UnitPoint) }
public enum NavigationSplitViewStyle: Sendable { case automatic, balanced, prominentDetail }
public protocol NavigationViewStyle {}
public struct StackNavigationViewStyle: NavigationViewStyle { public init() {} }
public struct DefaultNavigationViewStyle: NavigationViewStyle { public init() {} }
extension NavigationViewStyle where Self == StackNavigationViewStyle { public static var stack: Self { Self() } }
extension NavigationViewStyle where Self == DefaultNavigationViewStyle { public static var automatic: Self { Self() } }
public struct PageIndexViewStyle: Sendable {
    public enum BackgroundDisplayMode: Sendable { case automatic, always, never, interactive }
    public init(backgroundDisplayMode: BackgroundDisplayMode = .automatic) {}
    public static let page = Self()
    public static func page(backgroundDisplayMode: BackgroundDisplayMode) -> Self { Self() }
}

/// The deprecated form of an alert. It is never shown.
public struct Alert {
    public struct Button {
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Self { Self() }
        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Self { Self() }
        public static func cancel(_ action: (() -> Void)? = {}) -> Self { Self() }
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Self { Self() }
    }
    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {}
    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {}
}

/// The deprecated form of a dialog. It is never shown.
public struct ActionSheet {
    public typealias Button = Alert.Button
    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {}
}
