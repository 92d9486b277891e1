// A picture is not felt: these do nothing.

/// Makes a device vibrate on iOS; here it does nothing.
@MainActor open class UIFeedbackGenerator {
    public nonisolated init() {}
    open func prepare() {}
}

/// A tap as of a collision; it does nothing.
@MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Hashable, Sendable {
        case light, medium, heavy, soft, rigid
    }

    public nonisolated init(style: FeedbackStyle) {}
    open func impactOccurred() {}
    open func impactOccurred(intensity: Double) {}
}

/// A tap that says how something went; it does nothing.
@MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Hashable, Sendable {
        case success, warning, error
    }

    open func notificationOccurred(_ type: FeedbackType) {}
}

/// A tap for another choice; it does nothing.
@MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator { open func selectionChanged() {} }
