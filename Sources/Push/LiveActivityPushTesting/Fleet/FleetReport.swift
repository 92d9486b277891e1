#if Push
public import LiveActivityCore
public import LiveActivityJSON

/// A report of a device's app to its server.
public struct FleetReport: Hashable, Sendable {
    /// When the server gets it.
    public var at: Date
    public var device: Int
    /// The report's contents.
    public var what: What

    /// The reports that an app can make.
    public enum What: Hashable, Sendable {
        /// The token with which activities of this type of attributes can be started.
        case pushToStartToken(String, attributesType: String)
        /// The token of one activity. It replaces the activity's earlier ones.
        case activityToken(String, FleetActivity)
        /// The app has seen this content of the activity.
        case receipt(FleetActivity, timestamp: Date)
        /// The owner has removed the activity.
        case dismissed(FleetActivity)
        /// The owner allows Live Activities, or not.
        case permission(Bool)
    }
}

/// An activity on one device, as the app knows it.
public struct FleetActivity: Hashable, Sendable {
    /// A number that no other activity of the fleet has.
    public var number: UInt32
    /// The name of its type of attributes.
    public var attributesType: String
    /// The activity's attributes, from which the server knows its subject.
    public var attributes: JSONText
}

/// A report of a token's device to the push service: which tokens exist.
public struct FleetTokenChange: Hashable, Sendable {
    public var at: Date
    /// The token in lowercase hex.
    public var token: String
    /// The token's target.
    public var kind: RegisteredToken.Kind
    /// Whether the token is valid from now on, or invalid.
    public var isValid: Bool
}

/// Why a device did not show a push that the service had accepted.
public enum FleetDrop: String, CaseIterable, Hashable, Sendable {
    /// No device has this token, or has it no more.
    case unknownToken
    /// The push-to-start token has expired, without any report.
    case silentlyDeadToken
    /// Nothing follows the channel.
    case noFollower
    /// The device was offline, and the push was not to be stored or was stored for too short a time.
    case offline
    /// Another push replaced it while the device was offline.
    case replacedInStorage
    /// It is for a push type that this device does not know.
    case wrongPushType
    /// The payload lacks `aps`, `event` or `timestamp`, or one of them has the wrong type.
    case malformed
    /// The owner does not allow Live Activities.
    case noPermission
    /// A start without an alert.
    case missingAlert
    /// A start with attributes or a type of them that the app does not know, or without them.
    case unknownAttributes
    /// The content is missing, or does not decode.
    case undecodableContent
    /// The activity has newer content.
    case olderTimestamp
    /// The activity has ended.
    case ended
    /// The device has as many activities as it shows.
    case tooManyActivities
    /// A start that came to the token of an activity, or the other way round.
    case wrongEvent
}

/// The appearance of one activity on one device.
public struct FleetScreen: Hashable, Sendable {
    public var device: Int
    public var activity: FleetActivity
    /// ActivityKit's state of the activity.
    public var state: ActivityState
    /// The content that is drawn.
    public var content: JSONText
    /// The timestamp of the content that is drawn.
    public var timestamp: Date
    /// Since when it is drawn.
    public var shownSince: Date
    /// The timestamp of the newest content that the device has. It is drawn within ``Fleet/Configuration/drawingInterval``.
    public var newestTimestamp: Date
    /// The activity's relevance among the others.
    public var relevanceScore: Double
}

/// One drawing of an activity: what its owner saw, and when.
public struct FleetDrawing: Hashable, Sendable {
    public var device: Int
    /// The activity's number.
    public var activity: UInt32
    /// The timestamp of the content.
    public var timestamp: Date
    /// When it was drawn.
    public var at: Date
    /// Whether the device made a sound.
    public var isAlert: Bool
}

extension Fleet {
    /// Counters of all devices so far.
    public struct Statistics: Hashable, Sendable {
        /// Pushes that reached a device, also those that it did not show.
        public internal(set) var received = 0
        /// Pushes that a device did not show, by reason.
        public internal(set) var dropped: [FleetDrop: Int] = [:]
        /// Activities that a push has started.
        public internal(set) var started = 0
        /// Starts of what the device was showing already.
        public internal(set) var duplicateStarts = 0
        public internal(set) var drawings = 0
        /// Alerts with a sound.
        public internal(set) var alerts = 0
        /// Pushes of priority 10 that came when the hour's budget was spent, and were delayed.
        public internal(set) var throttled = 0
        /// Drawings of content that is older than what was drawn before. It is 0, or this model is wrong.
        public internal(set) var olderAfterNewer = 0
    }
}
#endif
