package import LiveActivityCore

/// A change as a value, made for the first who needs it and shared by all others.
package struct MadeChange {
    private var change: SharedChange?

    package init() {}

    package mutating func value(of pending: borrowing PendingChange) -> SharedChange {
        if let change { return change }
        let made = SharedChange(pending.changeOrOutline())
        change = made
        return made
    }
}
