import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A ``/LiveActivityHost/RuntimeError`` as JSON between nodes. A case that another version has and this one does not is shown by its text.
struct CodedError: Codable, Sendable {
    var code: String
    var id: ActivityID?
    var owner: OwnerID?
    var kind: ActivityKind?
    var kinds: [ActivityKind]?
    var key: StartKey?
    var what: String?
    var path: String?
    var reason: String?
    var numbers: [Int]?
    var dates: [Date]?
    var surface: Surface?
    var lease: Lease?
    var eventID: EventID?

    init(_ error: RuntimeError) {
        code = error.code
        switch error {
        case .engine(let error): take(error)
        case .closed: break
        case .storeUnavailable(let its), .notDurable(let its), .fenced(let its): reason = its
        case .otherPartition(let its): numbers = [its]
        case .otherRevision(let its, let revision): (id, numbers) = (its, [Int(revision)])
        case .outcomeUnknown(let its, let event): (reason, eventID) = (its, event)
        @unknown default: take(.refused("", reason: error.description))
        }
    }

    private mutating func take(_ error: EngineError) {
        code = error.code
        switch error {
        case .unknownKind(let its): kind = its
        case .ambiguousKind(let attributes, let its): (what, kinds) = (attributes, its)
        case .unknownActivity(let its), .activityEnded(let its), .alreadyRunning(let its): id = its
        case .nothingRunning(let owner, let kind, let key): (self.owner, self.kind, self.key) = (owner, kind, key)
        case .wrongType(let its, let given): (kind, what) = (its, given)
        case .denied(let owner, let kind): (self.owner, self.kind) = (owner, kind)
        case .permissionsDamaged(let its): kind = its
        case .tooManyActivitiesOfOwner(let its, let limit): (owner, numbers) = (its, [limit])
        case .tooManyActivities(let limit): numbers = [limit]
        case .dismissedByPerson(let owner, let key, let until): (self.owner, self.key, dates) = (owner, key, [until])
        case .surfaceTakesNoActions(let its): surface = its
        case .payloadTooLarge(let attributes, let content, let limit): numbers = [attributes, content, limit]
        case .alertTooLarge(let alert, let payload, let limit): numbers = [alert, payload, limit]
        case .tooLong(let its, let bytes, let limit): (what, numbers) = (its, [bytes, limit])
        case .undecodable(let what, let path, let reason), .unencodable(let what, let path, let reason):
            (self.what, self.path, self.reason) = (what, path, reason)
        case .refused(let its, let why), .cannotRegister(let its, let why): (kind, reason) = (its, why)
        case .invalidValue(let kind, let what, let reason): (self.kind, self.what, self.reason) = (kind, what, reason)
        case .wakeNotInFuture(let its, let wake, let now): (kind, dates) = (its, [wake, now])
        case .alertRequired(let start): dates = [start]
        case .staleDateInPast(let date, let now), .endDateInPast(let date, let now): dates = [date, now]
        case .implausibleDate(let date, let hint): (dates, reason) = ([date], hint)
        case .invalidLease(let its): lease = its
        case .relevanceNotFinite: break
        case .changesNotDrained(let count): numbers = [count]
        case .cannotRestore(let its): reason = its
        @unknown default: (code, kind, reason) = ("refused", "", error.description)
        }
    }

    var error: RuntimeError {
        switch (code, id, reason, numbers ?? []) {
        case ("closed", _, _, _): .closed
        case ("storeUnavailable", _, let reason?, _): .storeUnavailable(reason: reason)
        case ("notDurable", _, let reason?, _): .notDurable(reason: reason)
        case ("fenced", _, let reason?, _): .fenced(reason: reason)
        case ("outcomeUnknown", _, let reason?, _): .outcomeUnknown(reason: reason, eventID: eventID)
        case ("otherPartition", _, _, let numbers) where numbers.count == 1: .otherPartition(numbers[0])
        case ("otherRevision", let id?, _, let numbers) where numbers.count == 1:
            .otherRevision(id, revision: UInt32(clamping: numbers[0]))
        default: .engine(engineError)
        }
    }

