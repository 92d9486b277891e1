import LiveActivityFoundation
import LiveActivityJSON

/// The events with an id that an engine has applied lately, so that a repeated one is recognised.
///
/// **Problem.** An activity remembers its newest 32 event ids (``EventMemory``), in its own row. A client that repeats an event
/// after a timeout comes seconds or minutes later, and a busy activity has had more than 32 events by then: the repetition was
/// applied again, over newer content. A larger window in the row is not a remedy, as the row is written with each event: 4,096
/// ids are 80 KB a write.
///
/// **Solution.** Each engine also remembers the events of all its activities and topics together, for
/// ``EngineLimits/rememberedEventSeconds``, as 64-bit hashes in the order in which they came. Only what is new is written: each
/// batch of a store adds one *page* of hashes and times, and deletes pages of which nothing is remembered any more. A page is
/// stored where the memory of topics is, under a name that no topic has (``namePrefix``): every store that exists keeps it,
/// and an earlier version that opens the store leaves it alone.
///
/// | case | result |
/// | --- | --- |
/// | the id is among the activity's newest 32 | recognised, regardless of its age |
/// | it begins with `~` (``EventID/isBrief``) | it is not in the row; recognised here |
/// | it is older, and was applied within the time | recognised here |
/// | it is older than both | applied again |
/// | more events than ``EngineLimits/rememberedEventsInAll`` within the time | the oldest are dropped early, and counted |
/// | a crash, a takeover | the pages of all stored batches are read again; the time without an owner does not count |
///
/// **Cost.** About 60 bytes of memory for each event (a hash and a time, and the hash in a set), 16 bytes in the store, and two
/// look-ups for an event. Two ids have the same hash with a probability of 2⁻⁶⁴: with a full memory, one new event in 7 × 10¹³
/// is taken for a repeated one.
///
/// Rejected: ids as text (an id has up to 255 bytes, and the memory would depend on the clients); one row of the store for each
/// id (doubles the writes of a SQLite file); a window for each activity with a time (a row again, or a list that is written as
/// a whole).
@usableFromInline struct RecentEvents {
    private struct Entry {
        var hash: UInt64
        /// When the event was applied, in seconds since 2001.
        var time: Double
    }

    private struct Page {
        var number: UInt64
        /// The number of its events that are still remembered.
        var count: Int
    }

    /// The prefix of the names of stored pages, before their number.
    static let namePrefix = "\u{1}events/"

    private let seconds: Double
    private let limit: Int
    private var entries = Fifo<Entry>()
    private var known: Set<UInt64> = []
    /// The number of events that were dropped before their time, because there were too many.
    @usableFromInline private(set) var forgottenEarly = 0

    /// The pages in the store, in order: together they contain the first entries.
    private var pages = Fifo<Page>()
    /// The number of entries that are in pages.
    private var paged = 0
    private var nextPage: UInt64 = 1
    /// Pages that the store may have and whose events have all expired.
    private var gone: [UInt64] = []
    /// Pages that could not be written.
    private var unwritten: Set<UInt64> = []
    /// The store's time, until time advances after a reopening. The clock of the new owner may be minutes ahead of the former
    /// one's, and a client that got no answer repeats its event just then.
    private var reopened: Double?

    init(_ limits: EngineLimits) {
        limit = limits.rememberedEventSeconds > 0 ? max(limits.rememberedEventsInAll, 0) : 0
        seconds = limits.rememberedEventSeconds
    }

    /// Whether any event is remembered; `false` if the limits exclude it.
    @usableFromInline var isUsed: Bool { limit > 0 }

    /// How many events are remembered.
    var count: Int { entries.count }

    /// Whether the activity applied the event within the remembered time.
    mutating func contains(_ event: EventID, of activity: ActivityID, at clock: Double) -> Bool {
        guard entries.count > 0 else { return false }
        return contains(Self.hash(event, activity.rawValue), at: clock)
    }

    /// Whether the event was published to the topic within the remembered time.
    mutating func contains(_ event: EventID, of topic: Topic, at clock: Double) -> Bool {
        guard entries.count > 0 else { return false }
        return contains(Self.hash(event, Self.hash(topic)), at: clock)
    }

