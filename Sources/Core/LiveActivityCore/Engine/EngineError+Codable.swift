import LiveActivityJSON

// The JSON form is an object: `code` is the permanent name of the case (``EngineError/code``), and the other members are the
// case's values.
// An error of a later version is decoded as ``EngineError/refused(_:reason:)``, with its code in the reason.
extension EngineError: Codable {
    public init(from decoder: any Decoder) throws { self = try Fields(from: decoder).error }
    public func encode(to encoder: any Encoder) throws { try Fields(self).encode(to: encoder) }
}

/// The values of all cases, each under one name.
private struct Fields: Codable {
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
    var dates: [ErrorDate]?
    var surface: Surface?
    var lease: Lease?

    init(_ error: EngineError) {
        code = error.code
        var dates: [Date]?
        switch error {
        case .unknownKind(let value): kind = value
        case .ambiguousKind(let attributes, let value): (what, kinds) = (attributes, value)
        case .unknownActivity(let value), .activityEnded(let value), .alreadyRunning(let value): id = value
        case .nothingRunning(let owner, let kind, let key): (self.owner, self.kind, self.key) = (owner, kind, key)
        case .wrongType(let value, let given): (kind, what) = (value, given)
        case .denied(let owner, let kind): (self.owner, self.kind) = (owner, kind)
        case .permissionsDamaged(let value): kind = value
        case .tooManyActivitiesOfOwner(let value, let limit): (owner, numbers) = (value, [limit])
        case .tooManyActivities(let limit): numbers = [limit]
        case .dismissedByPerson(let owner, let key, let until): (self.owner, self.key, dates) = (owner, key, [until])
        case .surfaceTakesNoActions(let value): surface = value
        case .payloadTooLarge(let attributes, let content, let limit): numbers = [attributes, content, limit]
        case .alertTooLarge(let alert, let payload, let limit): numbers = [alert, payload, limit]
        case .tooLong(let value, let bytes, let limit): (what, numbers) = (value, [bytes, limit])
        case .undecodable(let what, let path, let reason), .unencodable(let what, let path, let reason):
            (self.what, self.path, self.reason) = (what, path, reason)
        case .refused(let value, let why), .cannotRegister(let value, let why): (kind, reason) = (value, why)
        case .invalidValue(let kind, let what, let reason): (self.kind, self.what, self.reason) = (kind, what, reason)
        case .wakeNotInFuture(let value, let wake, let now): (kind, dates) = (value, [wake, now])
        case .alertRequired(let start): dates = [start]
        case .staleDateInPast(let date, let now), .endDateInPast(let date, let now): dates = [date, now]
        case .implausibleDate(let date, let hint): (dates, reason) = ([date], hint)
        case .invalidLease(let value): lease = value
        case .relevanceNotFinite: break
        case .changesNotDrained(let count): numbers = [count]
        case .cannotRestore(let value): reason = value
        }
        self.dates = dates?.map(ErrorDate.init)
    }

    var error: EngineError {
        aboutActivities ?? aboutValues
            ?? .refused(kind ?? "", reason: "it was refused as '\(code.abridged)'\(reason.map { ": \($0)" } ?? "")")
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
            (dates?.first).map { .dismissedByPerson(owner: owner, key: key, until: $0.date) }
        case ("refused", _, _, let kind?, _): .refused(kind, reason: reason ?? "")
        case ("cannotRegister", _, _, let kind?, _): .cannotRegister(kind, reason: reason ?? "")
        case ("invalidValue", _, _, let kind?, _): .invalidValue(kind, what: what ?? "", reason: reason ?? "")
        default: nil
        }
    }

    private var aboutValues: EngineError? {
        switch (code, (dates ?? []).map(\.date), numbers ?? []) {
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

/// A date of an error, as a number of seconds since 2001; as text if it is not finite, which may be the error.
private struct ErrorDate: Codable {
    let date: Date

    init(_ date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            date = Date(timeIntervalSinceReferenceDate: Double(text) ?? .nan)
        } else {
            date = try container.decode(Date.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let seconds = date.timeIntervalSinceReferenceDate
        if seconds.isFinite { try container.encode(date) } else { try container.encode("\(seconds)") }
    }
}
