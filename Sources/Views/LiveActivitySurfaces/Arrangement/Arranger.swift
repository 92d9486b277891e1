public import LiveActivityCore

/// Keeps the ``Arrangement`` of every owner up to date, change by change.
///
/// Most changes leave every arrangement as it is and cost one look-up. The arranger stores a few words for each
/// activity and none of its content. Pass it each change once, in order. To begin in the middle, or after changes were
/// missed, call ``reset(_:to:)`` for each owner first.
public struct Arranger: Sendable {
    private var owners: [OwnerID: [ActivityRank]] = [:]

    /// Creates an arranger without activities.
    public init() {}

    /// The arrangement of an owner's activities; empty for an owner without activities.
    public func arrangement(of owner: OwnerID) -> Arrangement { Arrangement(of: owners[owner] ?? []) }

    /// Applies a change. Changes that only report something (``/LiveActivityCore/Change/What/isReport``) are ignored.
    ///
    /// - Returns: The owner's new arrangement, or `nil` if the change did not affect it.
    @discardableResult
    public mutating func apply(_ change: Change) -> Arrangement? {
        guard !change.what.isReport else { return nil }
        return apply(
            ActivityRank(
                id: change.activity, relevance: change.content?.relevanceScore ?? 0, order: change.sequence,
                state: change.state),
            of: change.owner, hasRelevance: change.content != nil)
    }

    /// Applies a change while it is being drained, without encoding its content as JSON.
    ///
    /// - Returns: The owner's new arrangement, or `nil` if the change did not affect it.
    @discardableResult
    public mutating func apply(_ change: borrowing PendingChange) -> Arrangement? {
        guard !change.what.isReport else { return nil }
        return apply(
            ActivityRank(
                id: change.activity, relevance: change.relevanceScore, order: change.sequence, state: change.state),
            of: change.owner, hasRelevance: change.hasContent)
    }

    /// Replaces everything known about an owner, for example from a snapshot or an engine.
    public mutating func reset(_ owner: OwnerID, to ranks: [ActivityRank]) { owners[owner] = ranks.isEmpty ? nil : ranks }

    /// Searches linearly, because an owner has few activities.
    private mutating func apply(_ new: ActivityRank, of owner: OwnerID, hasRelevance: Bool) -> Arrangement? {
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
        // Still running and as relevant as before, so its position cannot have changed.
        if relevance == known.relevance, new.state == known.state || new.state.isRunning && known.state.isRunning {
            owners.values[entry][place].state = new.state
            return nil
        }
        return rearrange(entry) { ranks in
            if new.state == .dismissed {
                ranks.remove(at: place)
            } else {
                ranks[place].relevance = relevance
                ranks[place].state = new.state
            }
        }
    }

    private mutating func rearrange(
        _ entry: Dictionary<OwnerID, [ActivityRank]>.Index, _ change: (inout [ActivityRank]) -> Void
    ) -> Arrangement? {
        let before = Arrangement(of: owners.values[entry])
        change(&owners.values[entry])
        let now = Arrangement(of: owners.values[entry])
        if owners.values[entry].isEmpty { owners.remove(at: entry) }
        return before == now ? nil : now
    }
}

extension ActivityState { fileprivate var isRunning: Bool { self == .active || self == .stale } }
