/// A place where a Live Activity is seen.
///
/// New places are added in later versions, so a `switch` over it needs a `default`.
public enum Surface: String, Codable, Hashable, Sendable, CaseIterable {
    /// The Lock Screen of iPhone and iPad, and the banner of an alert there (HIG-04).
    case lockScreen
    /// The Dynamic Island while one activity is active (HIG-02).
    case compact
    /// The Dynamic Island while two are (HIG-02).
    case minimal
    /// The Dynamic Island, touched and held, or briefly for an alert (HIG-02).
    case expanded
    /// An iPhone lying on its side while it charges (HIG-05).
    case standBy
    /// The menu bar of a paired Mac (HIG-09).
    case menuBar
    /// The Smart Stack of Apple Watch (HIG-06).
    case smartStack
    /// The CarPlay Dashboard (HIG-06).
    case carPlay

    /// Whether a person can use an activity's controls there.
    ///
    /// Compact and minimal only open the app (WK-14), and CarPlay deactivates controls (HIG-07).
    public var takesActions: Bool {
        switch self {
        case .lockScreen, .expanded, .standBy, .menuBar, .smartStack: true
        case .compact, .minimal, .carPlay: false
        }
    }
}
