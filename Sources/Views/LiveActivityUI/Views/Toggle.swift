import LiveActivityCore

/// A switch. With an intent, its action is sent to the activity's provider on surfaces where controls work.
public struct Toggle<Label: View>: View {
    let isOn: Bool
    let action: ActionID?
    let label: Label

    init(isOn: Bool, action: ActionID?, label: Label) {
        (self.isOn, self.action, self.label) = (isOn, action, label)
    }

    /// A switch with any label that performs an intent.
    public init<Intent: AppIntent>(isOn: Bool, intent: Intent, @ViewBuilder label: () -> Label) {
        self.init(isOn: isOn, action: intent.actionID, label: label())
    }

    /// A switch that shows the value of a binding. The binding is never set.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: label())
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let configuration = ToggleStyleConfiguration(
            label: .init(content: AnyView(view.label)), isOn: view.isOn, action: view.action)
        resolution.append(configuration, style: resolution.environment.styles.toggle, to: &nodes)
    }
}

extension Toggle where Label == Text {
    /// A switch with a localized title that performs an intent.
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: Text(titleKey))
    }
    @_disfavoredOverload public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: Text(title))
    }
    /// A switch with a localized title that shows the value of a binding. The binding is never set.
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: Text(titleKey))
    }
    /// A switch with a title that shows the value of a binding. The binding is never set.
    @_disfavoredOverload public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: Text(title))
    }
}

extension Toggle where Label == _TitleAndIcon {
    /// A switch with a localized title and a system image that performs an intent.
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    /// A switch with a localized title and a system image that shows the value of a binding. The binding is never set.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: _TitleAndIcon(title, systemImage: systemImage))
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// The switch that a style decorates.
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.isOn, action: configuration.action, label: configuration.label)
    }
}

/// The properties of a switch that a style receives.
public struct ToggleStyleConfiguration {
    public typealias Label = _ConfigurationPart

    public let label: Label
    /// The state of the switch. Setting it has no effect.
    @Binding public var isOn: Bool
    /// Always `false`.
    public var isMixed: Bool { false }
    let action: ActionID?

    init(label: Label, isOn: Bool, action: ActionID?) {
        self.label = label
        self.action = action
        _isOn = .constant(isOn)
    }
}

/// The appearance of switches.
public protocol ToggleStyle {
    associatedtype Body: View
    /// The properties of the switch.
    typealias Configuration = ToggleStyleConfiguration

    /// The view of a switch.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct DefaultToggleStyle: ToggleStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
/// A sliding switch.
public struct SwitchToggleStyle: ToggleStyle, Sendable {
    let tint: Color?

    public init() { tint = nil }
    public init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
/// A button that is filled while it is on.
public struct ButtonToggleStyle: ToggleStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
extension ToggleStyle where Self == DefaultToggleStyle { public static var automatic: Self { Self() } }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: Self { Self() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { Self() } }

extension View {
    /// Sets the style of switches.
    public func toggleStyle<Style: ToggleStyle>(_ style: Style) -> _WithValue<any ToggleStyle> {
        environment(\.styles.toggle, style)
    }
}

extension Resolution {
    func append(_ toggle: ToggleStyleConfiguration, style: any ToggleStyle, to nodes: inout [ViewNode]) {
        let kind = ControlNode.Kind.toggle(isOn: toggle.isOn, action: toggle.action)
        switch style {
        case is DefaultToggleStyle: append(kind, style: .automatic, role: nil, label: toggle.label, to: &nodes)
        case let own as SwitchToggleStyle:
            let outer = environment.tint
            if let tint = own.tint { environment.tint = tint }
            append(kind, style: .switch_, role: nil, label: toggle.label, to: &nodes)
            environment.tint = outer
        case is ButtonToggleStyle: append(kind, style: .bordered, role: nil, label: toggle.label, to: &nodes)
        default:
            // An app's own style draws everything; the control around it is plain.
            environment.styles.toggle = DefaultToggleStyle()
            descend {
                let label = AnyView(style.makeBody(configuration: toggle))
                append(kind, style: .plain, role: nil, label: label, to: &nodes)
            }
            environment.styles.toggle = style
        }
    }
}
