// A picture is not felt: these do nothing.

/// What makes a device tap; it does nothing.
@MainActor open class UIFeedbackGenerator {
    /// A generator.
    public nonisolated init() {}
    /// Does nothing.
    open func prepare() {}
}

/// A tap as of a collision; it does nothing.
@MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How heavy a tap is.
    public enum FeedbackStyle: Int, Hashable, Sendable {
        /// As in UIKit.
        case light, medium, heavy, soft, rigid
    }

    /// A generator of one style.
    public nonisolated init(style: FeedbackStyle) {}
    /// Does nothing.
    open func impactOccurred() {}
    /// Does nothing.
    open func impactOccurred(intensity: Double) {}
}

/// A tap that says how something went; it does nothing.
@MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// How something went.
    public enum FeedbackType: Int, Hashable, Sendable {
        /// As in UIKit.
        case success, warning, error
    }

    /// Does nothing.
    open func notificationOccurred(_ type: FeedbackType) {}
}

/// A tap for another choice; it does nothing.
@MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Does nothing.
    open func selectionChanged() {}
}
