// Haptic feedback. Images have none, so these types do nothing.

/// Generates haptic feedback on iOS. Does nothing here.
@MainActor @preconcurrency open class UIFeedbackGenerator {
    public nonisolated init() {}
    open func prepare() {}
}

/// The haptic feedback of an impact. Does nothing.
@MainActor @preconcurrency open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Hashable, Sendable {
        case light, medium, heavy, soft, rigid
    }

    public nonisolated init(style: FeedbackStyle) {}
    open func impactOccurred() {}
    open func impactOccurred(intensity: Double) {}
}

/// The haptic feedback of a success or failure. Does nothing.
@MainActor @preconcurrency open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Hashable, Sendable {
        case success, warning, error
    }

    open func notificationOccurred(_ type: FeedbackType) {}
}

/// The haptic feedback of a changed selection. Does nothing.
@MainActor @preconcurrency open class UISelectionFeedbackGenerator: UIFeedbackGenerator { open func selectionChanged() {} }
