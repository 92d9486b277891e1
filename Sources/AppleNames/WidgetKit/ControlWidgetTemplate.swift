/// The contents of a control: a button or a toggle. Never drawn.
public protocol ControlWidgetTemplate {}

/// The content of a control: one button or toggle.
@resultBuilder
public enum ControlWidgetTemplateBuilder {
    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content { content }
    public static func buildEither<Content: ControlWidgetTemplate>(first content: Content) -> Content { content }
    public static func buildEither<Content: ControlWidgetTemplate>(second content: Content) -> Content { content }
}

extension ControlWidgetTemplate {
    /// Sets the color of the control. Not stored.
    public func tint(_ tint: Color?) -> some ControlWidgetTemplate { self }
    /// Disables the control. Not stored.
    public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate { self }
}

/// A button of a control. Never drawn.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action: AppIntent>: ControlWidgetTemplate {
    /// Creates a button that performs an intent. `actionLabel` creates the label for each state of the action.
    public init(
        action: Action, @ViewBuilder label: @escaping () -> Label,
        @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel = { _ in EmptyView() }
    ) {}
}

extension ControlWidgetButton where Label == Text {
    public init(
        _ title: LocalizedStringKey, action: Action,
        @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel = { _ in EmptyView() }
    ) {}
    @_disfavoredOverload public init<Title: StringProtocol>(
        _ title: Title, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel = { _ in EmptyView() }
    ) {}
}

/// A toggle of a control. Never drawn.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate
where Action.ValueType == Bool {
    /// Creates a toggle that performs an intent. `valueLabel` creates the label for each value.
    public init(
        isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel = { _ in EmptyView() }
    ) {}
}

extension ControlWidgetToggle where Label == Text {
    public init(
        _ title: LocalizedStringKey, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel = { _ in EmptyView() }
    ) {}
    @_disfavoredOverload public init<Title: StringProtocol>(
        _ title: Title, isOn: Bool, action: Action,
        @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel = { _ in EmptyView() }
    ) {}
}

extension View {
    /// The name of a control's action while it is pressed. Does nothing.
    public func controlWidgetActionHint(_ hint: LocalizedStringKey) -> some View { self }
    /// The result of a control's action. Does nothing.
    public func controlWidgetStatus(_ status: LocalizedStringKey) -> some View { self }
}
