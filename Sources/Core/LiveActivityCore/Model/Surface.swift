/// A kind of display on which a Live Activity is shown.
///
/// Later versions add cases, so a `switch` over it needs a `default`. Source: Documentation/Reference.md, HIG-02 to
/// HIG-09.
public enum Surface: String, Codable, Hashable, Sendable, CaseIterable {
    /// The Lock Screen of iPhone and iPad, and the banner of an alert there.
    case lockScreen
    /// The Dynamic Island while one activity is active.
    case compact
    /// The Dynamic Island while two activities are active.
    case minimal
    /// The Dynamic Island when the user touches and holds it, and briefly for an alert.
    case expanded
    /// An iPhone lying on its side while it charges.
    case standBy
    /// The menu bar of a paired Mac.
    case menuBar
    /// The Smart Stack of Apple Watch.
    case smartStack
    /// The CarPlay Dashboard.
    case carPlay

    /// Whether the user can operate an activity's controls on the surface.
    ///
    /// Compact and minimal only open the app, and CarPlay deactivates controls.
    public var takesActions: Bool {
        switch self {
        case .lockScreen, .expanded, .standBy, .menuBar, .smartStack: true
        case .compact, .minimal, .carPlay: false
        }
    }
}
