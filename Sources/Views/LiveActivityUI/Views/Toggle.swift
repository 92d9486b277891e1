import LiveActivityCore

/// A switch. With an intent it reaches the activity's provider, where the surface lets it (WK-14).
public struct Toggle<Label: View>: View {
    let isOn: Bool
    let action: ActionID?
    let label: Label

    init(isOn: Bool, action: ActionID?, label: Label) {
        self.isOn = isOn
        self.action = action
        self.label = label
    }

    public init<Intent: AppIntent>(isOn: Bool, intent: Intent, @ViewBuilder label: () -> Label) {
        self.init(isOn: isOn, action: intent.actionID, label: label())
    }

    /// Shows the value that the binding has; nothing here would set it.
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
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol, Intent: AppIntent>(_ title: Title, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: Text(title))
    }
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: Text(titleKey))
    }
    @_disfavoredOverload
    public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {
        self.init(isOn: isOn.wrappedValue, action: nil, label: Text(title))
    }
}

extension Toggle where Label == _TitleAndIcon {
    public init<Intent: AppIntent>(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Bool, intent: Intent) {
        self.init(isOn: isOn, action: intent.actionID, label: _TitleAndIcon(titleKey, systemImage: systemImage))
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.isOn, action: configuration.action, label: configuration.label)
    }
}

/// What a toggle's style is given.
public struct ToggleStyleConfiguration {
    public typealias Label = _ConfigurationPart

    public let label: Label
    /// Setting it does nothing: a snapshot is not used.
    @Binding public var isOn: Bool
    public var isMixed: Bool { false }
    let action: ActionID?

    init(label: Label, isOn: Bool, action: ActionID?) {
        self.label = label
        self.action = action
        _isOn = .constant(isOn)
    }
}

/// How a toggle looks.
public protocol ToggleStyle {
    associatedtype Body: View
    typealias Configuration = ToggleStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct DefaultToggleStyle: ToggleStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
public struct SwitchToggleStyle: ToggleStyle, Sendable {
    let tint: Color?

    public init() { tint = nil }
    public init(tint: Color) { self.tint = tint }
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
public struct ButtonToggleStyle: ToggleStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
extension ToggleStyle where Self == DefaultToggleStyle { public static var automatic: Self { Self() } }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: Self { Self() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { Self() } }

extension View {
    public func toggleStyle<Style: ToggleStyle>(_ style: Style) -> ModifiedContent<Self, _EnvironmentModifier<any ToggleStyle>>
    {
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
            // As with buttons, a style of an app's own draws all of it.
            environment.styles.toggle = DefaultToggleStyle()
            descend { append(kind, style: .plain, role: nil, label: body(of: toggle, style), to: &nodes) }
            environment.styles.toggle = style
        }
    }

    private func body<Style: ToggleStyle>(of toggle: ToggleStyleConfiguration, _ style: Style) -> AnyView {
        AnyView(
            style.makeBody(configuration: toggle))
    }
}
