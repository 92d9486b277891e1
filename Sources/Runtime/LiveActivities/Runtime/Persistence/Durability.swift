/// When a command of a runtime with a store returns, and therefore what a crash can lose.
public enum Durability: Hashable, Sendable {
    /// A command returns when its change is stored. A crash loses nothing that was acknowledged.
    ///
    /// Concurrent commands of several threads are written together (group commit): one thread writes for all that wait, so that
    /// sixty-four callers cost hardly more than one.
    case strict

    /// A command returns at once, and is stored after `interval` seconds and the duration of one write, or of two if a write
    /// was in progress when the interval ended.
    ///
    /// A crash can lose the commands of that time: always the latest ones, never one in between, with any number of shards. If
    /// a command began after another one had returned, a crash never loses only the earlier one. An activity that changes often
    /// is written once per interval.
    ///
    /// - Parameter interval: In seconds, greater than 0.
    case relaxed(interval: Double)

    /// ``relaxed(interval:)`` with a tenth of a second.
    public static let relaxed = Durability.relaxed(interval: 0.1)
}
