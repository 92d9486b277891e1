public import Foundation
import LiveActivityCore

/// A button. With an intent, its action is sent to the activity's provider on surfaces where controls work. Without one
/// it does nothing.
public struct Button<Label: View>: View {
    let action: ActionID?
    let role: ButtonRole?
    let label: Label

    init(action: ActionID?, role: ButtonRole? = nil, label: Label) {
        (self.action, self.role, self.label) = (action, role, label)
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let configuration = PrimitiveButtonStyleConfiguration(
            role: view.role, label: .init(content: AnyView(view.label)), kind: .button(action: view.action))
        resolution.append(configuration, to: &nodes)
    }
}

/// The purpose of a button, which affects its appearance.
public struct ButtonRole: Hashable, Sendable {
    let node: ControlNode.Role?

    /// The action deletes data.
    public static let destructive = Self(node: .destructive)
    /// The button cancels an operation.
    public static let cancel = Self(node: .cancel)
    /// Closes something; drawn as ``cancel``.
    public static let close = Self(node: .cancel)
    /// A button that confirms; drawn like one without a role.
    public static let confirm = Self(node: nil)
}

// MARK: - With an intent

extension Button {
    /// A button with any label that performs an intent.
    public init<Intent: AppIntent>(role: ButtonRole? = nil, intent: Intent, @ViewBuilder label: () -> Label) {
        self.init(action: intent.actionID, role: role, label: label())
    }
}

extension Button where Label == Text {
    /// A button with a localized title that performs an intent.
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, intent: Intent) {
        self.init(action: intent.actionID, role: role, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, role: ButtonRole? = nil, intent: Intent) {
        self.init(action: intent.actionID, role: role, label: Text(title))
    }
}

public typealias _TitleAndIcon = LiveActivityUI.Label<Text, Image>

extension Button where Label == _TitleAndIcon {
    /// A button with a localized title and a system image that performs an intent.
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: Intent)
    {
        self.init(action: intent.actionID, role: role, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(
        _ title: Title, systemImage: String, role: ButtonRole? = nil, intent: Intent
    ) {
        self.init(action: intent.actionID, role: role, label: _TitleAndIcon(title, systemImage: systemImage))
    }
}

// MARK: - With a closure, which is never called

extension Button {
    /// A button with any label. The closure is never called.
    public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Label) {
        self.init(action: nil, role: role, label: label())
    }
}

extension Button where Label == Text {
    /// A button with a localized title. The closure is never called.
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(action: nil, role: role, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init(_ titleResource: LocalizedStringResource, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(action: nil, role: role, label: Text(titleResource))
    }
    @_disfavoredOverload
    public init<Intent: AppIntent>(_ titleResource: LocalizedStringResource, role: ButtonRole? = nil, intent: Intent) {
        self.init(action: intent.actionID, role: role, label: Text(titleResource))
    }
    /// A button with a title. The closure is never called.
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(action: nil, role: role, label: Text(title))
    }
}

extension Button where Label == _TitleAndIcon {
    /// A button with a localized title and a system image. The closure is never called.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
    ) {
        self.init(action: nil, role: role, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    /// A button with a title and a system image. The closure is never called.
    @_disfavoredOverload public init<Title: StringProtocol>(
        _ title: Title, systemImage: String, role: ButtonRole? = nil, action: @escaping () -> Void
    ) {
        self.init(action: nil, role: role, label: _TitleAndIcon(title, systemImage: systemImage))
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    /// The button that a style decorates.
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        var action: ActionID?
        if case .button(let own) = configuration.kind { action = own }
        self.init(action: action, role: configuration.role, label: configuration.label)
    }
}

/// A link to a screen of the app or to a web page. It works in the expanded presentation; elsewhere a tap opens the URL
/// of `widgetURL(_:)`.
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
    public init<Title: StringProtocol>(_ title: Title, destination: URL) { self.init(destination: destination) { Text(title) } }
}
