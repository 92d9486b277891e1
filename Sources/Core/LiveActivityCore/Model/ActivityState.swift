/// Where an activity is in its life (LIFE-12).
///
/// The cases stand in ActivityKit's order (API-02). In JSON a state is its name, a form that Apple does not publish (UNC-06).
public enum ActivityState: String, Codable, Hashable, Sendable, CaseIterable {
    /// It exists and counts against the limits, but is not shown before its start date (LIFE-05, LIFE-06).
    case pending
    /// It is shown and takes updates.
    case active
    /// It is over. It may still be shown, but takes no more content (LIFE-13).
    case ended
    /// It is no longer shown anywhere. Nothing follows.
    case dismissed
    /// It is shown and takes updates, but its stale date has passed (LIFE-31).
    case stale

    /// Whether an update or an event can still change what the activity shows.
    public var acceptsContent: Bool {
        switch self {
        case .pending, .active, .stale: true
        case .ended, .dismissed: false
        }
    }
}
