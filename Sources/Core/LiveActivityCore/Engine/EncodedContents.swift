/// The JSON of changed activities' states, as the size check has encoded it, so that a store need not encode it again.
struct EncodedContents {
    /// The maximum size of what is kept for a batch of one shard, in bytes: a limit on memory while a store fails, or one
    /// activity changes often. What is not kept is encoded again.
    static let bytesMax = 1 << 20

    private var bytes: [UInt8] = []
    private var ranges: [ActivityID: Range<Int>] = [:]

    /// Keeps the JSON of an activity's new state, and drops that of its earlier one.
    ///
    /// - Parameter json: Empty if the state was not encoded.
    mutating func set(_ json: ArraySlice<UInt8>, of id: ActivityID) {
        guard !json.isEmpty, bytes.count + json.count <= Self.bytesMax else {
            if !ranges.isEmpty { ranges[id] = nil }
            return
        }
        ranges[id] = bytes.count..<bytes.count + json.count
        bytes += json
    }

    /// The JSON of an activity's state; `nil` if it is not kept.
    func json(of id: ActivityID) -> [UInt8]? { ranges[id].map { Array(bytes[$0]) } }

    /// Whether the JSON of an activity's state is kept.
    func contains(_ id: ActivityID) -> Bool { ranges[id] != nil }
}
