/// What is to happen in a simulation, in the order of its virtual time. What is due at the same time happens in the order of
/// the calls.
struct VirtualTime {
    private var due: [(at: Duration, body: () -> Void)] = []
    private(set) var now: Duration = .zero

    mutating func schedule(after delay: Duration, _ body: @escaping () -> Void) {
        let at = now + delay
        // Most of what is scheduled is due late.
        var index = due.count
        while index > 0, due[index - 1].at <= at { index -= 1 }
        due.insert((at, body), at: index)
    }

    /// Moves the time to what is due next, at most to `end`.
    ///
    /// - Returns: What is to be done; `nil` at the end.
    mutating func next(until end: Duration) -> (() -> Void)? {
        guard let last = due.last, last.at <= end else {
            now = max(now, end)
            return nil
        }
        now = last.at
        return due.removeLast().body
    }
}
