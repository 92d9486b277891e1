public import LiveActivityCore

/// The result of one call to a provider: its draft and its requests.
///
/// A draft cannot be copied, so it cannot be compared in an expectation; this can.
public struct ProviderAnswer<Attributes: ActivityAttributes> {
    /// The content after the call.
    public let content: ActivityContent<Attributes.ContentState>
    /// The date of the requested wake; `nil` if none is requested.
    public let wakeDate: Date?
    /// The requested alert.
    public let requestedAlert: AlertConfiguration?
    /// The dismissal policy with which the provider ended the activity; `nil` if it did not end it.
    public let requestedEnd: ActivityUIDismissalPolicy?

    /// The state of ``content``.
    public var state: Attributes.ContentState { content.state }
    /// The stale date of ``content``.
    public var staleDate: Date? { content.staleDate }
    /// The relevance score of ``content``.
    public var relevanceScore: Double { content.relevanceScore }

    /// Copies the result from the scope of a call.
    public init(_ scope: borrowing ActivityScope<Attributes>) {
        content = ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore)
        wakeDate = scope.wakeDate
        requestedAlert = scope.requestedAlert
        requestedEnd = scope.requestedEnd
    }
}
