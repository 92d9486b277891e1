public import LiveActivityUI

// Menus, dialogs and groups of controls in an app's screens. Their styles and settings are not applied.

extension View {
    public func menuStyle(_ style: some MenuStyle) -> Self { self }
    public func menuIndicator(_ visibility: Visibility) -> Self { self }
    public func menuOrder(_ order: MenuOrder) -> Self { self }
    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> Self { self }
    public func disclosureGroupStyle(_ style: some DisclosureGroupStyle) -> Self { self }
    public func paletteSelectionEffect(_ effect: PaletteSelectionEffect) -> Self { self }
    public func badgeProminence(_ prominence: BadgeProminence) -> Self { self }
    public func dialogIcon(_ icon: Image?) -> Self { self }
    public func dialogSeverity(_ severity: DialogSeverity) -> Self { self }
    public func dialogSuppressionToggle(isSuppressed: Binding<Bool>) -> Self { self }
    public func dialogSuppressionToggle(_ title: LocalizedStringKey, isSuppressed: Binding<Bool>) -> Self { self }
    public func renameAction(_ action: @escaping () -> Void) -> Self { self }
    public func renameAction(_ isFocused: FocusState<Bool>.Binding) -> Self { self }
    public func contextMenu<Value: Hashable>(
        forSelectionType type: Value.Type = Value.self, @ViewBuilder menu: @escaping (Set<Value>) -> some View,
        primaryAction: ((Set<Value>) -> Void)? = nil
    ) -> Self { self }
}

public protocol MenuStyle {
    associatedtype Body: View
    typealias Configuration = MenuStyleConfiguration
    @MainActor @ViewBuilder func makeBody(configuration: Configuration) -> Body
}
public typealias MenuStyleConfiguration = _LabelAndContent
public struct DefaultMenuStyle: MenuStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
public struct ButtonMenuStyle: MenuStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
public struct BorderlessButtonMenuStyle: MenuStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
extension MenuStyle where Self == DefaultMenuStyle { public static var automatic: Self { Self() } }
extension MenuStyle where Self == ButtonMenuStyle { public static var button: Self { Self() } }
extension MenuStyle where Self == BorderlessButtonMenuStyle { public static var borderlessButton: Self { Self() } }

public protocol DisclosureGroupStyle {
    associatedtype Body: View
    typealias Configuration = DisclosureGroupStyleConfiguration
    @MainActor @ViewBuilder func makeBody(configuration: Configuration) -> Body
}
public struct DisclosureGroupStyleConfiguration {
    public let label: AnyView
    public let content: AnyView
    @Binding public var isExpanded: Bool
}
public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle { public static var automatic: Self { Self() } }

public enum MenuOrder: Sendable { case automatic, fixed, priority }
public enum MenuActionDismissBehavior: Sendable { case automatic, enabled, disabled }
public enum PaletteSelectionEffect: Sendable {
    case automatic, custom
    public static func symbolVariant(_ variant: SymbolVariants) -> Self { .automatic }
}
public enum BadgeProminence: Sendable { case standard, increased, decreased }
public enum DialogSeverity: Sendable { case automatic, standard, critical }

/// A button that renames an item. Drawn as its title.
public struct RenameButton: View {
    public init() {}
    public var body: some View { _TitleAndIcon("Rename", systemImage: "pencil") }
}

/// A button that opens the app's settings. Drawn as its label.
public struct SettingsLink<Label: View>: View {
    private let label: Label
    public var body: some View { label }
    public init(@ViewBuilder label: () -> Label) { self.label = label() }
}
