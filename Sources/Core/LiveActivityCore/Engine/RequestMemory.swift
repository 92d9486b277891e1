/// Identifies one of a sender's commands, with the same value for each repetition.
package struct RequestName: Codable, Hashable, Sendable {
    /// The sender: a process, under a name that no other process ever has.
    package var sender: String
    /// The number of the command among the sender's commands to one engine, from 1.
    package var number: UInt64
    /// The number below which all commands of the sender are settled: it has received their answers or given them up, and never
    /// repeats them.
    package var settled: UInt64

    package init(sender: String, number: UInt64, settled: UInt64) {
        (self.sender, self.number, self.settled) = (sender, number, settled)
    }

    /// The sender of the commands in a database's inbox. It is not a process, so its commands are never dropped because of its
    /// age. The names of processes contain no `/`.
    package static let inbox = "inbox/"
}

/// The commands that were applied but whose answers may not have reached their senders, so that a repeated command is not
/// applied twice.
///
/// **Problem.** A cluster node that gets no answer repeats a command, to the same owner or the next one. Whether it was already
/// carried out cannot be decided by a window of the newest events: while an owner is paused for three seconds, any number can
/// be in flight, and an update or a permission has no event id at all.
///
/// **Solution.** As in Raft's client sessions, each sender numbers its commands, and states with each of them which are
/// settled. The engine keeps the outcome of each command with an effect until the sender states that it is settled. So it keeps
/// exactly the commands in flight, and drops nothing by time or number while it may be repeated. The memory is written in the
/// same batch as the command's effects, so that a takeover finds both or neither.
///
/// | case | answer |
/// | --- | --- |
/// | the number is unknown | the command is carried out |
/// | it was carried out | its outcome is returned; nothing else happens |
/// | it was refused, ignored, or changed nothing | it is carried out again, as it had no effect |
/// | it is settled: a copy that was delayed for long | refused: no sender waits for an answer |
/// | the sender has sent nothing for an hour | its commands are dropped, because it has ended; ``RequestName/inbox`` is exempt
/// |
///
/// Rejected: event ids alone (other commands have none); positions of the log (a sender does not know the position of its
/// command in advance); keeping answers for a fixed time (either too short for a pause, or as much memory as the rate demands).
struct RequestMemory {
    private struct Sender {
        let name: String
        var settled: UInt64 = 1
        /// The numbers of commands whose outcome was `applied`.
        var applied = NumberRanges()
        /// Outcomes other than the common ones.
        var others: [UInt64: Outcome] = [:]
        /// When the sender sent its latest command, in seconds since 2001.
        var latest = -Double.infinity
        /// Whether it differs from the stored record.
        var isDirty = false

        mutating func note(_ request: RequestName, _ outcome: Outcome, at clock: Double) {
            latest = max(latest, clock)
            if request.settled > settled {
                settled = request.settled
                applied.remove(below: settled)
                if !others.isEmpty { others = others.filter { $0.key >= request.settled } }
            }
            guard outcome.isEffect else { return }
            if outcome == .applied { applied.insert(request.number) } else { others[request.number] = outcome }
            isDirty = true
        }
    }

    /// The result of a look-up of a command.
    enum Answer: Equatable {
        case done(Outcome)
        case settled
    }

    /// The prefix of a sender's record name; the sender's name follows it.
    static let namePrefix = "\u{1}requests/"
    /// The time in seconds after which a silent sender counts as ended.
    static let silence = 3_600.0

    private var senders: [Sender] = []
    private var places: [String: Int] = [:]
    /// The place of the sender of the latest command, because consecutive commands usually have one sender: its name is then
    /// compared, which is usually a comparison of two pointers, instead of hashed.
    private var latest = 0
    /// The senders that were dropped and still have a stored record.
    private var dropped: Set<String> = []

    /// Whether time has not advanced since a reopening: the clock of a new owner may be ahead of the former one's, so that no
    /// sender is silent yet.
    private var isReopened = false

    /// Whether anything differs from the stored records.
    private(set) var isDirty = false