    private var engineError: EngineError {
        aboutActivities ?? aboutValues
            ?? .refused(kind ?? "", reason: "another node refused it as '\(code)'\(reason.map { ": \($0)" } ?? "")")
    }

    private var aboutActivities: EngineError? {
        let number = numbers?.first
        return switch (code, id, owner, kind, key) {
        case ("unknownKind", _, _, let kind?, _): .unknownKind(kind)
        case ("ambiguousKind", _, _, _, _): .ambiguousKind(attributes: what ?? "", kinds: kinds ?? [])
        case ("unknownActivity", let id?, _, _, _): .unknownActivity(id)
        case ("activityEnded", let id?, _, _, _): .activityEnded(id)
        case ("alreadyRunning", let id?, _, _, _): .alreadyRunning(id)
        case ("nothingRunning", _, let owner?, let kind?, let key?): .nothingRunning(owner: owner, kind: kind, key: key)
        case ("wrongType", _, _, let kind?, _): .wrongType(kind, given: what ?? "")
        case ("denied", _, let owner?, let kind?, _): .denied(owner: owner, kind: kind)
        case ("permissionsDamaged", _, _, let kind?, _): .permissionsDamaged(kind)
        case ("tooManyActivitiesOfOwner", _, let owner?, _, _): .tooManyActivitiesOfOwner(owner, limit: number ?? 0)
        case ("tooManyActivities", _, _, _, _): .tooManyActivities(limit: number ?? 0)
        case ("dismissedByPerson", _, let owner?, _, let key?):
            (dates?.first).map { .dismissedByPerson(owner: owner, key: key, until: $0) }
        case ("refused", _, _, let kind?, _): .refused(kind, reason: reason ?? "")
        case ("cannotRegister", _, _, let kind?, _): .cannotRegister(kind, reason: reason ?? "")
        case ("invalidValue", _, _, let kind?, _): .invalidValue(kind, what: what ?? "", reason: reason ?? "")
        default: nil
        }
    }

    private var aboutValues: EngineError? {
        switch (code, dates ?? [], numbers ?? []) {
        case ("surfaceTakesNoActions", _, _): surface.map { .surfaceTakesNoActions($0) }
        case ("payloadTooLarge", _, let sizes) where sizes.count == 3:
            .payloadTooLarge(attributes: sizes[0], content: sizes[1], limit: sizes[2])
        case ("alertTooLarge", _, let sizes) where sizes.count == 3:
            .alertTooLarge(alert: sizes[0], payload: sizes[1], limit: sizes[2])
        case ("tooLong", _, let sizes) where sizes.count == 2:
            .tooLong(what: what ?? "name", bytes: sizes[0], limit: sizes[1])
        case ("undecodable", _, _): .undecodable(what: what ?? "", path: path ?? "", reason: reason ?? "")
        case ("unencodable", _, _): .unencodable(what: what ?? "", path: path ?? "", reason: reason ?? "")
        case ("wakeNotInFuture", let dates, _) where dates.count == 2:
            .wakeNotInFuture(kind ?? "", wake: dates[0], now: dates[1])
        case ("alertRequired", let dates, _) where dates.count == 1: .alertRequired(start: dates[0])
        case ("staleDateInPast", let dates, _) where dates.count == 2: .staleDateInPast(dates[0], now: dates[1])
        case ("endDateInPast", let dates, _) where dates.count == 2: .endDateInPast(dates[0], now: dates[1])
        case ("implausibleDate", let dates, _) where dates.count == 1: .implausibleDate(dates[0], hint: reason ?? "")
        case ("invalidLease", _, _): lease.map { .invalidLease($0) }
        case ("relevanceNotFinite", _, _): .relevanceNotFinite
        case ("changesNotDrained", _, let numbers) where numbers.count == 1: .changesNotDrained(count: numbers[0])
        case ("cannotRestore", _, _): .cannotRestore(reason: reason ?? "")
        default: nil
        }
    }
}