    /// Remembers an event that was applied now.
    mutating func remember(_ event: EventID, of activity: ActivityID, at clock: Double) {
        if limit > 0 { remember(Self.hash(event, activity.rawValue), at: clock) }
    }

    /// Remembers an event that was published to a topic.
    mutating func remember(_ event: EventID, of topic: Topic, at clock: Double) {
        if limit > 0 { remember(Self.hash(event, Self.hash(topic)), at: clock) }
    }

    private mutating func contains(_ hash: UInt64, at clock: Double) -> Bool {
        expire(at: clock)
        return known.contains(hash)
    }

    private mutating func remember(_ hash: UInt64, at clock: Double) {
        expire(at: clock)
        guard known.insert(hash).inserted else { return }
        entries.append(Entry(hash: hash, time: clock))
        while entries.count > limit {
            forgetOldest()
            forgottenEarly += 1
        }
    }

    /// Adds the time since a reopening to the times of the events. Call it before ``take()``.
    ///
    /// The pages are written again, so that the next owner has these times too; a large memory only if it matters.
    mutating func advance(to clock: Double) {
        guard let reopened, clock > reopened else { return }
        self.reopened = nil
        entries.modifyEach { $0.time += clock - reopened }
        if entries.count <= 4_096 || clock - reopened > 60 { unwritten.formUnion(pages.elements.map(\.number)) }
    }

    private mutating func expire(at clock: Double) {
        advance(to: clock)
        while let oldest = entries.first, oldest.time < clock - seconds { forgetOldest() }
    }

    private mutating func forgetOldest() {
        guard let oldest = entries.popFirst() else { return }
        known.remove(oldest.hash)
        guard var page = pages.first else { return }
        paged -= 1
        page.count -= 1
        if page.count > 0 {
            pages.first = page
        } else {
            _ = pages.popFirst()
            // A failed write may be in the store nevertheless.
            unwritten.remove(page.number)
            gone.append(page.number)
        }
    }

    // MARK: - In a store

    /// Takes the records to write and the records to delete (`nil`). They count as written unless they are put back.
    mutating func take() -> [(name: Topic, memory: Snapshot.TopicMemory?)] {
        var taken: [(name: Topic, memory: Snapshot.TopicMemory?)] = gone.map { (Self.name($0), nil) }
        gone = []
        if !unwritten.isEmpty {
            var start = 0
            for page in pages.elements {
                if unwritten.contains(page.number) { taken.append(record(page.number, start..<start + page.count)) }
                start += page.count
            }
            unwritten = []
        }
        if paged < entries.count {
            taken.append(record(nextPage, paged..<entries.count))
            pages.append(Page(number: nextPage, count: entries.count - paged))
            paged = entries.count
            nextPage += 1
        }
        return taken
    }

    /// Marks a page for the next batch again, because its batch was not written.
    mutating func putBack(_ name: Topic, _ memory: Snapshot.TopicMemory?) {
        guard let number = Self.number(name) else { return }
        // An expired page may be in the store nevertheless.
        if memory != nil, pages.elements.contains(where: { $0.number == number }) {
            unwritten.insert(number)
        } else if !gone.contains(number) {
            gone.append(number)
        }
    }

    /// Restores the memory from a store's pages.
    ///
    /// - Parameter clock: The store's time; not finite if its record is damaged. The time of the latest event counts then.
    mutating func reopen(_ records: [Snapshot.TopicMemory], at clock: Double) {
        let found = records.compactMap { record in Self.number(record.name).map { ($0, record) } }.sorted { $0.0 < $1.0 }
        for (number, record) in found {
            let before = entries.count
            for text in record.events { add(text.rawValue, at: clock.isFinite ? clock : .infinity) }
            // Pages that are empty or damaged, or have a number that no page reaches, are deleted with the next batch.
            if number < .max { nextPage = number + 1 }
            guard entries.count > before, number < .max else {
                gone.append(number)
                continue
            }
            pages.append(Page(number: number, count: entries.count - before))
            paged = entries.count
        }
        while entries.count > limit { forgetOldest() }
        reopened = clock.isFinite ? clock : entries.last?.time
    }

