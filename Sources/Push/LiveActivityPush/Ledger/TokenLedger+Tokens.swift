#if Push
public import LiveActivityCore

/// The state of one token in the ledger, without the token.
public struct TokenState: Hashable, Sendable {
    /// The token's target.
    public var target: TokenTarget
    /// `true` if a token is registered.
    public var isKnown: Bool
    /// The date of the registration, in whole seconds; `nil` without a token.
    public var registeredAt: Date?
    /// `true` if no sign of life followed a start.
    public var isSuspect: Bool

    /// A state with these values.
    public init(target: TokenTarget, isKnown: Bool, registeredAt: Date?, isSuspect: Bool) {
        (self.target, self.isKnown, self.registeredAt, self.isSuspect) = (target, isKnown, registeredAt, isSuspect)
    }
}

// Registers, replaces and removes tokens.
extension TokenLedger {
    /// Registers a token. It replaces the earlier token of the same target.
    ///
    /// A registration is a sign of life of its installation. If the same token is registered again, only the date changes, so
    /// that APNs' older reports about the token are ignored.
    ///
    /// - Returns: `true` if the token differs from the earlier one.
    /// - Throws: ``PushError/reservedInstallation(_:)``; ``PushError/tooManyInstallations(_:limit:)``;
    ///   ``PushError/ledgerUnavailable(reason:)`` if the name of an app,
    ///   a kind or a control does not fit in the ledger, which has at most 65,535 of each. Nothing has changed then.
    @discardableResult
    public mutating func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID, at now: Date
    ) throws(PushError) -> Bool {
        try check(target, installation: installation, owner: owner, app: app)
        let key = try key(adding: target)
        let row = try row(adding: RowName(installation), owner: owner, app: app)
        makeRoom(for: key, row)
        var entry = self[row, key] ?? TokenRow(key)
        let packed = PackedToken(token)
        let isNew = entry.token != packed
        if isNew, case .pushToStart(let kind) = target { loseStarts(of: kind, row) }
        // The last push may have been sent to the old token when the app no longer used it, so the newest content is sent
        // again.
        if isNew, entry.token != nil { entry.content = 0 }
        entry.token = packed
        entry.registeredAt = PackedDate(now)
        entry.isSuspect = false
        if key.sort == .activity, entry.start != .none { entry.start = .proven }
        self[row, key] = entry
        // The app runs. Its activities are known from their own tokens.
        prove(row, at: now, startsToo: key.sort != .pushToStart)
        return isNew
    }

    /// Marks starts as lost that were sent to a replaced push-to-start token and whose activities have no token.
    private mutating func loseStarts(of kind: ActivityKind, _ row: Int) {
        for index in rows[row].entries.indices where self.kind(of: rows[row].entries[index]) == kind {
            guard [.accepted, .unproven].contains(rows[row].entries[index].start) else { continue }
            rows[row].entries[index].start = .lost
        }
        mark(row)
    }

    /// Records a sign of life of an installation: a call, a confirmation, a token.
    public mutating func heard(from installation: InstallationID, at now: Date) {
        guard let row = row(of: installation) else { return }
        prove(row, at: now, startsToo: true)
    }

    private mutating func prove(_ row: Int, at now: Date, startsToo: Bool) {
        rows[row].heardAt = PackedDate(now)
        for index in rows[row].entries.indices {
            // Only a start wakes an app that is not running, so any later sign of life proves that the push-to-start token
            // works.
            rows[row].entries[index].isSuspect = false
            if startsToo, rows[row].entries[index].start == .accepted { rows[row].entries[index].start = .proven }
        }
        mark(row)
    }

    /// Removes a token that APNs has reported as no longer in use.
    ///
    /// - Parameters:
    ///   - token: The token that was used.
    ///   - since: With status 410, when APNs found it invalid. A token that was registered again after that is kept.
    /// - Returns: `true` if the token was removed.
    mutating func invalidate(_ token: PackedToken, _ row: Int, _ key: TokenRow.Key, since: Date?) -> Bool {
        guard var entry = self[row, key], entry.token == token else { return false }
        if let since, let registered = entry.registeredAt.date, registered > since { return false }
        entry.token = nil
        entry.content = 0
        self[row, key] = entry
        return true
    }

    /// Sets if an installation may have frequent updates (`NSSupportsLiveActivitiesFrequentUpdates`, and the user allows them).
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

    /// The installations of an owner.
    public func installations(of owner: OwnerID) -> [InstallationID] {
        rows(of: owner).filter { !rows[$0].isChannel }.map { InstallationID(rawValue: rows[$0].installation.text) }.sorted()
    }
}
#endif
