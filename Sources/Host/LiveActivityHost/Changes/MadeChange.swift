package import LiveActivityCore

/// A change as a value, created for its first reader and shared with all others.
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