    private func record(_ number: UInt64, _ range: Range<Int>) -> (name: Topic, memory: Snapshot.TopicMemory?) {
        let name = Self.name(number)
        return (name, Snapshot.TopicMemory(name: name, events: [EventID(rawValue: encoded(range))], timestamp: nil))
    }

    private static func name(_ number: UInt64) -> Topic {
        let digits = String(number, radix: 16)
        return Topic(rawValue: namePrefix + String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    }

    private static func number(_ name: Topic) -> UInt64? {
        guard name.rawValue.hasPrefix(namePrefix) else { return nil }
        return UInt64(name.rawValue.dropFirst(namePrefix.count), radix: 16)
    }

    // MARK: - As text

    /// All remembered events as text; `nil` if there are none.
    func text(at clock: Double) -> String? {
        let passed = reopened.map { max(clock - $0, 0) } ?? 0
        let expired = entries.elements.prefix { $0.time + passed < clock - seconds }.count
        return expired == entries.count ? nil : encoded(expired..<entries.count)
    }

    /// Restores events from the result of ``text(at:)``.
    mutating func restore(_ text: String?, at clock: Double) {
        if let text { add(text, at: clock) }
        while entries.count > limit { forgetOldest() }
    }

    /// The hashes and times (8 bytes each, little-endian) as Base64.
    private func encoded(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count * 16)
        for entry in entries.elements.dropFirst(range.lowerBound).prefix(range.count) {
            withUnsafeBytes(of: entry.hash.littleEndian) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: entry.time.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return Data(bytes).base64EncodedString()
    }

    private mutating func add(_ text: String, at clock: Double) {
        guard let bytes = Data(base64Encoded: text).map(Array.init), bytes.count.isMultiple(of: 16) else { return }
        func number(_ at: Int) -> UInt64 { bytes[at..<at + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let time = Double(bitPattern: number(start + 8))
            // Later than the clock only if that was set back. Entries must be in the order of their times; otherwise the record
            // is damaged.
            let entry = Entry(hash: number(start), time: min(time, clock))
            guard time.isFinite, entry.time >= entries.last?.time ?? -.infinity, known.insert(entry.hash).inserted else {
                continue
            }
            entries.append(entry)
        }
    }

    // MARK: - Hashes

    // A hash that must be equal in every process and on every machine, because it is stored.

    private static func hash(_ event: EventID, _ seed: UInt64) -> UInt64 { hash(event.rawValue, seed) }

    private static func hash(_ topic: Topic) -> UInt64 { hash(topic.rawValue, 0x7f4a_7c15_9e37_79b9) }

    private static func hash(_ text: String, _ seed: UInt64) -> UInt64 {
        var (hash, word, count) = (mixed(seed ^ 0x9e37_79b9_7f4a_7c15), UInt64(0), 0)
        withBytes(of: text) { bytes in
            for byte in bytes {
                word = word << 8 | UInt64(byte)
                count &+= 1
                if count & 7 == 0 { (hash, word) = (mixed(hash ^ word), 0) }
            }
        }
        return mixed(mixed(hash ^ word) ^ UInt64(count))
    }

    /// The last step of SplitMix64: each bit of the result depends on all bits.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }
}

/// A queue in an array: elements are added at the end and removed at the beginning, each at amortised constant cost.
private struct Fifo<Element> {
    private var storage: [Element] = []
    private var start = 0

    var count: Int { storage.count - start }
    var elements: ArraySlice<Element> { storage[start...] }
    var last: Element? { elements.last }
    var first: Element? {
        get { elements.first }
        set { if let newValue, start < storage.count { storage[start] = newValue } }
    }

    mutating func append(_ element: Element) { storage.append(element) }

    mutating func modifyEach(_ change: (inout Element) -> Void) { for index in storage.indices { change(&storage[index]) } }

    mutating func popFirst() -> Element? {
        guard start < storage.count else { return nil }
        defer {
            start += 1
            // Half of it is free by then, so the cost of moving the rest is constant per element.
            if start > 64, start * 2 > storage.count {
                storage.removeFirst(start)
                start = 0
            }
        }
        return storage[start]
    }
}
