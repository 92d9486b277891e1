import Foundation
import LiveActivitySealing

/// Decides what the app sends to the service, from what ActivityKit reports, the service's responses and the time.
///
/// It is a value without a clock, a network and a file: each input returns the effects that the shell carries out in order.
/// ``StoredState/pending`` has each registration until the service has accepted it, so a process that is killed loses nothing.
/// One request of each key is in flight at a time: a token that was replaced can therefore not arrive after the newer one.
struct ClientMachine {
    /// Intervals in seconds.
    struct Limits: Equatable {
        /// The wait after the first failure, which each further failure doubles.
        var retryFirst = 2.0
        var retryMax = 900.0
        /// The time between two receipts.
        var receiptInterval = 30.0
        /// How long an activity may be on the device before the service has it. Then it is ended on the device: the service
        /// would neither update nor end it. An app that starts activities itself registers them within this time.
        var grace = 120.0
        /// The number of pending requests; beyond it the oldest dismissals are dropped.
        var pendingMax = 256
        /// An activity is on a screen for at most twelve hours.
        var knownMax = 48 * 3_600.0
    }

    /// The app as the service names it.
    let app: ClientApp
    let limits: Limits
    private(set) var stored: StoredState

    /// The attributes of the activities that are on the device, by ActivityKit's id.
    private var shown: [String: String] = [:]
    /// The state that the last ``Effect/store`` has written.
    private var written: StoredState?
    /// The tokens that the service has accepted from this process, by key.
    private var accepted: [String: String] = [:]
    /// The key for sealed content that the app has given.
    private var sealingKey: DeviceKey?
    private var attempts: [String: ServiceRequest.ID] = [:]
    private var retries: [String: Retry] = [:]
    private var lists: [String: List] = [:]
    private var receiptAcceptedAt: Date?
    /// The service has refused the access token: nothing is sent without another one.
    private var isRefused = false
    private var reported: Set<ClientProblem> = []
    /// The time of the latest input.
    private var now: Date
    private var jitter: UInt64

    private struct Retry {
        var failures = 0
        var due = Date.distantPast
    }

    private struct List {
        /// The attempt in flight, and when it was requested.
        var attempt: (number: Int, at: Date)?
        var due: Date?
        var failures = 0
        /// The number of lists in which an activity was missing.
        var rechecks = 0
    }

    /// - Parameters:
    ///   - stored: The state that the last process left, for the same service and owner.
    ///   - seed: Determines the random part of the waits before retries.
    init(_ stored: StoredState, app: ClientApp, limits: Limits = Limits(), seed: UInt64, at now: Date) {
        (self.stored, self.app, self.limits, self.now, jitter) = (stored, app, limits, now, seed)
        self.stored.activities = stored.activities.filter { now.timeIntervalSince($0.value.firstSeen) < limits.knownMax }
        for (id, known) in self.stored.activities where known.firstSeen > now { self.stored.activities[id]?.firstSeen = now }
    }

    // MARK: - Inputs

    /// Takes an input that is not known yet.
    mutating func take(_ input: (inout ClientMachine, Date) -> [Effect], at now: Date) -> [Effect] { input(&self, now) }

    /// Takes a report of ActivityKit about activities of `kind`.
    mutating func receive(_ event: ActivityEvent, of kind: String, at now: Date) -> [Effect] {
        setTime(now)
        switch event {
        case .present(let activities, let startToken):
            let present = Set(activities.map(\.id))
            for (id, known) in stored.activities.sorted(by: { $0.key < $1.key })
            where known.kind == kind && !present.contains(id) {
                remove(id)
            }
            for activity in activities { add(activity, kind) }
            // A token may become invalid without a new one, and a repeated registration shows the service that the app is
            // installed.
            if let startToken { add(.startToken(kind: kind, token: startToken)) }
            lists[kind, default: List()].due = .distantPast
        case .startToken(let token): addToken(.startToken(kind: kind, token: token), token)
        case .appeared(let activity): add(activity, kind)
        case .updateToken(let activity, let token): addToken(.updateToken(activity: activity, token: token), token)
        case .shown: add(.receipt)
        case .removed(let activity): remove(activity)
        }
        return sendDue()
    }

    /// The user gives or withdraws permission.
    mutating func setPermission(_ permission: Permission, _ isAllowed: Bool, at now: Date) -> [Effect] {
        setTime(now)
        add(.permission(permission, isAllowed: isAllowed))
        return sendDue()
    }

    /// The device publishes its key for sealed content.
    mutating func register(_ key: DeviceKey, at now: Date) -> [Effect] {
        setTime(now)
        sealingKey = key
        add(.sealingKey(key))
        return sendDue()
    }

