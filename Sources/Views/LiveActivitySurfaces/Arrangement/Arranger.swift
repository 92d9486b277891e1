public import LiveActivityCore

/// Keeps every owner's ``Arrangement`` by what changes.
///
/// Most changes leave every arrangement as it is, and cost a look-up. It keeps a few words an activity and nothing of its content. Give it
/// each change once, in order; to begin in the middle, or after changes were missed, ``reset(_:to:)`` the owners first.
public struct Arranger: Sendable {
    private var owners: [OwnerID: [Standing]] = [:]

    public init() {}

    /// What is seen where of an owner; everything is empty for one without activities.
    public func arrangement(of owner: OwnerID) -> Arrangement { Arrangement(of: owners[owner] ?? []) }

    /// Takes a change.
    ///
    /// - Returns: The owner's arrangement, if it is another one now.
    @discardableResult
    public mutating func apply(_ change: Change) -> Arrangement? {
        guard !change.what.isReport else { return nil }
        return apply(
            Standing(
                id: change.activity, relevance: change.content?.relevanceScore ?? 0, order: change.sequence,
                state: change.state),
            of: change.owner, hasRelevance: change.content != nil)
    }

    /// The same while the change is being drained, without writing its content as JSON.
    @discardableResult
    public mutating func apply(_ change: borrowing PendingChange) -> Arrangement? {
        guard !change.what.isReport else { return nil }
        return apply(
            Standing(
                id: change.activity, relevance: change.relevanceScore, order: change.sequence, state: change.state),
            of: change.owner, hasRelevance: change.hasContent)
    }

    /// Takes what an owner has from elsewhere, in place of what the changes said: from a snapshot, or from an engine.
    public mutating func reset(_ owner: OwnerID, to standings: [Standing]) {
        owners[owner] = standings.isEmpty ? nil : standings
    }

    /// The list of an owner is short (a runtime allows a few), so it is searched from the front.
    private mutating func apply(_ new: Standing, of owner: OwnerID, hasRelevance: Bool) -> Arrangement? {
        guard let entry = owners.index(forKey: owner) else {
            guard new.state != .dismissed else { return nil }
            owners[owner] = [new]
            return new.state == .pending ? nil : Arrangement(of: [new])
        }
        guard let place = owners.values[entry].firstIndex(where: { $0.id == new.id }) else {
            guard new.state != .dismissed else { return nil }
            return rearrange(entry) { $0.append(new) }
        }
        let known = owners.values[entry][place]
        let relevance = hasRelevance ? new.relevance : known.relevance
        // Shown, stale or fresh again, as relevant as before: it is seen where it was.
        if relevance == known.relevance, new.state == known.state || new.state.isRunning && known.state.isRunning {
            owners.values[entry][place].state = new.state
            return nil
        }
        return rearrange(entry) { standings in
            if new.state == .dismissed {
                standings.remove(at: place)
            } else {
                standings[place].relevance = relevance
                standings[place].state = new.state
            }
        }
    }

    private mutating func rearrange(
        _ entry: Dictionary<OwnerID, [Standing]>.Index, _ change: (inout [Standing]) -> Void
    ) -> Arrangement? {
        let before = Arrangement(of: owners.values[entry])
        change(&owners.values[entry])
        let now = Arrangement(of: owners.values[entry])
        if owners.values[entry].isEmpty { owners.remove(at: entry) }
        return before == now ? nil : now
    }
}

extension ActivityState {
    fileprivate var isRunning: Bool { self == .active || self == .stale }
}
