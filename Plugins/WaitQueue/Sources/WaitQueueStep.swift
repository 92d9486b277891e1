// @ActivityJSON
/// The progress of a party's wait. In JSON the case's name.
public enum WaitQueueStep: String, Codable, Hashable, Sendable, CaseIterable {
    /// The party is in the queue, but not near the front.
    case waiting
    /// The party is at ``WaitQueueAttributes/readyThreshold`` or nearer, and should come closer.
    case almostReady
    /// It is the party's turn, which is held until ``WaitQueueState/heldUntil``.
    case called
    /// The party came. Nothing follows.
    case seated
    /// The party left the queue. Nothing follows.
    case left
    /// The party was called and did not come in time. Nothing follows.
    case noShow

    /// Whether no event can follow.
    public var isFinal: Bool {
        switch self {
        case .waiting, .almostReady, .called: false
        case .seated, .left, .noShow: true
        }
    }

    /// The transition table: the step after `event`, `nil` if the event cannot follow this step.
    ///
    /// An event for the whole queue can follow every step except the final ones. It does not move a party that was called.
    func after(_ event: WaitQueueEvent) -> WaitQueueStep? {
        switch (self, event) {
        case (.seated, _), (.left, _), (.noShow, _): nil
        case (_, .advanced), (_, .waitPosted), (_, .waitMeasured), (_, .partySizeChanged): self
        case (.waiting, .called), (.almostReady, .called): .called
        case (.called, .called): nil
        case (_, .seated): .seated
        case (_, .left): .left
        }
    }
}
