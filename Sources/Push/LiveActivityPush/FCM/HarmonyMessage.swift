#if Push
public import LiveActivityCore

/// A `liveViewPayload` for HarmonyOS's Push Kit. Only the body is made here; sending needs a token of Huawei's service.
///
/// Source: Documentation/Reference.md, HMS-01 and HMS-02.
public struct HarmonyMessage: Hashable, Sendable {
    /// What a server may create.
    public enum Event: String, Hashable, Sendable, CaseIterable {
        /// A flight.
        case flight = "FLIGHT"
        /// A ride in a taxi.
        case taxi = "TAXI"
        /// A ride on a train.
        case train = "TRAIN"
        /// A delivery of food.
        case delivery = "DELIVERY"
        /// A place in a queue.
        case queue = "QUEUE"
        /// Something rented.
        case rent = "RENT"
        /// A parcel.
        case express = "EXPRESS"
        /// A check-in.
        case checkIn = "CHECK_IN"
        /// A trade.
        case trade = "TRADE"
        /// A timer that was subscribed to.
        case subscribeTimer = "SUBSCRIBE_TIMER"
    }

    /// What the message does: create, update, end.
    public var operation: ActivityPayload.Event
    /// A number that names the activity. The same one cannot be created again within 12 hours.
    public var activity: Int
    /// Which of Huawei's templates.
    public var event: Event
    /// The step within the event, such as `DELIVERING`.
    public var status: String
    /// It must grow with each message: the activity's revision.
    public var version: UInt32
    /// Whether it makes no sound.
    public var isMute = true
    /// The template's layout.
    public var type = 0
    /// The first line.
    public var title: String
    /// The parts of the second line, each with a colour such as `#FF0A59F7`, or none.
    public var texts: [(text: String, color: String?)] {
        get { parts.map { ($0.text, $0.color) } }
        set { parts = newValue.map { Part(text: $0.text, color: $0.color) } }
    }
    private var parts: [Part] = []

    private struct Part: Hashable {
        var text: String
        var color: String?
    }

    /// A message with what every one has.
    public init(
        _ operation: ActivityPayload.Event, activity: Int, event: Event, status: String, version: UInt32, title: String
    ) {
        self.operation = operation
        self.activity = activity
        self.event = event
        self.status = status
        self.version = version
        self.title = title
    }

    /// A message with what a Live Update shows: the title, and one line of the body, the countdown's time excepted, which has no neutral
    /// field in the template. The operation is the update's.
    ///
    /// - Parameters:
    ///   - update: What an activity shows, from the alert or from the kind's widget.
    ///   - activity: A number that names the activity.
    ///   - event: Which of Huawei's templates.
    ///   - status: The step within the event.
    ///   - version: The activity's revision.
    public init(_ update: LiveUpdate, activity: Int, event: Event, status: String, version: UInt32) {
        self.init(
            update.event, activity: activity, event: event, status: status, version: version, title: update.title)
        texts = [update.body, update.criticalText == update.body ? nil : update.criticalText].compactMap { $0 }.map {
            ($0, nil)
        }
    }

    /// The object `liveViewPayload` as JSON.
    public var payload: JSONText {
        let number =
            switch operation {
            case .start: 0
            case .update: 1
            case .end: 2
            }
        let texts = parts.map { part in
            JSONValue(
                members: [("text", JSONValue(part.text))] + (part.color.map { [("foregroundColor", JSONValue($0))] } ?? []))
        }
        let notification = JSONValue(
            members: [("type", JSONValue(type)), ("contentTitle", JSONValue(title)), ("contentText", JSONValue(texts))])
        return JSONText(
            JSONValue(members: [
                ("operation", JSONValue(number)), ("activityId", JSONValue(activity)), ("event", JSONValue(event.rawValue)),
                ("status", JSONValue(status)), ("version", JSONValue(version)), ("mute", JSONValue(isMute)),
                ("activityData", JSONValue(members: [("notificationData", notification)])),
            ]))
    }
}
#endif
