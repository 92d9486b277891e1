import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@Suite struct RestoreTests {
    let now = Scenario.epoch
    let note = AnyProvider(kind: "note", attributes: NoteAttributes.self)

    /// An engine with state of every type.
    func busy() throws -> Scenario {
        let scenario = try Scenario(
            [note, AnyProvider(CounterProvider())],
            configuration: EngineConfiguration(seed: 7, afterDismissal: .refuse(seconds: 3_600)))
        try scenario.start(NoteAttributes(title: "a"), content: .note("first", staleDate: now + 300), owner: "anna")
        let id = try scenario.start(
            CounterProvider.Attributes(name: "b", every: 60, topics: ["match/1"]), owner: "ben",
            options: StartOptions(key: "b", lease: Lease(staleAfter: 600, endAfter: 1_200), renews: true))
        try scenario.send(CounterProvider.Event.alerted(1), to: id, eventID: "e1", timestamp: now)
        try scenario.publish(CounterProvider.Event.added(1), to: "match/1", eventID: "goal", timestamp: now)
        try scenario.start(
            CounterProvider.Attributes(name: "c"), owner: "cleo",
            options: StartOptions(start: now + 60, alert: AlertConfiguration(title: "c", body: "begins"), endDate: now + 600))
        let dismissed = try scenario.start(NoteAttributes(title: "d"), content: .note("d"), options: StartOptions(key: "d"))
        try scenario.end(try scenario.start(NoteAttributes(title: "e"), content: .note("e")))
        try scenario.dismiss(dismissed)
        try scenario.apply(.permit(owner: "dora", kind: "note", allowed: false))
        return scenario
    }

    func restored(_ snapshot: Snapshot, _ providers: [AnyProvider]) throws -> Scenario {
        let scenario = try Scenario(
            providers, configuration: EngineConfiguration(seed: 7, afterDismissal: .refuse(seconds: 3_600)), at: now)
        try scenario.restore(snapshot)
        return scenario
    }

    @Test func aSnapshotIsTheSameAsJSON() throws {
        let snapshot = try busy().snapshot()
        let json = try WireEncoder().encode(snapshot)
        #expect(try WireDecoder().decode(Snapshot.self, from: json) == snapshot)
        #expect(try restored(snapshot, [AnyProvider(CounterProvider()), note]).snapshot() == snapshot)
    }

    @Test func whatFellDueMeanwhileHappensAtItsOwnDate() throws {
        let scenario = try busy()
        let other = try restored(scenario.snapshot(), [note, AnyProvider(CounterProvider())])
        #expect(other.nextDeadline == scenario.nextDeadline)
        scenario.advance(by: 20 * 3_600)
        other.advance(by: 20 * 3_600)
        #expect(other.lastChanges == scenario.lastChanges)
        #expect(other.lastChanges.first?.at == now + 60)
    }

    @Test func aSnapshotWithUndrainedChangesIsRefused() throws {
        var engine = Engine()
        try engine.register(note)
        try engine.start(NoteAttributes(title: "a"), content: .note("a"), owner: "anna", at: now)
        let result = engine.snapshotResult()
        #expect(result == .failure(.changesNotDrained(count: 1)))
    }

    // MARK: Unregistered kinds

    @Test func anUnknownKindStaysIntactAndInert() throws {
        let snapshot = try busy().snapshot()
        let other = try restored(snapshot, [note])
        #expect(try other.snapshot() == snapshot)
        let counter = try #require(snapshot.kinds.first { $0.kind == "counter" }?.activities.first?.id)
        #expect(throws: EngineError.unknownKind("counter")) { try other.end(counter) }
        #expect(throws: EngineError.unknownKind("counter")) {
            try other.start(CounterProvider.Attributes(name: "new"), kind: "counter")
        }
        #expect(other.state(of: counter) == nil)
        #expect(try other.publish(CounterProvider.Event.added(1), to: "match/1") == [])
        #expect(other.advance(to: now + 300) == [.becameStale], "the note goes on")
        let kinds = try other.snapshot().kinds
        #expect(kinds.first { $0.kind == "counter" } == snapshot.kinds.first { $0.kind == "counter" })
    }

    @Test func activitiesOfAnUnknownKindGoOnWhenItIsRegistered() throws {
        let scenario = try busy()
        let other = try restored(scenario.snapshot(), [note])
        try other.withEngine { try $0.register(AnyProvider(CounterProvider())) }
        #expect(try other.snapshot() == scenario.snapshot())
        #expect(try other.apply(.publish("match/1", event: added(1), id: "goal")) == [], "the topic remembers")
        scenario.advance(by: 20 * 3_600)
        other.advance(by: 20 * 3_600)
        #expect(other.lastChanges == scenario.lastChanges)
    }

    @Test func aKindRevivedLateCatchesUp() throws {
        let scenario = try busy()
        let other = try restored(scenario.snapshot(), [note])
        other.advance(by: 20 * 3_600)
        try other.withEngine { try $0.register(AnyProvider(CounterProvider())) }
        #expect(try #require(other.nextDeadline) >= now + 20 * 3_600, "what is overdue is due now")
        other.advance(by: 0)
        #expect(other.lastChanges.allSatisfy { $0.kind == "counter" && $0.at == now + 20 * 3_600 })
    }

    @Test func aProviderThatCannotReadItsActivitiesIsRefused() throws {
        let snapshot = try busy().snapshot()
        let other = try restored(snapshot, [note])
        let wrong = AnyProvider(kind: "counter", attributes: NoteAttributes.self)
        #expect(throws: EngineError.self) { try other.withEngine { try $0.register(wrong) } }
        #expect(try other.snapshot() == snapshot)
        try other.withEngine { try $0.register(AnyProvider(CounterProvider())) }
        #expect(try other.snapshot() == snapshot)
    }

    // MARK: Invalid snapshots

    /// Faults of a snapshot, with their messages.
    static let mistakes: [(String, @Sendable (inout Snapshot) -> Void)] = [
        ("a later version", { $0.version += 1 }),
        ("another shard", { $0.shard = 3 }),
        ("a kind twice", { $0.kinds.append($0.kinds[0]) }),
        ("a slot that no list has", { $0.kinds[0].ids.freed.removeAll() }),
        ("an activity twice", { $0.kinds[0].activities.append($0.kinds[0].activities[0]) }),
        ("an activity of another kind", { $0.kinds[0].activities.append($0.kinds[1].activities[0]) }),
        ("a used slot in the free list", { $0.kinds[0].ids.freeList.append(0) }),
        ("a slot twice in the free list", { $0.kinds[0].ids.freeList += $0.kinds[0].ids.freeList }),
        ("a used-up slot in the free list", { $0.kinds[0].ids.freed[0].usesLeft = 0 }),
        ("a generation that no id has", { $0.kinds[0].ids.freed[0].generation = 1 << 20 }),
        ("more uses than there are", { $0.kinds[0].ids.freed[0].usesLeft = .max }),
        (
            "too many kinds",
            { snapshot in
                var kind = snapshot.kinds[0]
                (kind.activities, kind.ids) = ([], ActivityIDAllocator.State())
                for number in 0...1_024 {
                    kind.kind = ActivityKind("k\(number)")
                    snapshot.kinds.append(kind)
                }
            }
        ),
    ]

    @Test(arguments: mistakes.indices)
    func aSnapshotThatIsNoneIsRefusedAndTheEngineIsAsItWas(mistake: Int) throws {
        let scenario = try busy()
        let before = try scenario.snapshot()
        var wrong = before
        Self.mistakes[mistake].1(&wrong)
        #expect(throws: EngineError.self, "\(Self.mistakes[mistake].0)") { try scenario.restore(wrong) }
        #expect(try scenario.snapshot() == before, "\(Self.mistakes[mistake].0)")
        #expect(scenario.advance(by: 60) != [])
    }

    // MARK: Activities that cannot be read

    /// Faults of a single activity.
    static let damages: [(String, @Sendable (inout ActivityRecord) -> Void)] = [
        ("a life that is used up", { $0.usesLeft = 0 }),
        ("a closing date that is none", { $0.closingDate = Date(timeIntervalSinceReferenceDate: .nan) }),
        ("no attributes", { $0.attributes = nil }),
        ("dismissed", { $0.state = .dismissed }),
        ("content of another type", { $0.content.state = JSONText(trusted: Array("7".utf8)) }),
        ("content that is no JSON", { $0.content.state = JSONText(trusted: Array("{".utf8)) }),
    ]

    @Test(arguments: damages.indices)
    func anActivityThatCannotBeReadIsLeftOutAlone(damage: Int) throws {
        let before = try busy().snapshot()
        var wrong = before
        Self.damages[damage].1(&wrong.kinds[0].activities[0])
        let id = before.kinds[0].activities[0].id

        let other = try restored(wrong, [note, AnyProvider(CounterProvider())])
        #expect(other.state(of: id) == nil)
        #expect(other.withEngine { $0.unreadableActivities.map(\.id) } == [id], "\(Self.damages[damage].0)")
        var rest = try other.snapshot()
        #expect(rest.kinds[0].unreadable.map(\.id) == [id])
        #expect(try Snapshot(parsing: WireEncoder().encode(rest)).kinds[0].unreadable.map(\.id) == [id])
        rest.kinds[0].unreadable = []
        var expected = before
        expected.kinds[0].activities.removeFirst()
        #expect(rest == expected, "everything else is as it was")

        // Its slot stays reserved, also in an engine restored from the next snapshot.
        let third = try restored(other.snapshot(), [note, AnyProvider(CounterProvider())])
        #expect(try third.snapshot().kinds[0].unreadable.map(\.id) == [id])
        for _ in 0..<3 {
            let new = try third.start(NoteAttributes(title: "x"), content: .note("x"), owner: "new")
            #expect(new.slot != id.slot)
        }
    }

    /// Attributes and content are decoded into the activity's row; where one is refused, what was decoded before is freed.
    @Test(arguments: [
        ("{}", #"{"tag":{"name":"b"}}"#, 0), (#"{"tag":{"name":"refused"}}"#, #"{"tag":{"name":"b"}}"#, 0),
        (#"{"tag":{"name":"a"}}"#, "{}", 0), (#"{"tag":{"name":"a"}}"#, #"{"tag":{"name":"refused"}}"#, 0),
        (#"{"tag":{"name":"a"}}"#, #"{"tag":{"name":"b"}}"#, 2),
    ]) func aRefusedActivityLeavesNothingInMemory(attributes: String, state: String, living: Int) throws {
        let count = Tag.Count()
        try Tag.$count.withValue(count) {
            let scenario = try Scenario([AnyProvider(TagProvider())], at: now)
            _ = try scenario.start(
                TagAttributes(tag: Tag("a")), content: ActivityContent(state: .init(tag: Tag("b")), staleDate: nil))
            var snapshot = try scenario.snapshot()
            snapshot.kinds[0].activities[0].attributes = JSONText(trusted: Array(attributes.utf8))
            snapshot.kinds[0].activities[0].content.state = JSONText(trusted: Array(state.utf8))
            let before = count.value
            do {
                let other = try Scenario([AnyProvider(TagProvider())], at: now)
                try other.restore(snapshot)
                #expect(other.withEngine { $0.activityCount } == living / 2)
                #expect(count.value == before + living)
            }
            #expect(count.value == before)
        }
    }

    /// A value that counts its instances.
    private final class Tag: Codable, Hashable, Sendable {
        final class Count: Sendable {
            private let living = Mutex(0)
            var value: Int { living.withLock { $0 } }
            func add(_ number: Int) { living.withLock { $0 += number } }
        }

        @TaskLocal static var count = Count()
        let name: String
        private let counter = Tag.count

        private enum CodingKeys: CodingKey { case name }

        init(_ name: String) {
            self.name = name
            counter.add(1)
        }
        convenience init(from decoder: any Decoder) throws {
            self.init(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name))
        }
        deinit { counter.add(-1) }

        static func == (left: Tag, right: Tag) -> Bool { left.name == right.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
        func check() throws { try InvalidField.check(name.utf8.count, "the length of the name", in: 1...1) }
    }

    private struct TagAttributes: ActivityAttributes {
        struct ContentState: Codable, Hashable, Sendable { var tag: Tag }
        var tag: Tag
    }

    private struct TagProvider: ActivityProvider {
        let kind: ActivityKind = "tag"

        func content(for attributes: TagAttributes, at now: Date) -> ActivityContent<TagAttributes.ContentState> {
            ActivityContent(state: .init(tag: attributes.tag), staleDate: nil)
        }
        func handle(_ event: String, in activity: inout ActivityScope<TagAttributes>) {}
        func validate(_ attributes: TagAttributes) throws { try attributes.tag.check() }
        func validate(_ state: TagAttributes.ContentState, for attributes: TagAttributes) throws { try state.tag.check() }
    }

    @Test func aDamagedActivityIsReadAgainOnceItsJSONIsRepaired() throws {
        let before = try busy().snapshot()
        let text = try WireEncoder().encodeToString(before)
        let damaged = Array(text.replacing(#""state":"active""#, with: #""state":"actve""#, maxReplacements: 1).utf8)
        var snapshot = try Snapshot(parsing: damaged)
        let unreadable = try #require(snapshot.kinds[0].unreadable.first)
        #expect(snapshot.kinds[0].unreadable.count == 1 && unreadable.reason.contains("state"), "\(unreadable.reason)")

        let other = try restored(snapshot, [note, AnyProvider(CounterProvider())])
        #expect(other.state(of: try #require(unreadable.id)) == nil)
        snapshot = try other.snapshot()
        let json = snapshot.kinds[0].unreadable[0].json.description.replacing("actve", with: "active")
        snapshot.kinds[0].unreadable[0].json = JSONText(trusted: Array(json.utf8))
        #expect(try restored(snapshot, [note, AnyProvider(CounterProvider())]).snapshot() == before)
    }

    @Test func anActivityWithoutAReadableIDKeepsTheSlotThatNothingElseHas() throws {
        let before = try busy().snapshot()
        let id = before.kinds[0].activities[0].id
        let text = try WireEncoder().encodeToString(before).replacing(#""id":"\#(id)""#, with: #""id":"?""#)
        let other = try restored(Snapshot(parsing: Array(text.utf8)), [note, AnyProvider(CounterProvider())])
        let again = try other.snapshot()
        #expect(again.kinds[0].unreadable.map(\.id?.slot) == [id.slot])
        #expect(try restored(again, [note, AnyProvider(CounterProvider())]).snapshot() == again)
    }

    /// Nesting at each limit, and the depths that once made the whole snapshot unreadable: 123 to 128.
    @Test(arguments: [1, 122, 123, 128, 505, 506, 507, 512])
    func aSnapshotIsReadHoweverDeepAContentNests(depth: Int) throws {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let deep = try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(maximumDepth: depth))
        let kinds = [AnyProvider(kind: "any"), note]
        let scenario = try Scenario(kinds, at: now)
        let id = try scenario.start(JSONAttributes(deep), content: ActivityContent(state: deep, staleDate: nil))
        try scenario.start(NoteAttributes(title: "a"), content: .note("first"))

        let snapshot = try Snapshot(parsing: WireEncoder().encode(scenario.snapshot()))
        #expect(try snapshot == scenario.snapshot())
        let other = try Scenario(kinds, at: now)
        try other.restore(snapshot)
        #expect(other.withEngine { $0.unreadableActivities } == [])
        #expect(other.content(of: id, as: JSONAttributes.self)?.state == deep)
        let pretty = WireEncoder()
        pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
        #expect(try Snapshot(parsing: pretty.encode(snapshot)) == snapshot)
    }

    @Test func whatAnEngineTookItRestoresWhateverItIs() throws {
        // Refused in input, but a host's own types may contain it.
        let odd = JSONValue(members: [("a\u{0}b", JSONValue(1)), ("long", JSONValue(String(repeating: "x", count: 2 << 20)))])
        let configuration = EngineConfiguration(limits: EngineLimits(payloadBytes: nil))
        let scenario = try Scenario([AnyProvider(kind: "any")], configuration: configuration, at: now)
        try scenario.start(JSONAttributes(.null), content: ActivityContent(state: odd, staleDate: nil))
        let snapshot = try Snapshot(parsing: WireEncoder().encode(scenario.snapshot()))
        let other = try Scenario([AnyProvider(kind: "any")], configuration: configuration, at: now)
        try other.restore(snapshot)
        #expect(try other.snapshot() == scenario.snapshot())
        #expect(other.withEngine { $0.unreadableActivities } == [])
    }

    // MARK: Ids

    @Test func idsDifferBySeedAndAreNeverGivenTwice() throws {
        func ids(seed: UInt64) throws -> [ActivityID] {
            let scenario = Scenario(CounterProvider(), configuration: EngineConfiguration(seed: seed))
            return try (0..<2_000).map { _ in
                let id = try scenario.start(CounterProvider.Attributes(name: "brief"))
                try scenario.end(id, dismissalPolicy: .immediate)
                return id
            }
        }
        let (one, two) = (try ids(seed: 1), try ids(seed: 2))
        #expect(Set(one).count == 2_000)
        #expect(Set(one).isDisjoint(with: two))
        #expect(try ids(seed: 1) == one)
        #expect(one.allSatisfy { ActivityID($0.description) == $0 })
    }

    @Test func aRestoredEngineGivesTheIdsThatTheOldOneWouldHave() throws {
        let scenario = try busy()
        let other = try restored(scenario.snapshot(), [note, AnyProvider(CounterProvider())])
        for _ in 0..<4 {
            let owner = OwnerID("new")
            #expect(
                try scenario.start(NoteAttributes(title: "x"), content: .note("x"), owner: owner)
                    == other.start(NoteAttributes(title: "x"), content: .note("x"), owner: owner))
        }
    }
}

extension Engine {
    borrowing func snapshotResult() -> Result<Snapshot, EngineError> {
        do throws(EngineError) { return .success(try snapshot()) } catch { return .failure(error) }
    }
}

/// The event `added(amount)` as JSON.
func added(_ amount: Int) -> JSONValue { json(#"{"added":{"_0":\#(amount)}}"#) }

/// Parses a test's literal into a JSON value.
func json(_ text: String) -> JSONValue {
    do { return try JSONValue(parsing: Array(text.utf8)) } catch { preconditionFailure("\(text): \(error)") }
}
