public import LiveActivities

// ActivityKit's deprecated forms of iOS 16.1, and one of the 26.0 betas. They have the effect of the forms in their deprecation
// messages.
extension Activity {
    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use request(attributes:content:pushType:) instead")
    public static func request(
        attributes: Attributes, contentState: ContentState, pushType: PushType? = nil
    ) throws -> Activity<Attributes> {
        try request(attributes: attributes, content: ActivityContent(state: contentState, staleDate: nil), pushType: pushType)
    }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use request(attributes:content:pushType:style:alertConfiguration:start:) instead")
    public static func request(
        attributes: Attributes, content: ActivityContent<ContentState>, pushType: PushType? = nil, style: ActivityStyle,
        alertConfiguration: AlertConfiguration, startDate: Date
    ) throws -> Activity<Attributes> {
        try request(
            attributes: attributes, content: content, pushType: pushType, style: style, alertConfiguration: alertConfiguration,
            start: startDate)
    }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use content instead")
    public var contentState: ContentState { content.state }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use contentUpdates instead")
    public var contentStateUpdates: ContentStateUpdates { ContentStateUpdates(activity: self) }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use update(_:) instead")
    public nonisolated(nonsending) func update(using contentState: ContentState) async {
        await change("update", ActivityContent(state: contentState, staleDate: nil))
    }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use update(_:alertConfiguration:) instead")
    public nonisolated(nonsending) func update(
        using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil
    ) async {
        await change("update", ActivityContent(state: contentState, staleDate: nil), alert: alertConfiguration)
    }

    /// As in ActivityKit of iOS 16.1.
    @available(*, deprecated, message: "Use end(_:dismissalPolicy:) instead")
    public nonisolated(nonsending) func end(
        using contentState: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default
    ) async {
        await change("end", contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissal: dismissalPolicy)
    }
}
