/// Why the engine refused a command. Whatever it was, no activity has changed.
///
/// New cases are added in later versions.
@nonexhaustive
public enum EngineError: Error, Hashable, Sendable {
    // MARK: Whom it was about

    /// No provider of this kind is registered, or it was restored from a snapshot and waits for its provider.
    case unknownKind(ActivityKind)
    /// Several kinds have these attributes, or none: name the kind.
    case ambiguousKind(attributes: String)
    /// No activity has this id: it was never started, or was dismissed.
    case unknownActivity(ActivityID)
    /// No running activity has this owner, kind and key.
    case nothingRunning(owner: OwnerID, kind: ActivityKind, key: StartKey)
    /// The event, content or attributes are of another type than the activity's kind has.
    case wrongType(ActivityKind, given: String)
    /// The activity has ended and takes no more content (LIFE-13). Start a new one.
    case activityEnded(ActivityID)

    // MARK: Whether it may

    /// The person switched this kind, or Live Activities altogether, off (AUTH-01).
    case denied(owner: OwnerID, kind: ActivityKind)
    /// There are as many ongoing activities of this owner as there may be.
    case tooManyActivitiesOfOwner(OwnerID, limit: Int)
    /// There are as many activities as there may be.
    case tooManyActivities(limit: Int)
    /// One with the same owner, kind and key is running, and the start was to be the only one.
    case alreadyRunning(ActivityID)
    /// The person dismissed one with the same owner, kind and key; a start is welcome again at `until`.
    case dismissedByPerson(owner: OwnerID, key: StartKey, until: Date)
    /// The surface has no working controls (WK-14, HIG-07).
    case surfaceTakesNoActions(Surface)

    // MARK: What was wrong with it

    /// Both sizes are bytes of JSON. The attributes' part cannot shrink any more, the content's can.
    case payloadTooLarge(attributes: Int, content: Int, limit: Int)
    /// The JSON is not what the type needs; `path` is where.
    case undecodable(what: String, path: String, reason: String)
    /// The value cannot be written as JSON; `path` is where.
    case unencodable(what: String, path: String, reason: String)
    /// The provider said no, in its own words.
    case refused(ActivityKind, reason: String)
    /// The provider asked to be woken at a date that is not after now.
    case wakeNotInFuture(ActivityKind, wake: Date, now: Date)
    /// A start in the future must alert when it comes (LIFE-05): give it an alert.
    case alertRequired(start: Date)
    /// Content that is stale before it is shown.
    case staleDateInPast(Date, now: Date)
    /// An activity that would be over before it starts.
    case endDateInPast(Date, now: Date)
    /// A date so far from now that its unit or epoch must be wrong; `hint` says which it looks like.
    case implausibleDate(Date, hint: String)
    /// A lease must have 0 < staleAfter <= endAfter, both in seconds.
    case invalidLease(Lease)
    /// Only a finite number can be compared with others.
    case relevanceNotFinite

    // MARK: What is wrong here

    /// So many changes wait to be drained that more would only pile up: drain them.
    case changesNotDrained(count: Int)
    /// This engine has no room for more kinds, or the kind is registered already.
    case cannotRegister(ActivityKind, reason: String)
    /// The snapshot is not one of this engine's, or of a later version.
    case cannotRestore(reason: String)
}

extension EngineError {
    /// A permanent name for the case, for JSON, logs and other languages.
    public var code: String {
        switch self {
        case .unknownKind: "unknownKind"
        case .ambiguousKind: "ambiguousKind"
        case .unknownActivity: "unknownActivity"
        case .nothingRunning: "nothingRunning"
        case .wrongType: "wrongType"
        case .activityEnded: "activityEnded"
        case .denied: "denied"
        case .tooManyActivitiesOfOwner: "tooManyActivitiesOfOwner"
        case .tooManyActivities: "tooManyActivities"
        case .alreadyRunning: "alreadyRunning"
        case .dismissedByPerson: "dismissedByPerson"
        case .surfaceTakesNoActions: "surfaceTakesNoActions"
        case .payloadTooLarge: "payloadTooLarge"
        case .undecodable: "undecodable"
        case .unencodable: "unencodable"
        case .refused: "refused"
        case .wakeNotInFuture: "wakeNotInFuture"
        case .alertRequired: "alertRequired"
        case .staleDateInPast: "staleDateInPast"
        case .endDateInPast: "endDateInPast"
        case .implausibleDate: "implausibleDate"
        case .invalidLease: "invalidLease"
        case .relevanceNotFinite: "relevanceNotFinite"
        case .changesNotDrained: "changesNotDrained"
        case .cannotRegister: "cannotRegister"
        case .cannotRestore: "cannotRestore"
        }
    }
}

extension EngineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownKind(let kind): "no provider of kind '\(kind)' is registered"
        case .ambiguousKind(let attributes): "not exactly one kind has attributes of type \(attributes): name the kind"
        case .unknownActivity(let id): "no activity has the id \(id): it was never started, or was dismissed"
        case .nothingRunning(let owner, let kind, let key):
            "no activity of owner '\(owner)', kind '\(kind)' and key '\(key)' is running"
        case .wrongType(let kind, let given): "activities of kind '\(kind)' have nothing to do with \(given)"
        case .activityEnded(let id): "activity \(id) has ended and takes no more content: start a new one"
        case .denied(let owner, let kind): "'\(owner)' has switched activities of kind '\(kind)' off"
        case .tooManyActivitiesOfOwner(let owner, let limit): "'\(owner)' has \(limit) ongoing activities, which is the limit"
        case .tooManyActivities(let limit): "there are \(limit) activities, which is the limit"
        case .alreadyRunning(let id): "activity \(id) has the same owner, kind and key and is running"
        case .dismissedByPerson(let owner, let key, let until):
            "'\(owner)' dismissed '\(key)': start it again after \(until.iso8601)"
        case .surfaceTakesNoActions(let surface): "controls do not work on \(surface.rawValue)"
        case .payloadTooLarge(let attributes, let content, let limit):
            "attributes of \(attributes) bytes and content of \(content) bytes are more than the \(limit) bytes allowed"
        case .undecodable(let what, let path, let reason): "\(what)\(path.isEmpty ? "" : " at \(path)"): \(reason)"
        case .unencodable(let what, let path, let reason):
            "\(what)\(path.isEmpty ? "" : " at \(path)") cannot be written as JSON: \(reason)"
        case .refused(let kind, let reason): "\(kind): \(reason)"
        case .wakeNotInFuture(let kind, let wake, let now):
            "the provider of '\(kind)' asked to be woken at \(wake.iso8601), which is not after \(now.iso8601)"
        case .alertRequired(let start): "a start at \(start.iso8601), in the future, needs an alert"
        case .staleDateInPast(let date, let now): "the stale date \(date.iso8601) is not after now, \(now.iso8601)"
        case .endDateInPast(let date, let now): "the end date \(date.iso8601) is not after the start, \(now.iso8601)"
        case .implausibleDate(let date, let hint): "the date \(date.iso8601) is too far away: \(hint)"
        case .invalidLease(let lease):
            "a lease needs 0 < staleAfter <= endAfter, not \(lease.staleAfter) and \(lease.endAfter) seconds"
        case .relevanceNotFinite: "a relevance score must be a finite number"
        case .changesNotDrained(let count): "\(count) changes wait to be drained: drain them before the next command"
        case .cannotRegister(let kind, let reason): "kind '\(kind)' cannot be registered: \(reason)"
        case .cannotRestore(let reason): "the snapshot cannot be restored: \(reason)"
        }
    }
}
