public import AppleUIKit
public import Foundation
public import LiveActivityUI

// Modifiers that have no effect in a picture of a Live Activity.

extension View {
    // MARK: Layout

    /// The view itself: its frame is known only after the layout.
    public func onGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value) -> Void
    ) -> Self { self }
    public func onGeometryChange<Value: Equatable>(
        for type: Value.Type, of transform: @escaping (GeometryProxy) -> Value, action: @escaping (Value, Value) -> Void
    ) -> Self { self }
    public func visualEffect(_ effect: @escaping (EmptyVisualEffect, GeometryProxy) -> some VisualEffect) -> Self { self }
    public func anchorPreference<Value, Key: PreferenceKey>(
        key: Key.Type = Key.self, value: Anchor<Value>.Source, transform: @escaping (Anchor<Value>) -> Key.Value
    ) -> Self { self }
    public func transformPreference<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, _ callback: @escaping (inout Key.Value) -> Void
    ) -> Self { self }
    /// The view without the overlay, which needs values that are not passed on.
    public func overlayPreferenceValue<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> some View
    ) -> Self { self }
    public func backgroundPreferenceValue<Key: PreferenceKey>(
        _ key: Key.Type = Key.self, alignment: Alignment = .center, @ViewBuilder _ transform: @escaping (Key.Value) -> some View
    ) -> Self { self }
    public func projectionEffect(_ transform: ProjectionTransform) -> Self { self }
    public func safeAreaBar(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> some View
    ) -> some View { safeAreaInset(edge: edge, alignment: alignment, spacing: spacing, content: content) }
    public func safeAreaPadding(_ insets: EdgeInsets) -> some View { padding(insets) }
    public func backgroundExtensionEffect() -> Self { self }

    // MARK: Style

    public func luminanceToAlpha() -> Self { self }
    public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> Self { self }
    public func symbolColorRenderingMode(_ mode: SymbolColorRenderingMode?) -> Self { self }
    public func symbolVariableValueMode(_ mode: SymbolVariableValueMode?) -> Self { self }
    public func lineHeight(_ height: AttributedString.LineHeight?) -> Self { self }
    public func multilineTextAlignment(strategy: Text.AlignmentStrategy) -> Self { self }
    public func writingDirection(strategy: Text.WritingDirectionStrategy) -> Self { self }
    public func labelIconToTitleSpacing(_ spacing: CGFloat) -> Self { self }
    public func labelReservedIconWidth(_ width: CGFloat) -> Self { self }
    public func buttonSizing(_ sizing: ButtonSizing) -> Self { self }
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> Self { self }
    public func controlGroupStyle(_ style: ControlGroupStyle) -> Self { self }
    public func listItemTint(_ tint: Color?) -> Self { self }
    public func badge(_ count: Int) -> Self { self }
    public func badge(_ label: Text?) -> Self { self }
    @_disfavoredOverload public func badge(_ label: (some StringProtocol)?) -> Self { self }
    public func badge(_ key: LocalizedStringKey?) -> Self { self }
    public func headerProminence(_ prominence: Prominence) -> Self { self }
    public func defaultAppStorage(_ store: UserDefaults) -> Self { self }
    public func statusBarHidden(_ hidden: Bool = true) -> Self { self }
    public func statusBar(hidden: Bool) -> Self { self }
    public func persistentSystemOverlays(_ visibility: Visibility) -> Self { self }
    public func defersSystemGestures(on edges: Edge.Set) -> Self { self }
    public func hoverEffect(_ effect: HoverEffect = .automatic) -> Self { self }
    public func sharedBackgroundVisibility(_ visibility: Visibility) -> Self { self }
    public func scrollEdgeEffectStyle(_ style: ScrollEdgeEffectStyle?, for edges: Edge.Set) -> Self { self }

    // MARK: Activities and changes

    public func onContinueUserActivity(_ type: String, perform action: @escaping (NSUserActivity) -> Void) -> Self { self }
    public func userActivity(
        _ type: String, isActive: Bool = true, _ update: @escaping (NSUserActivity) -> Void
    ) -> Self { self }
    public func matchedTransitionSource(id: some Hashable, in namespace: Namespace.ID) -> Self { self }
    public func navigationTransition(_ style: NavigationTransition) -> Self { self }
    public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> Self { self }

    // MARK: Accessibility

    public func accessibilityRepresentation(@ViewBuilder representation: () -> some View) -> Self { self }
    public func accessibilityChildren(@ViewBuilder children: () -> some View) -> Self { self }
    public func accessibilityActions(@ViewBuilder _ content: () -> some View) -> Self { self }
    public func accessibilityLabeledPair(role: AccessibilityLabeledPairRole, id: some Hashable, in namespace: Namespace.ID)
        -> Self
    { self }
    public func accessibilityShowsLargeContentViewer(@ViewBuilder _ view: () -> some View) -> Self { self }
    public func accessibilityFocused(_ condition: FocusState<Bool>.Binding) -> Self { self }
    public func accessibilityZoomAction(_ handler: @escaping (Any) -> Void) -> Self { self }
    public func accessibilityScrollAction(_ handler: @escaping (Edge) -> Void) -> Self { self }
    public func accessibilityDirectTouch(_ isDirect: Bool = true) -> Self { self }
    public func speechAdjustedPitch(_ value: Double) -> Self { self }
    public func speechAnnouncementsQueued(_ value: Bool = true) -> Self { self }
    public func accessibilityLabel(_ key: LocalizedStringKey, isEnabled: Bool) -> some View { accessibilityLabel(key) }
    public func accessibilityValue(_ key: LocalizedStringKey, isEnabled: Bool) -> some View { accessibilityValue(key) }
    public func accessibilityHint(_ key: LocalizedStringKey, isEnabled: Bool) -> some View { accessibilityHint(key) }
    // Deprecated forms, which much code still has.
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    public func accessibility(value: Text) -> some View { accessibilityValue(value) }
    public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }
    public func accessibility(removeTraits traits: AccessibilityTraits) -> Self { self }
    public func accessibility(identifier: String) -> Self { self }
    public func accessibility(sortPriority: Double) -> Self { self }
}

