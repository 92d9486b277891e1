public struct Label<Title: View, Icon: View>: View {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        let configuration = LabelStyleConfiguration(
            title: .init(content: AnyView(view.title)), icon: .init(content: AnyView(view.icon)))
        resolution.append(configuration, style: resolution.environment.styles.label, to: &nodes)
    }
}

extension Label: Sendable where Title: Sendable, Icon: Sendable {}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
    }
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, systemImage name: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: name) })
    }
    @_disfavoredOverload public init(_ titleResource: LocalizedStringResource, systemImage name: String) {
        self.init(title: { Text(titleResource) }, icon: { Image(systemName: name) })
    }
    /// A label with a localized title and an image of the asset catalog.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(name) })
    }
    @_disfavoredOverload public init<Content: StringProtocol>(_ title: Content, image name: String) {
        self.init(title: { Text(title) }, icon: { Image(name) })
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// The label that a style decorates.
    public init(_ configuration: LabelStyleConfiguration) {
        self.init(title: { configuration.title }, icon: { configuration.icon })
    }
}

/// The properties of a label that a style receives.
public struct LabelStyleConfiguration {
    public typealias Title = _ConfigurationPart
    public typealias Icon = _ConfigurationPart
    public let title: Title
    public let icon: Icon
}

/// A part of a view that is passed to a style.
public struct _ConfigurationPart: View {
    let content: AnyView

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        AnyView._resolve(view.content, in: resolution, into: &nodes)
    }
}

/// The appearance of labels.
public protocol LabelStyle {
    associatedtype Body: View
    /// The properties of the label.
    typealias Configuration = LabelStyleConfiguration

    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

extension Resolution {
    func append(_ label: LabelStyleConfiguration, style: any LabelStyle, to nodes: inout [ViewNode]) {
        // A label inside the body of a style gets the default style, so that the style does not apply to itself.
        let outer = environment.styles.label
        environment.styles.label = DefaultLabelStyle()
        if style is DefaultLabelStyle || style is TitleAndIconLabelStyle {
            stack(.horizontal, .center, nil, _ViewPair(label.icon, label.title), into: &nodes)
        } else if style is TitleOnlyLabelStyle {
            _ConfigurationPart._resolve(label.title, in: self, into: &nodes)
        } else if style is IconOnlyLabelStyle {
            _ConfigurationPart._resolve(label.icon, in: self, into: &nodes)
        } else {
            descend { append(AnyView(style.makeBody(configuration: label)), to: &nodes) }
        }
        environment.styles.label = outer
    }
}

/// The default style, icon and title.
public struct DefaultLabelStyle: LabelStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
/// The title alone.
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}
/// The icon alone.
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
    public init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}
extension LabelStyle where Self == DefaultLabelStyle { public static var automatic: Self { Self() } }
extension LabelStyle where Self == TitleAndIconLabelStyle { public static var titleAndIcon: Self { Self() } }
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: Self { Self() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: Self { Self() } }

extension View {
    /// Sets the style of labels.
    public func labelStyle<Style: LabelStyle>(_ style: Style) -> _WithValue<any LabelStyle> {
        environment(\.styles.label, style)
    }
}

/// A value with its name before it, separated by flexible space.
public struct LabeledContent<Label: View, Content: View>: View {
    let label: Label
    let content: Content

    /// Any value with any name.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.content = content()
        self.label = label()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.stack(.horizontal, .center, nil, TupleView(view.label, Spacer(), view.content), into: &nodes)
    }
}

extension LabeledContent where Label == Text {
    /// Any value with a localized name.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
}

extension LabeledContent where Label == Text, Content == Text {
    /// A text with a localized name.
    public init<Value: StringProtocol>(_ titleKey: LocalizedStringKey, value: Value) {
        self.init(content: { Text(value) }, label: { Text(titleKey) })
    }
    @_disfavoredOverload public init<Title: StringProtocol, Value: StringProtocol>(_ title: Title, value: Value) {
        self.init(content: { Text(value) }, label: { Text(title) })
    }
    /// A formatted value with a localized name.
    public init<Style: FormatStyle>(_ titleKey: LocalizedStringKey, value: Style.FormatInput, format: Style)
    where Style.FormatInput: Equatable, Style.FormatOutput == String {
        self.init(content: { Text(value, format: format) }, label: { Text(titleKey) })
    }
}
