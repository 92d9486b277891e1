/// The owners that have activities, or have forbidden something.
struct OwnerTable {
    struct Owner {
        var name: OwnerID
        /// The owner's latest activity, the first of the linked list.
        var latest: ActivityID?
        /// How many subscribers look for this owner by its slot (``Engine/watch(_:)``).
        var watchers: UInt32 = 0
        /// Activities that have not ended.
        var ongoing = 0
        /// Activities in all.
        var activities = 0
        var permissions = Permissions()
    }

    /// What an owner allows; by default everything.
    struct Permissions: Codable, Hashable {
        var allDenied = false
        var denied: [ActivityKind] = []
        var frequentUpdates = true

        func allows(_ kind: ActivityKind) -> Bool { !allDenied && !denied.contains(kind) }
    }

    private var owners: [Owner] = []
    private var slots: [OwnerID: UInt32] = [:]
    private var free: [UInt32] = []
    /// Owners without activities that undrained changes may still name.
    private var releasable: [UInt32] = []

    subscript(slot: UInt32) -> Owner {
        get { owners[Int(slot)] }
        _modify { yield &owners[Int(slot)] }
    }

    func slot(of name: OwnerID) -> UInt32? { slots[name] }

    /// How many activities of an owner have not ended.
    func ongoing(of name: OwnerID) -> Int { slots[name].map { self[$0].ongoing } ?? 0 }

    mutating func slot(adding name: OwnerID) -> UInt32 {
        let next = free.last ?? UInt32(owners.count)
        // One look-up for both: hashing the name is most of the cost when a million owners are restored.
        let slot = Self.filled(&slots[name, default: .max], with: next)
        guard slot == next else { return slot }
        if free.isEmpty {
            owners.append(Owner(name: name))
        } else {
            free.removeLast()
            owners[Int(slot)] = Owner(name: name)
        }
        return slot
    }

    private static func filled(_ slot: inout UInt32, with next: UInt32) -> UInt32 {
        if slot == .max { slot = next }
        return slot
    }

    mutating func releaseLater(_ slot: UInt32) { releasable.append(slot) }

    /// Frees the slots of owners without activities and subscribers, and with default permissions.
    mutating func releaseUnused() {
        guard !releasable.isEmpty else { return }
        for slot in releasable {
            let owner = owners[Int(slot)]
            guard owner.activities == 0, owner.watchers == 0, owner.permissions == Permissions(), slots[owner.name] == slot
            else { continue }
            slots[owner.name] = nil
            owners[Int(slot)].name = ""
            free.append(slot)
        }
        releasable.removeAll(keepingCapacity: true)
    }

    /// The owners with other than default permissions, by name.
    var withPermissions: [(OwnerID, Permissions)] {
        slots.compactMap { name, slot in
            owners[Int(slot)].permissions == Permissions() ? nil : (name, owners[Int(slot)].permissions)
        }.sorted { $0.0 < $1.0 }
    }
}
