/// A configuration with a changed option.
public struct _ConfiguredWidget<Content: WidgetConfiguration>: WidgetConfiguration {
    let content: Content
    let change: (inout WidgetOptions) -> Void

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {
        var options = options
        configuration.change(&options)
        Content._describe(configuration.content, options, to: &visitor)
    }
}

extension WidgetConfiguration {
    private func changed(_ change: @escaping (inout WidgetOptions) -> Void) -> _ConfiguredWidget<Self> {
        _ConfiguredWidget(content: self, change: change)
    }

    /// Declares additional families for which the content has a layout. Without `.small`, a watch and CarPlay show the
    /// compact views.
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> _ConfiguredWidget<Self> {
        changed { $0.supplementalActivityFamilies = families }
    }
    /// Removes the margins of a Home Screen widget. Stored in ``WidgetOptions``; Live Activities do not use it.
    public func contentMarginsDisabled() -> _ConfiguredWidget<Self> { changed { $0.areContentMarginsDisabled = true } }

    /// The name of the widget for users. Stored in ``WidgetOptions``.
    public func configurationDisplayName(_ name: Text) -> _ConfiguredWidget<Self> {
        changed { $0.displayName = Resolution(EnvironmentValues()).words(of: name) }
    }
    public func configurationDisplayName(_ nameKey: LocalizedStringKey) -> _ConfiguredWidget<Self> {
        configurationDisplayName(Text(nameKey))
    }
    @_disfavoredOverload public func configurationDisplayName<Name: StringProtocol>(_ name: Name) -> _ConfiguredWidget<Self> {
        configurationDisplayName(Text(name))
    }
    /// A description of the widget for users. Stored in ``WidgetOptions``.
    public func description(_ description: Text) -> _ConfiguredWidget<Self> {
        changed { $0.description = Resolution(EnvironmentValues()).words(of: description) }
    }
    public func description(_ descriptionKey: LocalizedStringKey) -> _ConfiguredWidget<Self> {
        description(Text(descriptionKey))
    }
    @_disfavoredOverload public func description<Content: StringProtocol>(_ content: Content) -> _ConfiguredWidget<Self> {
        description(Text(content))
    }

    /// No effect: concerns Home Screen widgets.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self { self }
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> Self { self }
    public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily]) -> Self { self }
    public func promptsForUserConfiguration() -> Self { self }
    public func pushHandler<Handler>(_ handler: Handler.Type) -> Self { self }
    /// No effect: nothing is loaded in the background.
    public func onBackgroundURLSessionEvents(
        matching: String, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
    )
        -> Self
    { self }
    public func onBackgroundURLSessionEvents(
        matching: ((String) -> Bool)? = nil, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
    ) -> Self { self }
    public func associatedKind(_ kind: String) -> Self { self }
}

/// A location for widgets on a device. Not used.
public enum WidgetLocation: Hashable, Sendable {
    case homeScreen, lockScreen, standBy, carPlay, iPhoneWidgetsOnMac
}
