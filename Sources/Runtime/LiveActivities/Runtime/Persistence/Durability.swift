/// When a command of a runtime with a store returns, and so what a crash can lose.
public enum Durability: Hashable, Sendable {
    /// A command returns when its change is on disk. A crash loses nothing that was acknowledged.
    ///
    /// Commands of several threads at the same time are written together (group commit): one thread writes for all that wait, so that
    /// sixty-four callers cost hardly more than one.
    case strict

    /// A command returns at once, and is on disk at the latest `interval` seconds and the time of one write later.
    ///
    /// A crash can lose the commands of that time: always the latest ones, never one in between. An activity that changes often is
    /// written once an interval.
    ///
    /// - Parameter interval: In seconds, greater than 0.
    case relaxed(interval: Double)

    /// ``relaxed(interval:)`` with a tenth of a second.
    public static let relaxed = Durability.relaxed(interval: 0.1)
}
