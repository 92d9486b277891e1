#if Push
public import LiveActivityCore

/// An app in one of Apple's environments: what a token belongs to, and what a connection is for.
public struct PushAppID: Hashable, Sendable, CustomStringConvertible {
    public var bundle: BundleID
    /// Where its tokens are valid.
    public var environment: PushEnvironment

    public init(_ bundle: BundleID, _ environment: PushEnvironment) {
        self.bundle = bundle
        self.environment = environment
    }

    public var description: String { "\(bundle) (\(environment.rawValue))" }
}

/// Which service brings pushes to an app.
public enum PushService: Hashable, Sendable {
    /// Apple's. The app registers a token for each activity, one to start them, and one for its widgets.
    case apns
    /// Firebase Cloud Messaging, for an Android app. One registration token receives everything (``TokenTarget/messages``); a
    /// repeated message changes nothing, so a message whose answer was lost is sent again.
    case fcmAndroid(project: String)
    /// Firebase Cloud Messaging, which relays to Apple's service. The app registers its APNs tokens, and its registration
    /// token.
    case fcmApple(project: String)

    /// The path of a request; `nil` for Apple's own service.
    var path: String? {
        switch self {
        case .apns: nil
        case .fcmAndroid(let project), .fcmApple(let project): "/v1/projects/\(project)/messages:send"
        }
    }
}

/// An app and the kinds of activity that it shows.
public struct PushApp: Sendable {
    public var id: PushAppID
    /// Which service brings pushes to it.
    public var service = PushService.apns
    /// The kinds that it shows. Changes of others send it nothing.
    public var kinds: [ActivityKind: PushKind]

    /// An app with the kinds that it shows.
    public init(_ id: PushAppID, kinds: [ActivityKind: PushKind], service: PushService = .apns) {
        (self.id, self.kinds, self.service) = (id, kinds, service)
    }
}

/// The options of one kind of activity in one app.
public struct PushKind: Sendable {
    /// The name of the app's `ActivityAttributes` type, exactly as declared.
    public var attributesType: String
    /// The alert for a start by push whose host has given none. Without one such a start is not sent, because the device would
    /// drop it. Source: Documentation/Reference.md, PAY-16.
    public var startAlert: AlertConfiguration?
    /// Whether activities are started by push; `false` for an app that starts them itself and then registers their tokens.
    public var startsByPush = true
    /// Whether a start requests an update token (`input-push-token`, iOS 18).
    public var asksForToken = false
    /// The broadcast channel by which an activity's followers get its changes; `nil` for an activity with tokens.
    ///
    /// The channel of an activity. The first of several activities in a channel sends for all of them; the others send nothing.
    public var channel: (@Sendable (Change) -> ChannelID?)?
    /// Whether the configuration's file requests ``takeChannels(from:)``.
    package var takesChannelOfActivity = false
    /// Whether a start by push subscribes the activity to its channel (`input-push-channel`, iOS 18; on older systems the
    /// activity does not start). Otherwise the app subscribes the activities that it starts. Source:
    /// Documentation/Reference.md, PAY-13.
    public var startsInChannel = false
    /// Makes the Live Update of an Android app. `nil` sends ``LiveUpdateSource/plain``. Called on the thread that sends.
    public var liveUpdate: (@Sendable (LiveUpdateSource) -> LiveUpdate)?
    /// Whether channels store the newest push for devices that are offline (``ChannelStorage/newest``).
    public var channelStores = false

    /// A kind with what is necessary.
    public init(attributesType: String, startAlert: AlertConfiguration? = nil) {
        self.attributesType = attributesType
        self.startAlert = startAlert
    }
}
#endif