    private func place(of name: String) -> Int? {
        latest < senders.count && senders[latest].name == name ? latest : places[name]
    }

    private mutating func add(_ sender: Sender) -> Int {
        places[sender.name] = senders.count
        senders.append(sender)
        // Its record is replaced instead of deleted.
        if dropped.remove(sender.name) != nil { senders[senders.count - 1].isDirty = true }
        return senders.count - 1
    }

    /// - Returns: `nil` for a command that must be carried out.
    func answer(to request: RequestName) -> Answer? {
        guard let place = place(of: request.sender) else { return nil }
        if request.number < senders[place].settled { return .settled }
        if senders[place].applied.contains(request.number) { return .done(.applied) }
        return senders[place].others[request.number].map { .done($0) }
    }

    /// Remembers the outcome of a command that was carried out now.
    mutating func remember(_ request: RequestName, _ outcome: Outcome, at clock: Double) {
        latest = place(of: request.sender) ?? add(Sender(name: request.sender))
        senders[latest].note(request, outcome, at: clock)
        if senders[latest].isDirty { isDirty = true }
    }

    // MARK: - In a store

    /// Takes the records to write and the records to delete (`nil`). They count as written unless they are put back.
    mutating func take(at clock: Double) -> [(name: Topic, memory: Snapshot.TopicMemory?)] {
        guard isDirty else { return [] }
        isDirty = false
        dropSilent(at: clock)
        var records: [(name: Topic, memory: Snapshot.TopicMemory?)] = []
        for place in senders.indices where senders[place].isDirty {
            senders[place].isDirty = false
            let topic = Topic(rawValue: Self.namePrefix + senders[place].name)
            records.append((topic, Self.record(topic, senders[place])))
        }
        for name in dropped { records.append((Topic(rawValue: Self.namePrefix + name), nil)) }
        dropped = []
        return records.sorted { $0.name.rawValue < $1.name.rawValue }
    }

    private mutating func dropSilent(at clock: Double) {
        if isReopened {
            for place in senders.indices { senders[place].latest = max(senders[place].latest, clock) }
            isReopened = false
        }
        let isSilent = { (sender: Sender) in sender.latest < clock - Self.silence && sender.name != RequestName.inbox }
        guard senders.contains(where: isSilent) else { return }
        for sender in senders where isSilent(sender) { dropped.insert(sender.name) }
        let others = senders.filter { !isSilent($0) }
        (senders, places, latest) = ([], [:], 0)
        for sender in others { _ = add(sender) }
    }

    /// Marks a sender's record for the next batch again, because its batch was not written.
    mutating func putBack(_ topic: Topic) {
        guard topic.rawValue.hasPrefix(Self.namePrefix) else { return }
        let name = String(topic.rawValue.dropFirst(Self.namePrefix.count))
        if let place = place(of: name) { senders[place].isDirty = true } else { dropped.insert(name) }
        isDirty = true
    }

    /// Restores the senders from a store's records.
    mutating func reopen(_ records: [Snapshot.TopicMemory]) {
        for record in records where record.name.rawValue.hasPrefix(Self.namePrefix) { _ = add(Self.sender(record)) }
        isReopened = true
    }

    // A record has the settled number first, then the outcomes: `5-17` for commands that were `applied`, and `18=…` for others.

    private static func record(_ name: Topic, _ sender: Sender) -> Snapshot.TopicMemory {
        var texts = ["\(sender.settled)"]
        for run in sender.applied.ranges {
            texts.append(run.lowerBound == run.upperBound ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)")
        }
        for (number, outcome) in sender.others.sorted(by: { $0.key < $1.key }) {
            if let text = outcome.text { texts.append("\(number)=\(text)") }
        }
        return Snapshot.TopicMemory(
            name: name, events: texts.map { EventID(rawValue: $0) }, timestamp: Date(known: sender.latest))
    }

