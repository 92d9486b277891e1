import LiveActivityJSON

/// The reason why the engine refused a command. No activity has changed then. Later versions add cases.
@nonexhaustive
public indirect enum EngineError: Error, Hashable, Sendable {
    // MARK: The activity or kind

    /// No provider of this kind is registered. Activities of the kind may have been restored, and wait for the
    /// provider.
    case unknownKind(ActivityKind)
    /// The type of the attributes, or the followers of a topic, do not determine the kind: `kinds` all match, so the command
    /// must name one. If `kinds` is empty, no provider with such attributes is registered.
    case ambiguousKind(attributes: String, kinds: [ActivityKind] = [])
    /// No activity has this id: it was never started, or was dismissed.
    case unknownActivity(ActivityID)
    /// No running activity has this owner, kind and key.
    case nothingRunning(owner: OwnerID, kind: ActivityKind, key: StartKey)
    /// The event, content or attributes are of another type than the activity's kind has.
    case wrongType(ActivityKind, given: String)
    /// The activity has ended and accepts no more events and content. Start a new one.
    case activityEnded(ActivityID)

    // MARK: Limits and permissions

    /// The user does not allow activities of this kind, or any activities.
    case denied(owner: OwnerID, kind: ActivityKind)
    /// The store has a damaged permission whose owner is unknown. That owner may have forbidden activities of this kind, so no
    /// activity of the kind is started until an operator has decided (`live-activities repair`).
    case permissionsDamaged(ActivityKind)
    /// The owner has ``EngineLimits/activitiesPerOwner`` ongoing activities.
    case tooManyActivitiesOfOwner(OwnerID, limit: Int)
    /// There are ``EngineLimits/activities`` activities.
    case tooManyActivities(limit: Int)
    /// An activity with the same owner, kind and key is running, and the start's option is ``StartOptions/IfRunning/reject``.
    case alreadyRunning(ActivityID)
    /// The user dismissed an activity with the same owner, kind and key. Starts are accepted again from `until` on
    /// (``EngineConfiguration/afterDismissal``).
    case dismissedByPerson(owner: OwnerID, key: StartKey, until: Date)
    /// Controls do not work on this surface (``Surface/takesActions``).
    case surfaceTakesNoActions(Surface)

    // MARK: Invalid values

    /// Attributes and content together are larger than ``EngineLimits/payloadBytes``. Sizes are bytes of JSON. The
    /// attributes of a running activity cannot change, so only smaller content helps.
    case payloadTooLarge(attributes: Int, content: Int, limit: Int)
    /// With its alert the update is larger than ``EngineLimits/payloadBytes``, which a push may carry. `payload` is the size of
    /// attributes and content together. Sizes are bytes of JSON.
    case alertTooLarge(alert: Int, payload: Int, limit: Int)
    /// `what` (such as owner, key or event id) is a name of more than ``EngineLimits/nameBytes`` bytes of UTF-8.
    case tooLong(what: String, bytes: Int, limit: Int)
    /// `what` (attributes, content or event) cannot be decoded from the JSON. `path` is where in it, such as
    /// `stops[2].name`; empty for the whole.
    case undecodable(what: String, path: String, reason: String)
    /// `what` cannot be encoded as JSON. `path` is where in it; empty for the whole.
    case unencodable(what: String, path: String, reason: String)
    /// The provider refused the command: not now, or not with this event; `reason` describes the error that it threw.
    case refused(ActivityKind, reason: String)
    /// The attributes or the content can be decoded, but no activity of this kind can have them: the provider's
    /// ``ActivityProvider/validate(_:)`` or ``ActivityProvider/validate(_:for:)`` refused them. `what` is `attributes` or
    /// `content`; `reason` describes the error that the provider threw, which names the field.
    case invalidValue(ActivityKind, what: String, reason: String)
    /// The provider requested a wake at a date that is not after now.
    case wakeNotInFuture(ActivityKind, wake: Date, now: Date)
    /// A start in the future needs an alert, which is shown at the start. As in ActivityKit. Source:
    /// Documentation/Reference.md, LIFE-05.
    case alertRequired(start: Date)
    /// The stale date is not after the command's time, so the content would be stale at once.
    case staleDateInPast(Date, now: Date)
    /// The end date is not after the start, so the activity would end at once.
    case endDateInPast(Date, now: Date)
    /// The date is not a finite number, or so far from now that its unit or epoch must be wrong. `hint` names the
    /// likely mistake.
    case implausibleDate(Date, hint: String)
    /// A lease must have 0 < `staleAfter` <= `endAfter`, both finite numbers of seconds.
    case invalidLease(Lease)
    /// The relevance score is not a finite number.
    case relevanceNotFinite

    // MARK: The engine itself

    /// More than ``EngineLimits/undrainedChanges`` changes wait to be drained. Drain them, then repeat the command.
    case changesNotDrained(count: Int)
    /// The provider cannot be registered, for this `reason`. The engine has not changed.
    case cannotRegister(ActivityKind, reason: String)
    /// The snapshot cannot be restored in this engine, for this `reason`. The engine has not changed.
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
        case .permissionsDamaged: "permissionsDamaged"
        case .tooManyActivitiesOfOwner: "tooManyActivitiesOfOwner"
        case .tooManyActivities: "tooManyActivities"
        case .alreadyRunning: "alreadyRunning"
        case .dismissedByPerson: "dismissedByPerson"
        case .surfaceTakesNoActions: "surfaceTakesNoActions"
        case .payloadTooLarge: "payloadTooLarge"
        case .alertTooLarge: "alertTooLarge"
        case .tooLong: "tooLong"
        case .undecodable: "undecodable"
        case .unencodable: "unencodable"
        case .refused: "refused"
        case .invalidValue: "invalidValue"
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

extension EngineError {
    /// The description. For an unknown kind it lists `kinds`, and suggests the most similar kind.
    package func description(among kinds: [ActivityKind]) -> String {
        guard case .unknownKind(let kind) = self, !kinds.isEmpty else { return description }
        return CaseNames.unknown(kind.rawValue, "kind", among: kinds.map(\.rawValue))
    }
}

extension EngineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownKind(let kind): "no provider of kind '\(kind.abridged)' is registered"
        case .ambiguousKind(let attributes, let kinds):
            kinds.isEmpty
                ? "no provider with attributes of type \(attributes.abridged) is registered: register it first"
                : "\(attributes.abridged) may be of the kinds \(kinds.map { "'\($0.abridged)'" }.joined(separator: ", ")): name one of them"
        case .unknownActivity(let id): "no activity has the id \(id): it was never started, or was dismissed"
        case .nothingRunning(let owner, let kind, let key):
            "no activity of owner '\(owner.abridged)', kind '\(kind.abridged)' and key '\(key.abridged)' is running"
        case .wrongType(let kind, let given):
            "activities of kind '\(kind.abridged)' have other types than \(given.abridged)"
                + (Self.textTypes.contains(given) ? "; give JSON with the label 'json', as in send(json:to:)" : "")
        case .activityEnded(let id): "activity \(id) has ended and accepts no more content: start a new one"
        case .denied(let owner, let kind): "'\(owner.abridged)' has switched activities of kind '\(kind.abridged)' off"
        case .permissionsDamaged(let kind):
            "no activity of kind '\(kind.abridged)' is started: a permission in the store is damaged, and its owner is unknown; "
                + "an operator decides with 'live-activities repair'"
        case .tooManyActivitiesOfOwner(let owner, let limit):
            "'\(owner.abridged)' has \(limit) ongoing activities, which is the limit"
        case .tooManyActivities(let limit): "there are \(limit) activities, which is the limit"
        case .alreadyRunning(let id): "activity \(id) has the same owner, kind and key and is running"
        case .dismissedByPerson(let owner, let key, let until):
            "'\(owner.abridged)' dismissed '\(key.abridged)': start it again after \(until.iso8601)"
        case .surfaceTakesNoActions(let surface): "controls do not work on \(surface.rawValue)"
        case .payloadTooLarge(let attributes, let content, let limit):
            "attributes of \(attributes) bytes and content of \(content) bytes are more than the \(limit) bytes allowed"
        case .alertTooLarge(let alert, let payload, let limit):
            "an alert of \(alert) bytes beside attributes and content of \(payload) bytes is more than the \(limit) bytes allowed"
        case .tooLong(let what, let bytes, let limit): "the \(what) has \(bytes) bytes, more than the \(limit) allowed"
        case .undecodable(let what, let path, let reason): "\(what)\(path.isEmpty ? "" : " at \(path)"): \(reason)"
        case .unencodable(let what, let path, let reason):
            "\(what)\(path.isEmpty ? "" : " at \(path)") cannot be written as JSON: \(reason)"
        case .refused(let kind, let reason): "\(kind.abridged): \(reason)"
        case .invalidValue(let kind, let what, let reason): "\(kind.abridged): impossible \(what): \(reason)"
        case .wakeNotInFuture(let kind, let wake, let now):
            "the provider of '\(kind.abridged)' requested a wake at \(wake.iso8601), which is not after \(now.iso8601)"
        case .alertRequired(let start): "a start at \(start.iso8601), in the future, needs an alert"
        case .staleDateInPast(let date, let now): "the stale date \(date.iso8601) is not after now, \(now.iso8601)"
        case .endDateInPast(let date, let now): "the end date \(date.iso8601) is not after the start, \(now.iso8601)"
        case .implausibleDate(let date, let hint): "the date \(date.iso8601) is too far away: \(hint)"
        case .invalidLease(let lease):
            "a lease needs 0 < staleAfter <= endAfter, not \(lease.staleAfter) and \(lease.endAfter) seconds"
        case .relevanceNotFinite: "a relevance score must be a finite number"
        case .changesNotDrained(let count): "\(count) changes wait to be drained: drain them before the next command"
        case .cannotRegister(let kind, let reason): "kind '\(kind.abridged)' cannot be registered: \(reason)"
        case .cannotRestore(let reason): "the snapshot cannot be restored: \(reason)"
        }
    }
}

extension EngineError {
    /// Types that usually contain JSON and are hardly ever the type of an event.
    private static let textTypes: Set = ["String", "Substring", "Array<UInt8>", "ArraySlice<UInt8>", "Data", "JSONText"]
}
