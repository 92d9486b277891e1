/// One kind of input that comes from outside, and what is done with it.
struct FuzzTarget: Sendable {
    /// The kinds of input.
    enum Format: Sendable {
        case bytes, json
        /// One JSON value a line.
        case jsonLines
        /// Text of which lines and words are exchanged: YAML, Swift, property lists.
        case lines
    }

    /// As `Scripts/fuzz NAME` takes it.
    let name: String
    var format = Format.bytes
    /// Valid inputs to begin with.
    var seeds: @Sendable () -> [[UInt8]] = { [] }
    /// Makes what takes an input; called once.
    let prepare: @Sendable () -> (UnsafeBufferPointer<UInt8>) -> Void

    static let all: [FuzzTarget] = {
        let others: [FuzzTarget] = [
            .json, .jansson, .commands, .snapshot, .store, .sealedStore, .plugin, .catalog, .viewTree, .widgets, .svg, .png,
            .swiftSource, .project, .serviceSettings, .pushSettings, .contract, .tokens, .ledger, .devices, .clusterLog,
            .clusterMessages,
        ]
        return others + plugins
    }()
}
