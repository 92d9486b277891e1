/// Where a party is on its way through the queue.
public enum WaitQueueStep: String, Codable, Hashable, Sendable, CaseIterable {
    /// In the queue, with time to look around.
    case waiting
    /// Near enough to the front to come closer.
    case almostReady
    /// Its turn: the place is held until ``WaitQueueState/heldUntil``.
    case called
    /// It came. The end.
    case seated
    /// It gave its place up. The end.
    case left
    /// It was called and did not come. The end.
    case noShow

    public var isFinal: Bool {
        switch self {
        case .waiting, .almostReady, .called: false
        case .seated, .left, .noShow: true
        }
    }

    /// The transition table: the step that follows when `event` happens in this one, `nil` if it cannot happen.
    ///
    /// What is published to the whole queue never fails: a party that was called is no longer moved by it, that is all.
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
