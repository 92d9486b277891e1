public import LiveActivityCore

/// What one call of a provider gave: the draft it left, and what it asked for.
///
/// A draft cannot be copied and so cannot stand in an expectation; this can.
public struct ProviderAnswer<Attributes: ActivityAttributes> {
    public let content: ActivityContent<Attributes.ContentState>
    public let wakeDate: Date?
    public let requestedAlert: AlertConfiguration?
    public let requestedEnd: ActivityUIDismissalPolicy?

    public var state: Attributes.ContentState { content.state }
    public var staleDate: Date? { content.staleDate }
    public var relevanceScore: Double { content.relevanceScore }

    public init(_ scope: borrowing ActivityScope<Attributes>) {
        content = ActivityContent(state: scope.state, staleDate: scope.staleDate, relevanceScore: scope.relevanceScore)
        wakeDate = scope.wakeDate
        requestedAlert = scope.requestedAlert
        requestedEnd = scope.requestedEnd
    }
}
