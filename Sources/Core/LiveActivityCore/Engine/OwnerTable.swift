/// The owners that have activities, or have forbidden something.
struct OwnerTable {
    struct Owner {
        var name: OwnerID
        /// The owner's latest activity, the first of the linked list.
        var latest: ActivityID?
        /// The number of subscribers that recognise this owner by its slot (``Engine/watch(_:)``).
        var watchers: UInt32 = 0
        /// The number of activities that have not ended.
        var ongoing = 0
        /// The number of all activities.
        var activities = 0
        var permissions = Permissions()
    }

    /// The permissions of an owner; by default everything is allowed.
    struct Permissions: Codable, Hashable {
        var allDenied = false
        var denied: [ActivityKind] = []
        var frequentUpdates = true

        func allows(_ kind: ActivityKind) -> Bool { !allDenied && !denied.contains(kind) }
    }

    private var owners: [Owner] = []
    private var index = OwnerIndex()
    private var free: [UInt32] = []
    /// Owners without activities that undrained changes may still refer to.
    private var releasable: [UInt32] = []

    subscript(slot: UInt32) -> Owner {
        // Borrowed, because a copy of an owner would retain all its references.
        _read { yield owners[Int(slot)] }
        _modify { yield &owners[Int(slot)] }
    }

    func slot(of name: OwnerID) -> UInt32? { index.slot(of: name, in: owners) }

    /// The number of an owner's activities that have not ended.
    func ongoing(of name: OwnerID) -> Int { slot(of: name).map { self[$0].ongoing } ?? 0 }

    mutating func slot(adding name: OwnerID) -> UInt32 {
        let next = free.last ?? UInt32(owners.count)
        let slot = index.slot(adding: name, as: next, in: owners)
        guard slot == next else { return slot }
        if free.isEmpty {
            owners.append(Owner(name: name))
        } else {
            free.removeLast()
            owners[Int(slot)] = Owner(name: name)
        }
        return slot
    }

    mutating func releaseLater(_ slot: UInt32) { releasable.append(slot) }

    /// Frees the slots of owners without activities and subscribers, and with default permissions.
    mutating func releaseUnused() {
        guard !releasable.isEmpty else { return }
        for slot in releasable {
            let owner = owners[Int(slot)]
            guard owner.activities == 0, owner.watchers == 0, owner.permissions == Permissions(),
                index.slot(of: owner.name, in: owners) == slot
            else { continue }
            index.remove(owner.name, in: owners)
            owners[Int(slot)].name = ""
            free.append(slot)
        }
        releasable.removeAll(keepingCapacity: true)
    }

    /// The owners with other than default permissions, by name.
    var withPermissions: [(OwnerID, Permissions)] {
        // A free slot has the default permissions.
        owners.filter { $0.permissions != Permissions() }.map { ($0.name, $0.permissions) }.sortedRarely { $0.0 < $1.0 }
    }
}
