#if Push
public import LiveActivityCore

/// An app in one of Apple's environments. Tokens and connections belong to one of these.
public struct PushAppID: Hashable, Sendable, CustomStringConvertible {
    public var bundle: BundleID
    /// The environment in which the app's tokens are valid.
    public var environment: PushEnvironment

    public init(_ bundle: BundleID, _ environment: PushEnvironment) {
        self.bundle = bundle
        self.environment = environment
    }

    public var description: String { "\(bundle) (\(environment.rawValue))" }
}

/// The service that delivers pushes to an app.
public enum PushService: Hashable, Sendable {
    /// Apple's service. The app registers a token for each activity, one to start activities, and one for its widgets.
    case apns
    /// Firebase Cloud Messaging for an Android app. One registration token receives everything (``TokenTarget/messages``). A
    /// repeated message has no effect, so a message whose answer was lost is sent again.
    case fcmAndroid(project: String)
    /// Firebase Cloud Messaging, which sends to Apple's service. The app registers its APNs tokens and its registration token.
    case fcmApple(project: String)

    /// The path of requests to FCM; `nil` for Apple's service.
    var path: String? {
        switch self {
        case .apns: nil
        case .fcmAndroid(let project), .fcmApple(let project): "/v1/projects/\(project)/messages:send"
        }
    }
}

/// An app, and the kinds of activity that it can show.
public struct PushApp: Sendable {
    public var id: PushAppID
    /// The service that delivers the app's pushes.
    public var service = PushService.apns
    /// The kinds that the app can show. It receives no changes of other kinds.
    public var kinds: [ActivityKind: PushKind]

    /// An app with these kinds.
    public init(_ id: PushAppID, kinds: [ActivityKind: PushKind], service: PushService = .apns) {
        (self.id, self.kinds, self.service) = (id, kinds, service)
    }
}

extension PushApp {
    /// Checks a registration by an app, which may name any app and kind.
    ///
    /// - Parameters:
    ///   - target: The target of a token; `nil` for a key.
    ///   - id: The app that it names.
    ///   - app: The configured app with this id; `nil` if there is none.
    /// - Throws: ``PushError/appNotConfigured(_:)`` or ``PushError/kindNotConfigured(_:_:)``.
    package static func check(_ target: TokenTarget?, of id: PushAppID, in app: PushApp?) throws(PushError) {
        guard let app else { throw .appNotConfigured(id) }
        if case .pushToStart(let kind) = target, app.kinds[kind] == nil { throw .kindNotConfigured(kind, id) }
    }
}

/// The options of one kind of activity in one app.
public struct PushKind: Sendable {
    /// The name of the app's `ActivityAttributes` type, exactly as declared.
    public var attributesType: String
    /// The alert for a start by push if the host has set none. Without an alert such a start is not sent, because the device
    /// would ignore it. Source: Documentation/Reference.md, PAY-16.
    public var startAlert: AlertConfiguration?
    /// `true` if activities are started by push; `false` for an app that starts them itself and then registers their tokens.
    public var startsByPush = true
    /// `true` if a start requests an update token (`input-push-token`, iOS 18).
    public var asksForToken = false
    /// Selects the broadcast channel whose followers receive an activity's changes; `nil` for an activity with tokens.
    ///
    /// If several activities have the same channel, the first one sends for all of them, and the others send nothing.
    public var channel: (@Sendable (Change) -> ChannelID?)?
    /// `true` if the configuration's file requests ``takeChannels(from:)``.
    package var takesChannelOfActivity = false
    /// `true` if a start by push subscribes the activity to its channel (`input-push-channel`, iOS 18; on older systems the
    /// activity does not start). Otherwise the app subscribes the activities that it starts. Source:
    /// Documentation/Reference.md, PAY-13.
    public var startsInChannel = false
    /// Makes the Live Update of an Android app; `nil` sends ``LiveUpdateSource/plain``. Called on the sending thread.
    public var liveUpdate: (@Sendable (LiveUpdateSource) -> LiveUpdate)?
    /// `true` if the channels store the newest push for devices that are offline (``ChannelStorage/newest``).
    public var channelStores = false

    /// A kind with its required values.
    public init(attributesType: String, startAlert: AlertConfiguration? = nil) {
        self.attributesType = attributesType
        self.startAlert = startAlert
    }
}
#endif