    /// Sends everything that is pending at once: the access token or the network may have changed.
    mutating func resume(at now: Date) -> [Effect] {
        setTime(now)
        (isRefused, retries, reported) = (false, [:], [])
        for (kind, list) in lists where list.due != nil { lists[kind]?.due = .distantPast }
        return sendDue()
    }

    /// Takes the response to a request, of this or of an earlier process.
    mutating func answered(_ id: ServiceRequest.ID, _ answer: Answer, at now: Date) -> [Effect] {
        setTime(now)
        let key = attempts.first { $0.value == id }?.key
        if let key { attempts[key] = nil }
        guard let index = stored.pending.firstIndex(where: { $0.sequence == id.sequence }) else { return sendDue() }
        let what = stored.pending[index].what
        var effects: [Effect] = []
        switch Verdict(answer, to: what) {
        case .accepted:
            accept(index)
        case _ where key == nil:
            // An attempt of an earlier process has failed; this process makes its own.
            break
        case .dropped(let problem):
            stored.pending.remove(at: index)
            effects = report(problem)
        case .later(let retryAfter, let problem):
            retry(what.key, after: retryAfter)
            effects = report(problem)
        case .refused(let problem):
            isRefused = true
            effects = report(problem)
        case .unproven:
            // The secret of the installation is another one: the service takes tokens from a new installation only.
            isRefused = true
            effects = report(.installationReplaced) + [.replaceInstallation]
        }
        return effects + sendDue()
    }

    /// Continues as another installation.
    mutating func replace(_ installation: Installation, at now: Date) -> [Effect] {
        setTime(now)
        stored.installation = installation
        for index in stored.pending.indices where stored.pending[index].what.namesInstallation {
            // With another number, so that no response to a request of the former installation, also in a later process, is
            // taken for the response to one of this installation.
            stored.sequence += 1
            stored.pending[index].sequence = stored.sequence
        }
        for (key, token) in accepted.sorted(by: { $0.key < $1.key }) {
            let name = String(key.drop { $0 != " " }.dropFirst())
            if key.hasPrefix("start ") {
                add(.startToken(kind: name, token: token))
            } else if shown[name] != nil {
                add(.updateToken(activity: name, token: token))
            }
        }
        if let sealingKey { add(.sealingKey(sealingKey)) }
        (accepted, isRefused, retries) = ([:], false, [:])
        return sendDue()
    }

    /// Takes the service's activities of `kind`.
    mutating func listed(_ kind: String, attempt: Int, _ answer: ListAnswer, at now: Date) -> [Effect] {
        setTime(now)
        guard let list = lists[kind], let current = list.attempt, current.number == attempt else { return [] }
        lists[kind]?.attempt = nil
        var effects: [Effect] = []
        switch answer {
        case .records(let records, let isComplete):
            lists[kind]?.failures = 0
            effects = match(kind, records, isComplete: isComplete, asOf: current.at)
        case .other(let answer):
            lists[kind]?.failures += 1
            let wait = delay(failures: list.failures, after: nil)
            lists[kind]?.due = now + wait
            switch Verdict(answer, to: nil) {
            case .refused(let problem):
                isRefused = true
                effects = report(problem)
            case .later(let after, let problem):
                lists[kind]?.due = now + max(wait, after ?? 0)
                effects = report(problem)
            case .dropped(let problem): effects = report(problem)
            case .accepted, .unproven: break
            }
        }
        return effects + sendDue()
    }

    /// Sends what is due.
    mutating func advance(to now: Date) -> [Effect] {
        setTime(now)
        return sendDue()
    }

    private mutating func sendDue() -> [Effect] {
        guard !isRefused else { return isStored ? [] : [takeStore()] }
        var sent: [Effect] = []
        for pending in stored.pending where attempts[pending.what.key] == nil && due(of: pending.what) <= now {
            guard isReady(pending.what), let (path, body) = request(for: pending.what) else { continue }
            stored.attempt += 1
            let id = ServiceRequest.ID(sequence: pending.sequence, attempt: stored.attempt)
            attempts[pending.what.key] = id
            sent.append(.send(ServiceRequest(id: id, path: path, body: body)))
        }
        for (kind, list) in lists.sorted(by: { $0.key < $1.key }) where list.attempt == nil {
            guard let due = list.due, due <= now else { continue }
            stored.attempt += 1
            lists[kind]?.attempt = (stored.attempt, now)
            lists[kind]?.due = nil
            sent.append(.list(kind: kind, attempt: stored.attempt))
        }
        return isStored ? sent : [takeStore()] + sent
    }

