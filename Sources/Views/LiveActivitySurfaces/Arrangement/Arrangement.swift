public import LiveActivityCore

/// Decides on which surface each of an owner's activities is shown.
public struct Arrangement: Hashable, Sendable, Codable {
    /// Every visible activity, the most relevant first: the order on the Lock Screen.
    ///
    /// Includes activities that have ended and are not dismissed yet.
    public let shown: [ActivityID]
    /// The activities in ``shown`` that have not ended: the only ones that the Dynamic Island and CarPlay show.
    public let running: [ActivityID]

    /// An arrangement without activities.
    public init() { (shown, running) = ([], []) }

    /// Arranges activities by their priority.
    ///
    /// - Parameter ranks: The ranks in any order, without pending and dismissed activities, which no surface shows.
    public init(of ranks: some Sequence<ActivityRank>) {
        let visible = ranks.filter { $0.state != .pending && $0.state != .dismissed }.sorted()
        shown = visible.map(\.id)
        running = visible.filter(\.state.acceptsContent).map(\.id)
    }

    /// The contents of the Dynamic Island. It has space for at most two activities.
    public enum Island: Hashable, Sendable, Codable {
        /// No activity is shown.
        case empty
        /// Exactly one activity is shown, in its compact presentation.
        case compact(ActivityID)
        /// Two activities are shown, both minimal: the most relevant one is attached to the camera, the next one is
        /// detached.
        ///
        /// Further activities are not shown.
        case minimal(attached: ActivityID, detached: ActivityID)

        init(_ activities: [ActivityID]) {
            switch activities.count {
            case 0: self = .empty
            case 1: self = .compact(activities[0])
            default: self = .minimal(attached: activities[0], detached: activities[1])
            }
        }

        /// The activities that the island shows, the attached one first.
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
    /// The menu bar of a Mac. It has the same presentations as the island, but also shows activities that have ended.
    public var menuBar: Island { Island(shown) }

    /// The activities that a surface shows, the most relevant first.
    ///
    /// An island has one form at a time, so its compact surface is empty while two activities share it. The expanded
    /// surface lists the activities in the island, because the user can open each of these.
    public func activities(on surface: SizedSurface) -> [ActivityID] {
        switch surface.surface {
        case .compact, .minimal, .expanded: island.activities(as: surface.presentation)
        case .menuBar where surface.presentation != .lockScreen: menuBar.activities(as: surface.presentation)
        case .carPlay: running
        default: shown
        }
    }
}

extension Arrangement.Island {
    fileprivate func activities(as presentation: SizedSurface.Kind) -> [ActivityID] {
        switch (presentation, self) {
        case (.expanded, _): activities
        case (.compact, .compact(let id)): [id]
        case (.attachedMinimal, .minimal(let attached, _)): [attached]
        case (.detachedMinimal, .minimal(_, let detached)): [detached]
        default: []
        }
    }
}
