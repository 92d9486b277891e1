#if Push
public import LiveActivityCore
public import LiveActivityJSON

/// A report of a device's app to its server.
public struct FleetReport: Hashable, Sendable {
    /// When the server receives the report.
    public var at: Date
    public var device: Int
    /// The report's contents.
    public var what: What

    /// The kinds of report.
    public enum What: Hashable, Sendable {
        /// The token that starts activities with this type of attributes.
        case pushToStartToken(String, attributesType: String)
        /// The token of one activity. It replaces the activity's earlier ones.
        case activityToken(String, FleetActivity)
        /// The app has received this content of the activity.
        case receipt(FleetActivity, timestamp: Date)
        /// The owner has removed the activity.
        case dismissed(FleetActivity)
        /// The owner now allows or forbids Live Activities.
        case permission(Bool)
    }
}

/// An activity on one device, as its app sees it.
public struct FleetActivity: Hashable, Sendable {
    /// The activity's number, unique in the fleet.
    public var number: UInt32
    /// The name of its type of attributes.
    public var attributesType: String
    /// The activity's attributes, by which the server knows what the activity is about.
    public var attributes: JSONText
}

/// A token that became valid or invalid on a device, for the push service.
public struct FleetTokenChange: Hashable, Sendable {
    public var at: Date
    /// The token in lowercase hex.
    public var token: String
    /// The token's target.
    public var kind: RegisteredToken.Kind
    /// `true` if the token is now valid.
    public var isValid: Bool
}

/// The reasons why a device does not show an accepted push.
public enum FleetDrop: String, CaseIterable, Hashable, Sendable {
    /// No device has this token now.
    case unknownToken
    /// The push-to-start token has become invalid without a report.
    case silentlyDeadToken
    /// No activity follows the channel.
    case noFollower
    /// The device was offline, and the push was not stored, or not for long enough.
    case offline
    /// Another push replaced it while the device was offline.
    case replacedInStorage
    /// The device does not know the push type.
    case wrongPushType
    /// The payload lacks `aps`, `event` or `timestamp`, or one of them has the wrong type.
    case malformed
    /// The owner does not allow Live Activities.
    case noPermission
    /// The start has no alert.
    case missingAlert
    /// The start has no attributes, or attributes or a type that the app does not know.
    case unknownAttributes
    /// The content is missing, or does not decode.
    case undecodableContent
    /// The activity has newer content.
    case olderTimestamp
    /// The activity has ended.
    case ended
    /// The device already has the maximum number of activities.
    case tooManyActivities
    /// A start was sent to an activity's token, or an update or end to a push-to-start token.
    case wrongEvent
}

/// One activity on the screen of one device.
public struct FleetScreen: Hashable, Sendable {
    public var device: Int
    public var activity: FleetActivity
    /// ActivityKit's state of the activity.
    public var state: ActivityState
    /// The visible content.
    public var content: JSONText
    /// The timestamp of the visible content.
    public var timestamp: Date
    /// When the visible content was drawn.
    public var shownSince: Date
    /// The timestamp of the newest content on the device. It is drawn within ``Fleet/Configuration/drawingInterval``.
    public var newestTimestamp: Date
    /// The activity's relevance, which orders the screens.
    public var relevanceScore: Double
}

/// One drawing of an activity, which its owner saw.
public struct FleetDrawing: Hashable, Sendable {
    public var device: Int
    /// The activity's number.
    public var activity: UInt32
    /// The timestamp of the content.
    public var timestamp: Date
    /// The date of the drawing.
    public var at: Date
    /// `true` if the device made a sound.
    public var isAlert: Bool
}

extension Fleet {
    /// The numbers of all devices' events so far.
    public struct Statistics: Hashable, Sendable {
        /// Pushes that reached a device, including those that it did not show.
        public internal(set) var received = 0
        /// Pushes that a device did not show, by reason.
        public internal(set) var dropped: [FleetDrop: Int] = [:]
        /// Activities that a push has started.
        public internal(set) var started = 0
        /// Starts of activities that the device was already showing.
        public internal(set) var duplicateStarts = 0
        public internal(set) var drawings = 0
        /// Alerts with a sound.
        public internal(set) var alerts = 0
        /// Pushes of priority 10 that were delayed, because the hour's budget was used up.
        public internal(set) var throttled = 0
        /// Drawings of content that is older than the content before. It is 0 unless this model has an error.
        public internal(set) var olderAfterNewer = 0
    }
}
#endif
