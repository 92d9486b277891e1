/// One type of external input, and the code that processes it.
struct FuzzTarget: Sendable {
    /// The formats of inputs.
    enum Format: Sendable {
        case bytes, json
        /// One JSON value a line.
        case jsonLines
        /// Text whose lines and words are exchanged: YAML, Swift, property lists.
        case lines
    }

    /// The target's name for `Scripts/fuzz NAME`.
    let name: String
    var format = Format.bytes
    /// Valid inputs to start with.
    var seeds: @Sendable () -> [[UInt8]] = { [] }
    /// Returns the function that processes inputs; called once.
    let prepare: @Sendable () -> (UnsafeBufferPointer<UInt8>) -> Void

    static let all: [FuzzTarget] = {
        let others: [FuzzTarget] = [
            .json, .unread, .sendLine, .jansson, .commands, .snapshot, .store, .sealedStore, .plugin, .catalog, .viewTree,
            .widgets, .svg,
            .png,
            .swiftSource, .project, .serviceSettings, .pushSettings, .contract, .tokens, .webhooks, .deadLetters, .auditLog,
            .links,
            .ledger, .devices, .pushTrace, .clusterLog, .clusterMessages, .clusterMember,
        ]
        return others + plugins
    }()
}
