#if Push
import LiveActivities
public import LiveActivityCore
public import LiveActivitySealing
import Synchronization

// Tokens and signs of life from apps. A sign of life is anything that proves that the app on a device still runs.
extension ActivityPusher {
    /// Registers a token that an app has sent. It replaces the earlier token of the same target, and is stored when this
    /// returns.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - target: The activity or the kind that the token addresses.
    ///   - installation: The app on one device, by a name that stays the same as long as the app is installed.
    ///   - owner: The owner of the device.
    ///   - app: The app and its environment.
    /// - Returns: `true` if the token differs from the earlier one.
    /// - Throws: ``PushError/tooManyInstallations(_:limit:)``; nothing has changed then.
    ///   ``PushError/ledgerUnavailable(reason:)``; the token is then used until the process ends, and is part of the next
    ///   write.
    @discardableResult
    public func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID
    ) throws(PushError) -> Bool {
        let now = clock.now
        let isNew = try state.withLock { (state) throws(PushError) in
            try state.scheduler.register(token, as: target, installation: installation, owner: owner, app: app, at: now)
        }
        try flush()
        pump()
        return isNew
    }

    /// Registers a token for a caller that may not register every installation, such as an app that calls a service.
    ///
    /// - Parameters:
    ///   - secret: The secret that the installation got with its first registration; `nil` for an app that has none yet.
    ///   - token, target, installation, owner, app: As for a trusted caller (``register(_:as:installation:owner:app:)``).
    /// - Throws: ``PushError/installationUnproven(_:)`` where ``TokenLedger/admits(_:for:of:)`` refuses it,
    ///   ``PushError/appNotConfigured(_:)`` and ``PushError/kindNotConfigured(_:_:)``; nothing has changed then. Otherwise as
    ///   ``register(_:as:installation:owner:app:)``.
    public func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID,
        secret: InstallationSecret?
    ) throws(PushError) -> TokenRegistration {
        try register(.token(token, target, installation, owner, app), of: installation, owner, secret)
    }

    /// Registers the key of a device for sealed content, with the rules of
    /// ``register(_:as:installation:owner:app:secret:)``. A key that is older than the stored one of the same identity changes
    /// nothing. The key's signature is not checked.
    public func register(
        _ key: DeviceKey, installation: InstallationID, owner: OwnerID, app: PushAppID, secret: InstallationSecret?
    ) throws(PushError) -> TokenRegistration {
        try register(.key(key, installation, owner, app), of: installation, owner, secret)
    }

    private func register(
        _ entry: DeviceFeed.Entry, of installation: InstallationID, _ owner: OwnerID, _ secret: InstallationSecret?
    ) throws(PushError) -> TokenRegistration {
        let now = clock.now
        let registered = try state.withLock { (state) throws(PushError) in
            try state.scheduler.checkConfigured(entry)
            guard state.scheduler.ledger.admits(secret, for: installation, of: owner) else {
                throw .installationUnproven(installation.rawValue)
            }
            let isNew = try state.scheduler.take(entry, at: now)
            let given = secret ?? InstallationSecret()
            let isFirst = state.scheduler.ledger.setSecret(given, of: installation)
            return TokenRegistration(isNew: isNew, secret: isFirst ? given : nil)
        }
        try flush()
        pump()
        return registered
    }

    /// `true` if ``TokenLedger/admits(_:for:of:)`` is, for the pusher's ledger.
    public func admits(_ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID) -> Bool {
        state.withLock { $0.scheduler.ledger.admits(secret, for: installation, of: owner) }
    }

    /// Registers the entries that a feed has read, and stores them with one write before it returns.
    ///
    /// - Returns: For each entry `true` if it was a token that differs from the earlier one, or why it was refused.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``. The entries are then used until the process ends, and are part of
    ///   the next write.
    @discardableResult
    public func take(_ entries: [DeviceFeed.Entry]) throws(PushError) -> [Result<Bool, PushError>] {
        try take(entries.map { ($0, nil) }).map { $0.map(\.isNew) }
    }

    /// - Parameter entries: The entries; a token may have a secret, which is set if the installation has none yet.
    package func take(
        _ entries: [(entry: DeviceFeed.Entry, secret: InstallationSecret?)]
    ) throws(PushError) -> [Result<TokenRegistration, PushError>] {
        let now = clock.now
        let registered = state.withLock { state in
            entries.map { entry, secret in
                Result { () throws(PushError) in
                    let isNew = try state.scheduler.take(entry, at: now)
                    guard let secret, let installation = entry.registered else {
                        return TokenRegistration(isNew: isNew, secret: nil)
                    }
                    let isFirst = state.scheduler.ledger.setSecret(secret, of: installation)
                    return TokenRegistration(isNew: isNew, secret: isFirst ? secret : nil)
                }
            }
        }
        try flush()
        pump()
        return registered
    }

    /// Records a sign of life of an installation: its app called, or confirmed that it received an update.
    public func heard(from installation: InstallationID) {
        let now = clock.now
        state.withLock { $0.scheduler.heard(from: installation, at: now) }
        pump()
    }

    /// Removes an installation and its tokens.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func forget(_ installation: InstallationID) throws(PushError) {
        let now = clock.now
        _ = state.withLock { $0.scheduler.forget(installation, at: now) }
        try flush()
        pump()
    }

    /// Removes the key of an installation for sealed content; its tokens stay.
    ///
    /// - Parameter owner: The only owner whose installation may be changed; `nil` for any.
    /// - Returns: `true` if there was a key.
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    @discardableResult
    public func removeKey(of installation: InstallationID, owner: OwnerID? = nil) throws(PushError) -> Bool {
        try take([.removeKey(installation, owner)])[0].get()
    }

    /// The keys for sealed content of an owner's installations.
    public func keys(of owner: OwnerID) -> [(installation: InstallationID, key: DeviceKey)] {
        state.withLock { $0.scheduler.ledger.keys(of: owner) }
    }

    /// Sets if an installation may have frequent updates: its app requests them, and the user allows them.
    public func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) {
        state.withLock { $0.scheduler.permitFrequentUpdates(allowed, for: installation) }
        pump()
    }

    /// The key of an installation for sealed content.
    package func key(of installation: InstallationID) -> DeviceKey? {
        state.withLock { state in state.scheduler.ledger.row(of: installation).flatMap { state.scheduler.ledger.keys[$0] } }
    }

    /// `true` if the ledger contains the installation.
    package func knows(_ installation: InstallationID) -> Bool {
        state.withLock { $0.scheduler.ledger.row(of: installation) != nil }
    }

    /// The state of an installation's tokens, without the tokens themselves.
    public func tokens(of installation: InstallationID) -> [TokenState] {
        state.withLock { $0.scheduler.ledger.tokens(of: installation) }
    }

    /// The installations of an owner in the ledger.
    public func installations(of owner: OwnerID) -> [InstallationID] {
        state.withLock { $0.scheduler.ledger.installations(of: owner) }
    }
}

