import LiveActivityCore

/// Readers that fetch their changes at their own pace, in the order of their numbers.
@usableFromInline package struct ChangeReaders {
    @usableFromInline var readers: [(id: UInt64, reader: ChangeReader)] = []
    private var idsEver: UInt64 = 0

    @inlinable package var isEmpty: Bool { readers.isEmpty }
    package var count: Int { readers.count }

    /// Whether any reader has changes to fetch.
    package var haveChanges: Bool { readers.contains { $0.reader.count > 0 } }

    /// Adds a reader of the changes from now on. All earlier changes must already have been passed on.
    ///
    /// - Returns: Its number, which is never used for another reader.
    package mutating func add(_ reader: ChangeReader) -> UInt64 {
        idsEver += 1
        readers.append((idsEver, reader))
        return idsEver
    }

    package mutating func remove(_ id: UInt64) { readers.removeAll { $0.id == id } }

    package subscript(_ id: UInt64) -> ChangeReader? { readers.first { $0.id == id }?.reader }

    func append(_ change: borrowing PendingChange, _ made: inout MadeChange) {
        for (_, reader) in readers where reader.filter.matches(change) { reader.append(made.value(of: change)) }
    }
}

/// The changes that one reader has not fetched yet. Accessed only by the thread that holds its ``Host``.
@usableFromInline package final class ChangeReader {
    package let filter: ChangeFilter
    private let limit: Int
    /// Fetched changes stay before `next`, until they are as many as the others.
    private var changes: [SharedChange] = []
    private var next = 0
    /// The number of changes that were dropped because the reader did not fetch them.
    package private(set) var missed: UInt64 = 0

    /// - Parameter limit: The maximum number of waiting changes; beyond it, the oldest is dropped and counted.
    package init(_ filter: ChangeFilter, limit: Int) {
        self.filter = filter
        self.limit = limit
    }

    package var count: Int { changes.count - next }

    func append(_ change: SharedChange) {
        changes.append(change)
        guard count > limit else { return }
        next += 1
        missed += 1
        compact()
    }

    package func take(atMost count: Int) -> ArraySlice<SharedChange> {
        let taken = changes[next..<next + min(count, changes.count - next)]
        next = taken.endIndex
        defer { compact() }
        return taken
    }

    private func compact() {
        guard next > 64, next > changes.count / 2 else { return }
        changes.removeFirst(next)
        next = 0
    }
}
