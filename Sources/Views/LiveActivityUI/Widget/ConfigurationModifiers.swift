/// A configuration with an option.
public struct _ConfiguredWidget<Content: WidgetConfiguration>: WidgetConfiguration {
    public typealias Body = Never
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

    /// Which families the content has a layout for, besides the Lock Screen's (WK-04). `.carPlay` is `.small` (SEED-01).
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> _ConfiguredWidget<Self> {
        changed { $0.supplementalActivityFamilies = families }
    }
    public func contentMarginsDisabled() -> _ConfiguredWidget<Self> { changed { $0.areContentMarginsDisabled = true } }

    public func configurationDisplayName(_ name: Text) -> _ConfiguredWidget<Self> {
        changed { $0.displayName = Resolution(EnvironmentValues()).words(of: name) }
    }
    public func configurationDisplayName(_ nameKey: LocalizedStringKey) -> _ConfiguredWidget<Self> {
        configurationDisplayName(Text(nameKey))
    }
    @_disfavoredOverload
    public func configurationDisplayName<Name: StringProtocol>(_ name: Name) -> _ConfiguredWidget<Self> {
        configurationDisplayName(Text(name))
    }
    public func description(_ description: Text) -> _ConfiguredWidget<Self> {
        changed { $0.description = Resolution(EnvironmentValues()).words(of: description) }
    }
    public func description(_ descriptionKey: LocalizedStringKey) -> _ConfiguredWidget<Self> {
        description(Text(descriptionKey))
    }
    @_disfavoredOverload
    public func description<Content: StringProtocol>(_ content: Content) -> _ConfiguredWidget<Self> {
        description(Text(content))
    }

    /// Not kept: of a Home Screen widget.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self { self }
    /// Not kept: of a Home Screen widget.
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> Self { self }
    /// Not kept: of a Home Screen widget.
    public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily]) -> Self { self }
    /// Not kept: of a Home Screen widget.
    public func promptsForUserConfiguration() -> Self { self }
    /// Not kept: of a Home Screen widget.
    public func pushHandler<Handler>(_ handler: Handler.Type) -> Self { self }
    /// Not kept: nothing is loaded in the background here.
    public func onBackgroundURLSessionEvents(
        matching: String, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
    )
        -> Self
    { self }
}

/// Where widgets are seen.
public struct WidgetLocation: Hashable, Sendable {
    private let name: String

    public static let homeScreen = Self(name: "homeScreen")
    public static let lockScreen = Self(name: "lockScreen")
    public static let standBy = Self(name: "standBy")
    public static let carPlay = Self(name: "carPlay")
    public static let iPhoneWidgetsOnMac = Self(name: "iPhoneWidgetsOnMac")
}
