#if Push
public import LiveActivityCore
public import LiveActivitySealing

// The keys for sealed content, which devices publish and hosts read. The ledger does not verify them.
extension TokenLedger {
    /// Registers the key of an installation, which is added if it is new. A key that is older than the stored one of the same
    /// identity changes nothing.
    ///
    /// - Returns: `true` if the key differs from the earlier one.
    /// - Throws: The errors of ``register(_:as:installation:owner:app:at:)``.
    @discardableResult
    public mutating func register(
        _ key: DeviceKey, installation: InstallationID, owner: OwnerID, app: PushAppID
    ) throws(PushError) -> Bool {
        try check(nil, installation: installation, owner: owner, app: app)
        let row = try row(adding: RowName(installation), owner: owner, app: app)
        // An installation that is new must be stored in any case.
        mark(row)
        if let stored = keys[row], stored.identity == key.identity, stored.generation >= key.generation { return false }
        keys[row] = key
        return true
    }

    /// Removes the key of an installation; its tokens stay.
    ///
    /// - Parameter owner: The only owner whose installation may be changed; `nil` for any.
    /// - Returns: `true` if there was a key.
    @discardableResult
    public mutating func removeKey(of installation: InstallationID, owner: OwnerID?) -> Bool {
        guard let row = row(of: installation), keys[row] != nil,
            owner.map({ PackedName($0.rawValue) == rows[row].owner }) ?? true
        else { return false }
        keys[row] = nil
        mark(row)
        return true
    }

    /// The keys of an owner's installations, in the order of the installations' names.
    public func keys(of owner: OwnerID) -> [(installation: InstallationID, key: DeviceKey)] {
        installations(of: owner).compactMap { installation in
            row(of: installation).flatMap { keys[$0] }.map { (installation, $0) }
        }
    }
}
#endif
