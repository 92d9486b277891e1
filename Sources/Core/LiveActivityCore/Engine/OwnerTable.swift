/// Who has activities, or has said what they allow.
struct OwnerTable {
    struct Owner {
        var name: OwnerID
        /// The latest of the owner's activities; the others are linked to it.
        var latest: ActivityID?
        /// Activities that have not ended.
        var ongoing = 0
        /// Activities in all.
        var activities = 0
        var permissions = Permissions()
    }

    /// What a person allows. By default everything (AUTH-05).
    struct Permissions: Codable, Hashable {
        var allDenied = false
        var denied: [ActivityKind] = []
        var frequentUpdates = true

        func allows(_ kind: ActivityKind) -> Bool { !allDenied && !denied.contains(kind) }
    }

    private var owners: [Owner] = []
    private var places: [OwnerID: UInt32] = [:]
    private var free: [UInt32] = []
    /// Left without activities, but named by changes that were not drained yet.
    private var parted: [UInt32] = []

    subscript(place: UInt32) -> Owner {
        get { owners[Int(place)] }
        _modify { yield &owners[Int(place)] }
    }

    func place(of name: OwnerID) -> UInt32? { places[name] }

    /// How many activities of an owner have not ended.
    func ongoing(of name: OwnerID) -> Int { places[name].map { self[$0].ongoing } ?? 0 }

    mutating func enter(_ name: OwnerID) -> UInt32 {
        if let place = places[name] { return place }
        let place: UInt32
        if let reused = free.popLast() {
            place = reused
            owners[Int(place)] = Owner(name: name)
        } else {
            place = UInt32(owners.count)
            owners.append(Owner(name: name))
        }
        places[name] = place
        return place
    }

    mutating func part(_ place: UInt32) { parted.append(place) }

    /// Forgets the owners about whom there is nothing left to say.
    mutating func releaseParted() {
        guard !parted.isEmpty else { return }
        for place in parted {
            let owner = owners[Int(place)]
            guard owner.activities == 0, owner.permissions == Permissions(), places[owner.name] == place else { continue }
            places[owner.name] = nil
            owners[Int(place)].name = ""
            free.append(place)
        }
        parted.removeAll(keepingCapacity: true)
    }

    /// Those with a permission to remember, by name.
    var withPermissions: [(OwnerID, Permissions)] {
        places.compactMap { name, place in
            owners[Int(place)].permissions == Permissions() ? nil : (name, owners[Int(place)].permissions)
        }.sorted { $0.0 < $1.0 }
    }
}
