/// When a command of a runtime with a store returns, and so what a crash can lose.
public enum Durability: Hashable, Sendable {
    /// A command returns when its change is on disk. A crash loses nothing that was acknowledged.
    ///
    /// Commands of several threads at the same time are written together (group commit): one thread writes for all that wait,
    /// so that sixty-four callers cost hardly more than one.
    case strict

    /// A command returns at once, and is on disk `interval` seconds and the time of one write later; of two writes where one
    /// was in progress when the interval was over.
    ///
    /// A crash can lose the commands of that time: always the latest ones, never one in between, with any number of shards.
    /// Where a command began after another one had returned, a crash never loses the earlier one alone. An activity that
    /// changes often is written once an interval.
    ///
    /// - Parameter interval: In seconds, greater than 0.
    case relaxed(interval: Double)

    /// ``relaxed(interval:)`` with a tenth of a second.
    public static let relaxed = Durability.relaxed(interval: 0.1)
}
