/// The queue of a simulation's future actions, in order of virtual time. Actions that are due at the same time run in the order
/// in which they were scheduled.
struct VirtualTime {
    private var due: [(at: Duration, body: () -> Void)] = []
    private(set) var now: Duration = .zero

    mutating func schedule(after delay: Duration, _ body: @escaping () -> Void) {
        let at = now + delay
        // Searched from the end, as most actions are due last.
        var index = due.count
        while index > 0, due[index - 1].at <= at { index -= 1 }
        due.insert((at, body), at: index)
    }

    /// Advances to the time of the next action, at most to `end`.
    ///
    /// - Returns: The action; `nil` at the end.
    mutating func next(until end: Duration) -> (() -> Void)? {
        guard let last = due.last, last.at <= end else {
            now = max(now, end)
            return nil
        }
        now = last.at
        return due.removeLast().body
    }
}
