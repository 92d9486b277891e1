/// Finds owners by their names: a hash table with open addressing, whose cells contain slots of an ``OwnerTable``.
///
/// Unlike a dictionary it has no copies of the names, and its cells contain the hashes: it grows without reading a name, and a
/// look-up reads only the name of the owner that it finds.
struct OwnerIndex {
    /// The hash in the upper half, the slot plus one in the lower; 0 in a free cell.
    private var cells = [UInt64](repeating: 0, count: 16)
    private var count = 0

    private static func hash(_ name: OwnerID) -> UInt64 { UInt64(truncatingIfNeeded: name.hashValue) & 0xFFFF_FFFF }

    /// The slot of an owner; `nil` if the name is unknown.
    ///
    /// - Parameter owners: The table with the names.
    func slot(of name: OwnerID, in owners: [OwnerTable.Owner]) -> UInt32? {
        let cell = cells[position(of: name, Self.hash(name), in: owners)]
        return cell == 0 ? nil : Self.slot(cell)
    }

    /// The slot of an owner; `next`, which is then added, if the name is new.
    mutating func slot(adding name: OwnerID, as next: UInt32, in owners: [OwnerTable.Owner]) -> UInt32 {
        let hash = Self.hash(name)
        let position = position(of: name, hash, in: owners)
        guard cells[position] == 0 else { return Self.slot(cells[position]) }
        cells[position] = hash << 32 | (UInt64(next) + 1)
        count += 1
        if count * 4 > cells.count * 3 { grow() }
        return next
    }

    mutating func remove(_ name: OwnerID, in owners: [OwnerTable.Owner]) {
        var hole = position(of: name, Self.hash(name), in: owners)
        guard cells[hole] != 0 else { return }
        count -= 1
        // Later cells of the same run are moved towards their home position, so that none is behind a free one.
        var position = hole
        while true {
            position = (position + 1) & (cells.count - 1)
            guard cells[position] != 0 else { break }
            let distance = (position - home(cells[position])) & (cells.count - 1)
            if distance >= (position - hole) & (cells.count - 1) {
                cells[hole] = cells[position]
                hole = position
            }
        }
        cells[hole] = 0
    }

    /// The position of the owner's cell, or of the free one that it would get.
    private func position(of name: OwnerID, _ hash: UInt64, in owners: [OwnerTable.Owner]) -> Int {
        var position = Int(hash) & (cells.count - 1)
        while cells[position] != 0 {
            if cells[position] >> 32 == hash, owners[Int(Self.slot(cells[position]))].name == name { break }
            position = (position + 1) & (cells.count - 1)
        }
        return position
    }

    private mutating func grow() {
        let old = cells
        cells = Array(repeating: 0, count: old.count * 2)
        for cell in old where cell != 0 {
            var position = home(cell)
            while cells[position] != 0 { position = (position + 1) & (cells.count - 1) }
            cells[position] = cell
        }
    }

    private func home(_ cell: UInt64) -> Int { Int(cell >> 32) & (cells.count - 1) }

    private static func slot(_ cell: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: cell) - 1 }
}