    /// When ``advance(to:)`` has something to do; `nil` if nothing waits.
    var nextDeadline: Date? {
        guard !isRefused else { return nil }
        let pending = stored.pending.lazy
            .filter { [attempts] in attempts[$0.what.key] == nil }
            .filter { isReady($0.what) }.map { due(of: $0.what) }
        let lists = lists.values.lazy.filter { $0.attempt == nil }.compactMap(\.due)
        return [pending.min(), lists.min()].compactMap { $0 }.min()
    }

    /// Takes the time of an input. Where the computer's clock was set back, what was planned is due after the same interval as
    /// before: else it would wait until the clock has its former time again.
    private mutating func setTime(_ now: Date) {
        let back = self.now.timeIntervalSince(now)
        self.now = now
        guard back > 0 else { return }
        for key in retries.keys { retries[key]?.due -= back }
        for kind in lists.keys {
            lists[kind]?.due? -= back
            lists[kind]?.attempt?.at -= back
        }
        receiptAcceptedAt? -= back
        for id in stored.activities.keys { stored.activities[id]?.firstSeen -= back }
    }

    // MARK: - What is pending

    private var isStored: Bool { written == stored }
    private mutating func takeStore() -> Effect {
        written = stored
        return .store
    }

    /// The token of an activity waits until it is known which activity of the service it is.
    private func isReady(_ what: Registration) -> Bool {
        if case .updateToken(let activity, _) = what { stored.activities[activity]?.service != nil } else { true }
    }

    private func due(of what: Registration) -> Date {
        let retry = retries[what.key]?.due ?? .distantPast
        guard what == .receipt, let receiptAcceptedAt else { return retry }
        return max(retry, receiptAcceptedAt + limits.receiptInterval)
    }

    private mutating func add(_ what: Registration) {
        if let index = stored.pending.firstIndex(where: { $0.what.key == what.key }) {
            guard stored.pending[index].what != what else { return }
            stored.pending.remove(at: index)
            retries[what.key] = nil
        }
        stored.sequence += 1
        stored.pending.append(StoredState.Pending(what: what, sequence: stored.sequence))
        if stored.pending.count > limits.pendingMax,
            let oldest = stored.pending.firstIndex(where: { if case .dismissal = $0.what { true } else { false } })
        {
            stored.pending.remove(at: oldest)
        }
    }

    /// ActivityKit reports the current token again at each observation, which needs no request.
    private mutating func addToken(_ what: Registration, _ token: String) {
        let isPending = stored.pending.contains { $0.what.key == what.key }
        if isPending || accepted[what.key] != token { add(what) }
    }

    private mutating func accept(_ index: Int) {
        let what = stored.pending.remove(at: index).what
        retries[what.key] = nil
        reported = []
        switch what {
        case .startToken(_, let token), .updateToken(_, let token): accepted[what.key] = token
        case .receipt: receiptAcceptedAt = now
        case .permission, .dismissal, .sealingKey: break
        }
    }

    private mutating func retry(_ key: String, after: Double?) {
        var retry = retries[key] ?? Retry()
        retry.due = now + delay(failures: retry.failures, after: after)
        retry.failures += 1
        retries[key] = retry
    }

    /// Doubles with each failure. Up to a fifth is random, so that the apps do not all return at once after an outage.
    private mutating func delay(failures: Int, after: Double?) -> Double {
        jitter = jitter &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let random = Double(jitter >> 11) / Double(1 << 53)
        let wait = min(limits.retryMax, limits.retryFirst * pow(2, Double(min(failures, 20))))
        return max(wait, after ?? 0) * (1 + random / 5)
    }

    private mutating func report(_ problem: ClientProblem?) -> [Effect] {
        guard let problem, reported.insert(problem).inserted else { return [] }
        return [.report(problem)]
    }

    // MARK: - Activities

    private mutating func add(_ activity: DeviceActivity, _ kind: String) {
        shown[activity.id] = activity.attributes
        let known = stored.activities[activity.id]
        if known == nil { stored.activities[activity.id] = StoredState.Known(kind: kind, firstSeen: now) }
        if known?.service == nil { lists[kind, default: List()].due = .distantPast }
        if let token = activity.token { addToken(.updateToken(activity: activity.id, token: token), token) }
    }

    /// The activity is no longer on the screen.
    private mutating func remove(_ id: String) {
        let service = stored.activities[id]?.service
        forget(id)
        if let service { add(.dismissal(activity: service)) }
    }

    private mutating func forget(_ id: String) {
        let key = Registration.updateToken(activity: id, token: "").key
        stored.pending.removeAll { $0.what.key == key }
        (stored.activities[id], shown[id], accepted[key], retries[key]) = (nil, nil, nil, nil)
    }

