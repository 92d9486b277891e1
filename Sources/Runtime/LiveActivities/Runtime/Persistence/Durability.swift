/// When a command of a runtime with a store returns: what a crash can take back.
public enum Durability: Hashable, Sendable {
    /// A command returns when its change is on disk. Nothing that was acknowledged is ever lost.
    ///
    /// Commands that several threads give at the same time are written together: one thread writes for all that wait, so that
    /// sixty-four callers cost hardly more than one.
    case strict

    /// A command returns at once, and is on disk at the latest `interval` seconds and the time of one write later. What was acknowledged
    /// after that is what a crash can take back: always the latest, never something in between. An activity that changes often is written
    /// once an interval.
    ///
    /// - Parameter interval: In seconds, greater than 0.
    case relaxed(interval: Double)

    /// ``relaxed(interval:)`` with a tenth of a second.
    public static let relaxed = Durability.relaxed(interval: 0.1)
}
