import LiveActivityCore

/// The options of `live-activities run`.
struct RunOptions {
    /// The file with the commands; `-` is standard input.
    var file = "-"
    /// Whether the time comes from the input rather than from the computer's clock.
    var usesVirtualTime = false
    /// Whether to continue after the last line until nothing is scheduled.
    var drains = false
    /// The date up to which to continue after the last line.
    var until: Date?
    /// The file of the store; `nil` keeps everything in memory. Ignored without the trait SQLite.
    var store: String?
    /// Whether the store also records the commands.
    var keepsJournal = false
    /// The configuration of pushes; `nil` sends none. Ignored without the traits SQLite and PushFiles.
    var push: String?
    var configuration = EngineConfiguration()

    var isStandardInput: Bool { file == "-" }

    /// The input as messages name it.
    var inputName: String { isStandardInput ? "standard input" : "'\(file)'" }
}
