public import LiveActivityCore

/// Which of an owner's activities is seen where.
public struct Arrangement: Hashable, Sendable, Codable {
    /// Everything that is on show, the most relevant first: the order on the Lock Screen (LIFE-33). Has those that linger after their end.
    public let shown: [ActivityID]
    /// Of these, the ones that have not ended: what island and CarPlay may show (LIFE-18).
    public let running: [ActivityID]

    public init() { (shown, running) = ([], []) }

    /// - Parameter standings: In any order. What waits for its start and what was dismissed is seen nowhere.
    public init(of standings: some Sequence<Standing>) {
        let visible = standings.filter { $0.state != .pending && $0.state != .dismissed }.sorted()
        shown = visible.map(\.id)
        running = visible.filter(\.state.acceptsContent).map(\.id)
    }

    /// What is in an island that shows at most two activities (LIFE-34).
    public enum Island: Hashable, Sendable, Codable {
        case empty
        /// One activity is active (HIG-02).
        case compact(ActivityID)
        /// Two or more are: the most relevant stays with the camera, the next stands beside it (HIG-02).
        case minimal(attached: ActivityID, detached: ActivityID)

        init(_ activities: [ActivityID]) {
            switch activities.count {
            case 0: self = .empty
            case 1: self = .compact(activities[0])
            default: self = .minimal(attached: activities[0], detached: activities[1])
            }
        }

        /// Those that are in it, the attached one first.
        public var activities: [ActivityID] {
            switch self {
            case .empty: []
            case .compact(let id): [id]
            case .minimal(let attached, let detached): [attached, detached]
            }
        }
    }

    /// The Dynamic Island of an iPhone.
    public var island: Island { Island(running) }
    /// The menu bar of a Mac, which has the same forms (HIG-09); what has ended lingers there (LIFE-18).
    public var menuBar: Island { Island(shown) }

    /// What may be seen on a surface, the most relevant first.
    ///
    /// An island has one form at a time: its compact surface is empty while two share it. Expanded is what a person may open: what is
    /// in the island.
    public func activities(on place: PresentationSurface) -> [ActivityID] {
        switch place.surface {
        case .compact, .minimal, .expanded: island.activities(as: place.presentation)
        case .menuBar where place.presentation != .lockScreen: menuBar.activities(as: place.presentation)
        case .carPlay: running
        default: shown
        }
    }
}

extension Arrangement.Island {
    fileprivate func activities(as presentation: PresentationSurface.Kind) -> [ActivityID] {
        switch (presentation, self) {
        case (.expanded, _): activities
        case (.compact, .compact(let id)): [id]
        case (.attachedMinimal, .minimal(let attached, _)): [attached]
        case (.detachedMinimal, .minimal(_, let detached)): [detached]
        default: []
        }
    }
}
