/// The stage of an activity's life: `pending`, then `active` and `stale` alternately, then `ended`, then `dismissed`.
///
/// The cases are in ActivityKit's order. In JSON a state is its name; Apple does not publish a JSON form.
public enum ActivityState: String, Codable, Hashable, Sendable, CaseIterable {
    /// The activity exists and counts against the limits, but is not shown before its start date.
    case pending
    /// The activity is shown and accepts updates.
    case active
    /// The activity has ended. It may still be visible, but accepts no more content.
    case ended
    /// The activity is no longer visible anywhere. This state is final.
    case dismissed
    /// The activity is shown and accepts updates, but its stale date has passed.
    case stale

    /// Whether an update or an event can still change what the activity shows.
    public var acceptsContent: Bool {
        switch self {
        case .pending, .active, .stale: true
        case .ended, .dismissed: false
        }
    }
}
