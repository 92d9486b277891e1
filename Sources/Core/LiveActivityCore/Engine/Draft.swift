extension Engine {
    /// What a draft asks for, whatever its type.
    @usableFromInline struct Draft {
        @usableFromInline var staleDate: Double
        @usableFromInline var wake: Double
        @usableFromInline var relevance: Double
        @usableFromInline var alert: Box<AlertConfiguration>?
        @usableFromInline var dismissal: ActivityUIDismissalPolicy?
        @usableFromInline var endReason = Change.EndReason.provider
        /// Whether the content is different.
        @usableFromInline var bringsContent = false
        /// Where in the log's bytes the content stands as JSON, if it was written.
        @usableFromInline var bytes = 0..<0

        @inlinable init<Attributes>(_ scope: borrowing ActivityScope<Attributes>) {
            staleDate = scope.staleDate?.timeIntervalSinceReferenceDate ?? .infinity
            wake = scope.wake?.timeIntervalSinceReferenceDate ?? .infinity
            relevance = scope.relevanceScore
            alert = scope.alertBox
            dismissal = scope.dismissal
        }

        /// Whether an activity is another one with it.
        func differs(from head: ActivityHead) -> Bool { bringsContent || wake != head.wake || alert != nil || dismissal != nil }
    }
}