extension PushScheduler {
    /// - Returns: `true` if the entry was a token or a key that differs from the earlier one, or removed a key.
    fileprivate mutating func take(_ entry: DeviceFeed.Entry, at now: Date) throws(PushError) -> Bool {
        switch entry {
        case .token(let token, let target, let installation, let owner, let app):
            return try register(token, as: target, installation: installation, owner: owner, app: app, at: now)
        case .key(let key, let installation, let owner, let app):
            return try register(key, installation: installation, owner: owner, app: app, at: now)
        case .removeKey(let installation, let owner): return ledger.removeKey(of: installation, owner: owner)
        case .heard(let installation): heard(from: installation, at: now)
        case .forget(let installation): forget(installation, at: now)
        }
        return false
    }

    /// Checks that the app and the kind that an app names are configured.
    fileprivate func checkConfigured(_ entry: DeviceFeed.Entry) throws(PushError) {
        switch entry {
        case .token(_, let target, _, _, let app): try PushApp.check(target, of: app, in: apps[app])
        case .key(_, _, _, let app): try PushApp.check(nil, of: app, in: apps[app])
        case .removeKey, .heard, .forget: break
        }
    }
}

extension DeviceFeed.Entry {
    /// The installation that the entry registers; `nil` if it registers none.
    fileprivate var registered: InstallationID? {
        switch self {
        case .token(_, _, let installation, _, _), .key(_, let installation, _, _): installation
        case .removeKey, .heard, .forget: nil
        }
    }
}
#endif
