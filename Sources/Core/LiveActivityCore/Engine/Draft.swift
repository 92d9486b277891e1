extension Engine {
    /// The part of a draft that does not depend on the provider's types.
    @usableFromInline struct Draft: ~Copyable {
        @usableFromInline var staleDate: Double
        @usableFromInline var wake: Double
        @usableFromInline var relevance: Double
        @usableFromInline var alert: Box<AlertConfiguration>?
        @usableFromInline var dismissal: Box<ActivityUIDismissalPolicy>?
        @usableFromInline var endReason = Change.EndReason.provider
        /// Whether the draft's content differs from the row's.
        @usableFromInline var bringsContent = false
        /// The range of the content's JSON in the log's bytes; empty if it was not encoded.
        @usableFromInline var bytes = 0..<0

        @inlinable init<Attributes>(_ scope: borrowing ActivityScope<Attributes>) {
            staleDate = scope.staleDate?.timeIntervalSinceReferenceDate ?? .infinity
            wake = scope.wake?.timeIntervalSinceReferenceDate ?? .infinity
            relevance = scope.relevanceScore
            alert = scope.alertBox
            dismissal = scope.dismissalBox
        }

        /// Whether the draft changes the activity.
        func differs(from head: ActivityHead) -> Bool { bringsContent || wake != head.wake || alert != nil || dismissal != nil }
    }
}