/// An effect that depends on the place of a view. Never applied here.
public protocol VisualEffect: Sendable {}

/// The view to which a visual effect is applied.
public struct EmptyVisualEffect: VisualEffect {}

extension VisualEffect {
    public func opacity(_ opacity: Double) -> some VisualEffect { self }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { self }
    public func offset(_ offset: CGSize) -> some VisualEffect { self }
    public func scaleEffect(_ scale: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect { self }
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, perspective: CGFloat = 1
    ) -> some VisualEffect { self }
    public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { self }
    public func brightness(_ amount: Double) -> some VisualEffect { self }
    public func contrast(_ amount: Double) -> some VisualEffect { self }
    public func saturation(_ amount: Double) -> some VisualEffect { self }
    public func grayscale(_ amount: Double) -> some VisualEffect { self }
    public func hueRotation(_ angle: Angle) -> some VisualEffect { self }
}

/// A place in a view, which is known only after the layout.
public struct Anchor<Value>: Sendable {
    package init() {}

    public struct Source: Sendable {}
}

extension Anchor.Source where Value == CGRect { public static var bounds: Self { Self() } }
extension Anchor.Source where Value == CGPoint {
    public static var center: Self { Self() }
    public static var top: Self { Self() }
    public static var bottom: Self { Self() }
    public static var leading: Self { Self() }
    public static var trailing: Self { Self() }
}

extension GeometryProxy {
    /// The bounds of the reader: the place of the anchor is not known.
    public subscript(anchor: Anchor<CGRect>) -> CGRect { CGRect(origin: .zero, size: size) }
    public subscript(anchor: Anchor<CGPoint>) -> CGPoint { CGPoint(x: size.width / 2, y: size.height / 2) }
}

/// A projection in space. Not used.
public struct ProjectionTransform: Hashable, Sendable {
    public init() {}
    public init(_ transform: CGAffineTransform) {}
}

// Values of the modifiers above.
public enum SymbolColorRenderingMode: Sendable { case flat, gradient }
public enum SymbolVariableValueMode: Sendable { case color, draw }
public enum ButtonSizing: Sendable { case automatic, fitted, flexible }
public enum ButtonRepeatBehavior: Sendable { case automatic, enabled, disabled }
public enum ControlGroupStyle: Sendable { case automatic, navigation, menu, compactMenu, palette }
public enum Prominence: Sendable { case standard, increased }
public enum HoverEffect: Sendable { case automatic, highlight, lift }
public enum ScrollEdgeEffectStyle: Sendable { case automatic, hard, soft }
public enum AccessibilityLabeledPairRole: Sendable { case label, content }

public struct NavigationTransition: Sendable {
    public static let automatic = Self()
    public static func zoom(sourceID: some Hashable, in namespace: Namespace.ID) -> Self { Self() }
}

extension Text {
    public enum AlignmentStrategy: Sendable { case `default`, layoutBased, writingDirectionBased }
    public enum WritingDirectionStrategy: Sendable { case `default`, layoutBased, contentBased }
}

extension AttributedString {
    /// The height of lines. Not used.
    public struct LineHeight: Hashable, Sendable {
        public static let loose = Self(), normal = Self(), tight = Self(), variable = Self()
        public static func leading(increase: CGFloat) -> Self { Self() }
        public static func exact(points: CGFloat) -> Self { Self() }
        public static func multiple(factor: CGFloat) -> Self { Self() }
    }
}