    /// Finds out which activity of the service each activity on the device is, by their attributes.
    ///
    /// - Parameter date: When the list was requested.
    private mutating func match(
        _ kind: String, _ records: [ServiceRecord], isComplete: Bool, asOf date: Date
    ) -> [Effect] {
        var effects: [Effect] = []
        let ids = Set(records.map(\.id))
        let all = stored.activities.filter { $0.value.kind == kind }
            .sorted { ($0.value.firstSeen, $0.key) < ($1.value.firstSeen, $1.key) }
        for (id, known) in all {
            guard isComplete, let service = known.service, !ids.contains(service), shown[id] != nil else { continue }
            forget(id)
            effects.append(.end(activity: id, kind: kind))
        }
        var taken = Set(stored.activities.values.compactMap(\.service))
        // Exactly equal ones first: two activities may differ in the order of an array only.
        for inAnyOrder in [false, true] {
            for (id, _) in all where stored.activities[id]?.service == nil {
                guard let attributes = shown[id] else { continue }
                let equal = records.filter { !taken.contains($0.id) && $0.has(attributes, inAnyOrder: inAnyOrder) }
                guard let record = equal.last(where: \.isLive) ?? equal.last else { continue }
                stored.activities[id]?.service = record.id
                taken.insert(record.id)
            }
        }
        // An app that is older than the service cannot read some attributes, so it cannot say that an activity is missing.
        let isCertain = isComplete && records.allSatisfy { $0.attributes != nil }
        var graceEnd: Date?
        for (id, known) in all where shown[id] != nil && stored.activities[id]?.service == nil {
            if isCertain, date.timeIntervalSince(known.firstSeen) >= limits.grace {
                forget(id)
                effects.append(.end(activity: id, kind: kind))
            } else if date.timeIntervalSince(known.firstSeen) < limits.grace {
                graceEnd = min(graceEnd ?? .distantFuture, known.firstSeen + limits.grace)
            }
        }
        if let graceEnd, lists[kind]?.due == nil {
            // Until then the service may get the activity at any time.
            let rechecks = lists[kind]?.rechecks ?? 0
            lists[kind]?.rechecks += 1
            let next = now + delay(failures: rechecks, after: nil)
            lists[kind]?.due = min(graceEnd, next)
        } else {
            lists[kind]?.rechecks = 0
        }
        return effects
    }

    // MARK: - Requests

    private struct TokenBody: Encodable {
        var installation: String, secret: String, owner: String, app: String, environment: String, token: String
        var start: String?, activity: String?
    }

    private struct KeyBody: Encodable {
        var installation: String, secret: String, owner: String, app: String, environment: String
        var key: DeviceKey
    }

    private struct ReceiptBody: Encodable { var installation: String, secret: String, owner: String }

    private struct PermissionBody: Encodable {
        var owner: String
        var kind: String?
        var allowed: Bool
        var frequentUpdates: Bool?
    }

    /// - Returns: `nil` if it is not ready.
    private func request(for what: Registration) -> (path: [String], body: Data)? {
        let (installation, owner) = (stored.installation, stored.owner)
        func token(_ token: String, start: String? = nil, activity: String? = nil) -> TokenBody {
            TokenBody(
                installation: installation.id, secret: installation.secret, owner: owner, app: app.bundle,
                environment: app.environment.rawValue, token: token, start: start, activity: activity)
        }
        switch what {
        case .startToken(let kind, let text): return (["v1", "tokens"], Self.json(token(text, start: kind)))
        case .updateToken(let activity, let text):
            guard let id = stored.activities[activity]?.service else { return nil }
            return (["v1", "tokens"], Self.json(token(text, activity: id)))
        case .permission(let permission, let isAllowed):
            let body =
                switch permission {
                case .all: PermissionBody(owner: owner, allowed: isAllowed)
                case .kind(let kind): PermissionBody(owner: owner, kind: kind, allowed: isAllowed)
                case .frequentUpdates: PermissionBody(owner: owner, allowed: isAllowed, frequentUpdates: true)
                }
            return (["v1", "permission"], Self.json(body))
        case .dismissal(let id): return (["v1", "activities", id, "dismiss"], Data("{}".utf8))
        case .sealingKey(let key):
            let body = KeyBody(
                installation: installation.id, secret: installation.secret, owner: owner, app: app.bundle,
                environment: app.environment.rawValue, key: key)
            return (["v1", "keys"], Self.json(body))
        case .receipt:
            let body = ReceiptBody(installation: installation.id, secret: installation.secret, owner: owner)
            return (["v1", "receipts"], Self.json(body))
        }
    }

    private static func json(_ body: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do { return try encoder.encode(body) } catch { preconditionFailure("text and numbers cannot be encoded: \(error)") }
    }
}