    private static func sender(_ record: Snapshot.TopicMemory) -> Sender {
        var sender = Sender(name: String(record.name.rawValue.dropFirst(namePrefix.count)))
        sender.latest = record.timestamp?.timeIntervalSinceReferenceDate ?? -.infinity
        sender.settled = record.events.first.flatMap { UInt64($0.rawValue) } ?? 1
        for text in record.events.dropFirst().map(\.rawValue) {
            if let end = text.firstIndex(of: "=") {
                guard let number = UInt64(text[..<end]), let outcome = Outcome(text: text[text.index(after: end)...]) else {
                    continue
                }
                sender.others[number] = outcome
            } else {
                let numbers = text.split(separator: "-").compactMap { UInt64($0) }
                if let first = numbers.first, let last = numbers.last, first <= last { sender.applied.insert(first...last) }
            }
        }
        return sender
    }
}

/// A set of numbers, most of which are consecutive.
struct NumberRanges: Equatable {
    /// The ranges in ascending order, with a gap between neighbours.
    private(set) var ranges: [ClosedRange<UInt64>] = []

    func contains(_ number: UInt64) -> Bool {
        let index = index(endingBefore: number)
        return index < ranges.count && ranges[index].contains(number)
    }

    mutating func insert(_ number: UInt64) { insert(number...number) }

    mutating func insert(_ new: ClosedRange<UInt64>) {
        var whole = new
        // Ranges that adjoin the new one are merged with it.
        let start = index(endingBefore: new.lowerBound == 0 ? 0 : new.lowerBound - 1)
        var end = start
        while end < ranges.count, ranges[end].lowerBound <= new.upperBound || ranges[end].lowerBound == new.upperBound &+ 1 {
            whole = min(whole.lowerBound, ranges[end].lowerBound)...max(whole.upperBound, ranges[end].upperBound)
            end += 1
        }
        ranges.replaceSubrange(start..<end, with: CollectionOfOne(whole))
    }

    mutating func remove(below number: UInt64) {
        ranges.removeSubrange(..<index(endingBefore: number))
        if let first = ranges.first, first.lowerBound < number { ranges[0] = number...first.upperBound }
    }

    /// The index of the first range that does not end before a number.
    private func index(endingBefore number: UInt64) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Outcome {
    /// Whether the outcome reports an effect.
    fileprivate var isEffect: Bool {
        switch self {
        case .started, .applied, .published: true
        case .joined, .unchanged, .ignored: false
        }
    }

    fileprivate var text: String? {
        switch self {
        case .started(let id): "s\(id)"
        case .published(let report): "p\(report.applied),\(report.unchanged),\(report.refused)"
        default: nil
        }
    }

    fileprivate init?(text: Substring) {
        let rest = text.dropFirst()
        switch text.first {
        case "s":
            guard let id = ActivityID(String(rest)) else { return nil }
            self = .started(id)
        case "p":
            let counts = rest.split(separator: ",").compactMap { Int($0) }
            guard counts.count == 3 else { return nil }
            var report = PublishReport()
            (report.applied, report.unchanged, report.refused) = (counts[0], counts[1], counts[2])
            self = .published(report)
        default: return nil
        }
    }
}

extension Engine {
    /// Applies a command, unless it repeats an applied one; then it returns the stored outcome without any effect.
    ///
    /// Must not be used with a journal, which would record the repetition.
    ///
    /// - Parameter request: `nil` for a command that is never repeated.
    package mutating func once(
        _ request: RequestName?, _ body: (inout Engine) throws(EngineError) -> Outcome
    ) throws(EngineError) -> Outcome {
        guard let request else { return try body(&self) }
        switch requests.answer(to: request) {
        case .done(let outcome): return outcome
        case .settled: throw .refused("", reason: "its sender has given this command up")
        case nil: break
        }
        let outcome = try body(&self)
        requests.remember(request, outcome, at: clock)
        return outcome
    }

    /// The number of events that were dropped before ``EngineLimits/rememberedEventSeconds`` had passed, because there were
    /// more than ``EngineLimits/rememberedEventsInAll``.
    // Inlined, because every command reads it.
    @inlinable @inline(__always) package var eventsForgottenEarly: Int { recentEvents.forgottenEarly }
}
