public import LiveActivityCore
public import LiveActivityHost

/// Which shards a runtime has.
struct ShardLayout: Hashable, Sendable {
    /// The numbers of its shards.
    var numbers: Range<Int>
    /// How many partitions there are; `nil` unless the runtime is that of one.
    var partitions: Int?

    /// All shards, from 0.
    static func shards(_ count: Int) -> Self { Self(numbers: 0..<max(count, 0), partitions: nil) }

    /// One partition of several.
    static func partition(_ number: Int, of count: Int) -> Self { Self(numbers: number..<number + 1, partitions: count) }

    func check() {
        let most = LiveActivityRuntime.shardsMax
        guard let partitions else {
            return precondition(1...most ~= numbers.count, "a runtime has 1 to \(most) shards, not \(numbers.count)")
        }
        precondition(1...most ~= partitions, "there are 1 to \(most) partitions, not \(partitions)")
        precondition(
            0..<partitions ~= numbers.lowerBound, "of \(partitions) partitions, none has the number \(numbers.lowerBound)")
    }
}

extension ShardLayout: CustomStringConvertible {
    var description: String {
        partitions.map { "partition \(numbers.lowerBound) of \($0)" } ?? "\(numbers.count) shards"
    }
}

// Finding the shard.
extension LiveActivityRuntime {
    /// The number of the one partition that this runtime is for; `nil` for a runtime of all owners.
    public var partition: Int? { partitions == nil ? nil : firstShard }

    /// The number of the partition, or of the shard, that an owner belongs to. The same in every process and every version.
    ///
    /// - Parameters:
    ///   - owner: The owner of the activities.
    ///   - count: How many partitions there are, at least 1.
    /// - Returns: A number from 0 to below `count`. It is part of the ids of the owner's activities
    ///   (``/LiveActivityCore/ActivityID/shard``).
    public static func partition(of owner: OwnerID, among count: Int) -> Int {
        precondition(count >= 1, "an owner belongs to none of \(count) partitions")
        return shardIndex(of: owner, among: count)
    }

    /// FNV-1a over the name's bytes: the same in every process, unlike Swift's own hashes.
    @usableFromInline static func shardIndex(of owner: OwnerID, among count: Int) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in owner.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        // FNV-1a mixes the last byte into the low bits only a little: names that differ in it alone would get neighbouring
        // shards.
        hash ^= hash >> 32
        return Int(hash % UInt64(count))
    }

    /// The shard of an owner, for queries. For an owner of another partition it has no data.
    @inlinable func shard(of owner: OwnerID) -> Shard {
        shards.count == 1 ? shards[0] : shards[Self.shardIndex(of: owner, among: shards.count)]
    }

    /// The shard of an owner, to be given a command.
    @inlinable func shard(commanding owner: OwnerID) throws(RuntimeError) -> Shard {
        if let partitions {
            let partition = Self.shardIndex(of: owner, among: partitions)
            guard partition == firstShard else { throw .otherPartition(partition) }
        }
        return shard(of: owner)
    }

    /// The shard of an activity, to be given a command.
    @inlinable func shard(of id: ActivityID) throws(RuntimeError) -> Shard {
        guard let index = index(ofShard: id.shard) else {
            if let partitions, id.shard < partitions { throw .otherPartition(id.shard) }
            throw .engine(.unknownActivity(id))
        }
        return shards[index]
    }

    /// Gives the shard of an activity a command, without retaining the shard.
    @inlinable @inline(__always)
    func command<Value>(
        _ id: ActivityID, _ command: (Shard) -> Applied<Value>
    ) throws(RuntimeError) -> Applied<Value> {
        guard let index = index(ofShard: id.shard) else { return command(try shard(of: id)) }
        return unretainedShards[index]._withUnsafeGuaranteedRef { command($0) }
    }

    func shard(of reference: ActivityReference) throws(RuntimeError) -> Shard {
        switch reference {
        case .id(let id): try shard(of: id)
        case .key(let owner, _, _): try shard(commanding: owner)
        }
    }

    /// The shard of an activity, for queries; `nil` if no shard has this number.
    @inlinable func shardIfAny(of id: ActivityID) -> Shard? { index(ofShard: id.shard).map { shards[$0] } }

    /// The position in ``shards`` of the shard with a number.
    @inlinable func index(ofShard number: Int) -> Int? {
        let index = number - firstShard
        return index >= 0 && index < shards.count ? index : nil
    }

    /// The shards where changes that pass the filter happen.
    func shards(of filter: ChangeFilter) -> [Shard] {
        if let activity = filter.activity { return shardIfAny(of: activity).map { [$0] } ?? [] }
        if let owner = filter.owner { return [shard(of: owner)] }
        return shards
    }
}
