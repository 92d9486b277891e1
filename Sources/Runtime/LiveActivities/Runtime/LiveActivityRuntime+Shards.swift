public import LiveActivityCore
public import LiveActivityHost

/// The shards of a runtime.
struct ShardLayout: Hashable, Sendable {
    /// The numbers of the shards.
    var numbers: Range<Int>
    /// The number of partitions; `nil` unless the runtime is for a single partition.
    var partitions: Int?

    /// A layout with all shards, from 0.
    static func shards(_ count: Int) -> Self { Self(numbers: 0..<max(count, 0), partitions: nil) }

    /// A layout with one of several partitions.
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
    /// The number of the partition that this runtime is for; `nil` for a runtime of all owners.
    public var partition: Int? { partitions == nil ? nil : firstShard }

    /// The number of the partition or shard of an owner. It is the same in every process and every version.
    ///
    /// - Parameters:
    ///   - owner: The owner of the activities.
    ///   - count: The number of partitions, at least 1.
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
        // FNV-1a hardly mixes the last byte into the low bits: names that differ only in it would get neighbouring shards.
        hash ^= hash >> 32
        return Int(hash % UInt64(count))
    }

    /// The shard of an owner, for queries. It has no data of an owner of another partition.
    @inlinable func shard(of owner: OwnerID) -> Shard {
        shards.count == 1 ? shards[0] : shards[Self.shardIndex(of: owner, among: shards.count)]
    }

    /// The shard of an owner, for a command.
    @inlinable func shard(commanding owner: OwnerID) throws(RuntimeError) -> Shard {
        if let partitions {
            let partition = Self.shardIndex(of: owner, among: partitions)
            guard partition == firstShard else { throw .otherPartition(partition) }
        }
        return shard(of: owner)
    }

    /// The shard of an activity, for a command.
    @inlinable func shard(of id: ActivityID) throws(RuntimeError) -> Shard {
        guard let index = index(ofShard: id.shard) else {
            if let partitions, id.shard < partitions { throw .otherPartition(id.shard) }
            throw .engine(.unknownActivity(id))
        }
        return shards[index]
    }

    /// Passes a command to the shard of an activity, without retaining the shard.
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

    /// The index in ``shards`` of the shard with a number.
    @inlinable func index(ofShard number: Int) -> Int? {
        let index = number - firstShard
        return index >= 0 && index < shards.count ? index : nil
    }

    /// The shards whose changes may pass the filter.
    func shards(of filter: ChangeFilter) -> [Shard] {
        if let activity = filter.activity { return shardIfAny(of: activity).map { [$0] } ?? [] }
        if let owner = filter.owner { return [shard(of: owner)] }
        return shards
    }
}
