public import Foundation
import LiveActivityCore

/// A control. With an intent it reaches the activity's provider, where the surface lets it (WK-14); without one it does nothing.
public struct Button<Label: View>: View {
    let action: ActionID?
    let role: ButtonRole?
    let label: Label

    init(action: ActionID?, role: ButtonRole? = nil, label: Label) {
        self.action = action
        self.role = role
        self.label = label
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let configuration = PrimitiveButtonStyleConfiguration(
            role: view.role, label: .init(content: AnyView(view.label)), kind: .button(action: view.action))
        resolution.append(configuration, to: &nodes)
    }
}

/// What a button does, for its look.
public struct ButtonRole: Hashable, Sendable {
    let node: ControlNode.Role

    public static let destructive = Self(node: .destructive)
    public static let cancel = Self(node: .cancel)
    public static let close = Self(node: .cancel)
}

// MARK: - With an intent

extension Button {
    public init<Intent: AppIntent>(intent: Intent, @ViewBuilder label: () -> Label) {
        self.init(action: intent.actionID, label: label())
    }
    public init<Intent: AppIntent>(role: ButtonRole?, intent: Intent, @ViewBuilder label: () -> Label) {
        self.init(action: intent.actionID, role: role, label: label())
    }
}

extension Button where Label == Text {
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, intent: Intent) {
        self.init(action: intent.actionID, label: Text(titleKey))
    }
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, role: ButtonRole?, intent: Intent) {
        self.init(action: intent.actionID, role: role, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, intent: Intent) {
        self.init(action: intent.actionID, label: Text(title))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, role: ButtonRole?, intent: Intent) {
        self.init(action: intent.actionID, role: role, label: Text(title))
    }
}

/// A title with an icon.
public typealias _TitleAndIcon = LiveActivityUI.Label<Text, Image>

extension Button where Label == _TitleAndIcon {
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, systemImage: String, intent: Intent) {
        self.init(action: intent.actionID, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, systemImage: String, intent: Intent) {
        self.init(action: intent.actionID, label: _TitleAndIcon(title, systemImage: systemImage))
    }
}

// MARK: - With a closure, which nothing here would run

extension Button {
    public init(action: @escaping () -> Void, @ViewBuilder label: () -> Label) { self.init(action: nil, label: label()) }
    public init(role: ButtonRole?, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.init(action: nil, role: role, label: label())
    }
}

extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping () -> Void) { self.init(action: nil, label: Text(titleKey)) }
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping () -> Void) {
        self.init(action: nil, role: role, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, action: @escaping () -> Void) {
        self.init(action: nil, label: Text(title))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, role: ButtonRole?, action: @escaping () -> Void) {
        self.init(action: nil, role: role, label: Text(title))
    }
}

extension Button where Label == _TitleAndIcon {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping () -> Void) {
        self.init(action: nil, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, systemImage: String, action: @escaping () -> Void) {
        self.init(action: nil, label: _TitleAndIcon(title, systemImage: systemImage))
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        var action: ActionID?
        if case .button(let own) = configuration.kind { action = own }
        self.init(action: action, role: configuration.role, label: configuration.label)
    }
}

/// Leads to a place in the app, or on the web (WK-12).
public struct Link<Label: View>: View {
    let destination: URL
    let label: Label

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(.link(view.destination), style: .plain, role: nil, label: view.label, to: &nodes)
    }
}

extension Link where Label == Text {
    public init(_ titleKey: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(titleKey) } }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}
