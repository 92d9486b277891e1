#if Push
import LiveActivityCore

/// The share of the ledger that one owner's apps can fill. Without these limits the holder of an access token for one owner
/// could fill the memory and the disk.
public struct LedgerLimits: Hashable, Sendable {
    /// The maximum number of activities of one installation that have a token. Another token replaces the oldest.
    ///
    /// An app may register a token after its activity was dismissed, and the ledger keeps that token. In the course of years a
    /// refusal would therefore apply to a token of an activity that runs.
    public var activitiesPerInstallation = 64

    /// The maximum number of installations of one owner. Another installation is refused
    /// (``PushError/tooManyInstallations(_:limit:)``).
    public var installationsPerOwner = 1_000

    /// The default limits.
    public init() {}
}

extension TokenLedger {
    /// Checks everything for which a registration can be refused, before anything is changed.
    ///
    /// - Parameter target: The target of a token; `nil` for a key.
    mutating func check(
        _ target: TokenTarget?, installation: InstallationID, owner: OwnerID, app: PushAppID
    ) throws(PushError) {
        try installation.checkIsOfDevice()
        let limit = limits.installationsPerOwner
        // An owner's rows are a list, which is counted only if the ledger has enough rows.
        if count >= limit, row(of: installation).map({ rows[$0].owner != PackedName(owner.rawValue) }) ?? true {
            guard rows(of: owner).count < limit else { throw .tooManyInstallations(owner, limit: limit) }
        }
        _ = try number(of: app)
        if let target { _ = try key(adding: target) }
    }

    /// Removes the activity's token that was registered first, if the installation has the maximum number of them.
    mutating func makeRoom(for key: TokenRow.Key, _ row: Int) {
        guard key.sort == .activity, self[row, key]?.token == nil else { return }
        let activities = rows[row].entries.filter { $0.key.sort == .activity && $0.token != nil }
        guard activities.count >= max(1, limits.activitiesPerInstallation) else { return }
        guard let oldest = activities.min(by: { $0.registeredAt < $1.registeredAt }) else { return }
        self[row, oldest.key] = nil
    }
}
#endif
