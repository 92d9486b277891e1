#if Push
public import LiveActivityCore

/// The ledger's state of one token, without the token itself.
public struct TokenState: Hashable, Sendable {
    /// The token's target.
    public var target: TokenTarget
    /// Whether the token is registered.
    public var isKnown: Bool
    /// The date of the registration, in whole seconds; `nil` without a token.
    public var registeredAt: Date?
    /// Whether no sign of life followed a start.
    public var isSuspect: Bool

    /// A state with these parts.
    public init(target: TokenTarget, isKnown: Bool, registeredAt: Date?, isSuspect: Bool) {
        (self.target, self.isKnown, self.registeredAt, self.isSuspect) = (target, isKnown, registeredAt, isSuspect)
    }
}

// Registering, rotating and invalidating.
extension TokenLedger {
    /// Registers a token, in place of the one before for the same target.
    ///
    /// A registration is a sign of life of its installation. The same token registered again only moves the date, so that an
    /// older report of APNs about it no longer counts.
    /// - Returns: Whether the token differs from the former one.
    @discardableResult
    public mutating func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID, at now: Date
    ) -> Bool {
        let row = row(adding: installation, owner: owner, app: app)
        let key = key(adding: target)
        var entry = self[row, key] ?? TokenRow(key)
        let packed = PackedToken(token)
        let isNew = entry.token != packed
        if isNew, case .pushToStart(let kind) = target { loseStarts(of: kind, row) }
        // The last push may have gone to the old token when the app no longer had it: the newest content is sent again.
        if isNew, entry.token != nil { entry.content = 0 }
        entry.token = packed
        entry.registeredAt = PackedDate(now)
        entry.isSuspect = false
        if key.sort == .activity, entry.start != .none { entry.start = .proven }
        self[row, key] = entry
        // The app has called. Which activities it has, it says with their tokens.
        prove(row, at: now, startsToo: key.sort != .pushToStart)
        return isNew
    }

    /// Starts that were sent to a token that is no longer the installation's, and did not show up, were lost.
    private mutating func loseStarts(of kind: ActivityKind, _ row: Int) {
        for index in rows[row].entries.indices where self.kind(of: rows[row].entries[index]) == kind {
            guard [.accepted, .unproven].contains(rows[row].entries[index].start) else { continue }
            rows[row].entries[index].start = .lost
        }
        mark(row)
    }

    /// An installation has given a sign of life: a call, a receipt, a token.
    public mutating func heard(from installation: InstallationID, at now: Date) {
        guard let row = row(of: installation) else { return }
        prove(row, at: now, startsToo: true)
    }

    private mutating func prove(_ row: Int, at now: Date, startsToo: Bool) {
        rows[row].heardAt = PackedDate(now)
        for index in rows[row].entries.indices {
            // An app that is not running is woken by a start only, so any sign after it proves the push-to-start token.
            rows[row].entries[index].isSuspect = false
            if startsToo, rows[row].entries[index].start == .accepted { rows[row].entries[index].start = .proven }
        }
        mark(row)
    }

    /// APNs says that a token is no longer in use.
    ///
    /// - Parameters:
    ///   - token: The token that was used.
    ///   - since: When APNs found it invalid, with 410. A token that was registered again after that is kept.
    /// - Returns: Whether the token was removed.
    mutating func invalidate(_ token: PackedToken, _ row: Int, _ key: TokenRow.Key, since: Date?) -> Bool {
        guard var entry = self[row, key], entry.token == token else { return false }
        if let since, let registered = entry.registeredAt.date, registered > since { return false }
        entry.token = nil
        entry.content = 0
        self[row, key] = entry
        return true
    }

    /// Sets whether an installation may have frequent updates (`NSSupportsLiveActivitiesFrequentUpdates`, and the user allows
    /// them).
    public mutating func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) {
        guard let row = row(of: installation), rows[row].isFrequent != allowed else { return }
        rows[row].isFrequent = allowed
        mark(row)
    }

    /// The state of an installation's tokens; empty for an unknown installation.
    public func tokens(of installation: InstallationID) -> [TokenState] {
        guard let row = row(of: installation) else { return [] }
        return rows[row].entries.map {
            TokenState(
                target: target(of: $0.key), isKnown: $0.token != nil,
                registeredAt: $0.token == nil ? nil : $0.registeredAt.date,
                isSuspect: $0.isSuspect)
        }
    }

    /// An owner's installations.
    public func installations(of owner: OwnerID) -> [InstallationID] {
        rows(of: owner).filter { !rows[$0].isChannel }.map { InstallationID(rawValue: rows[$0].installation.text) }.sorted()
    }
}
#endif
