public import Foundation
public import LiveActivityCore

/// The samples of a kind as moments to check: its story from start to end, and the start of each other sample.
public struct SampleStory: Sendable {
    /// An activity at one time.
    public struct Moment: Sendable {
        /// A name for reports, for example `attributes 1 after 300 s`.
        public var name: String
        /// The activity at that time.
        public var activity: ShownActivity
        /// The date of the moment.
        public var at: Date

        /// An activity at one time.
        public init(_ name: String, _ activity: ShownActivity, at: Date) {
            (self.name, self.activity, self.at) = (name, activity, at)
        }
    }

    /// The moments: the start, each event of the story, the end, and up to 40 moments at which the provider woke in between.
    public var moments: [Moment]
    /// The number of moments at which the provider woke that ``moments`` leaves out. The others are evenly spread.
    public var momentsLeftOut = 0
    /// Problems of the story itself: an activity must have an end within eight hours.
    public var findings: [Finding] = []

    /// Creates a story from moments.
    public init(moments: [Moment]) { self.moments = moments }

    /// Plays the samples of a provider. `nil` if the kind has none.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError`` if the engine refuses a sample.
    public init?(_ provider: AnyProvider) throws {
        guard let samples = provider.samples(), !samples.attributes.isEmpty else { return nil }
        moments = []
        for (index, attributes) in samples.attributes.enumerated() {
            var player = try Player(provider, attributes, number: index + 1)
            try player.begin()
            if index == 0 { try player.play(samples.story) }
            moments += player.moments
            momentsLeftOut += player.leftOut
            if index == 0, let finding = player.finding { findings.append(finding) }
        }
    }

    /// Plays one activity with a simulated clock.
    private struct Player: ~Copyable {
        private static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)
        /// The maximum number of moments of wakes. A story that wakes every second would have thousands of similar ones.
        private static let wakesMax = 40

        private var engine: Engine
        private let id: ActivityID
        private let kind: ActivityKind
        private let number: Int
        private var noted: [(moment: Moment, isWake: Bool)] = []
        /// The number of wakes so far. Every wake whose number is a multiple of the stride is kept.
        private var (wakes, stride) = (0, 1)
        /// The last wake, if it is not kept. It is the end of the activity if no event follows.
        private var lastWake: Moment?
        private var lastRevision: UInt32?
        private(set) var finding: Finding?

        var moments: [Moment] { noted.map(\.moment) }
        var leftOut: Int { wakes - noted.count(where: \.isWake) }

        init(_ provider: AnyProvider, _ attributes: JSONText, number: Int) throws {
            let start = Command.Start(
                kind: provider.kind, owner: "sample", attributes: try JSONValue(parsing: attributes.bytes),
                options: StartOptions())
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            try engine.register(provider)
            guard let id = try engine.apply(.start(start), at: Self.epoch).activity else {
                throw EngineError.refused(provider.kind, reason: "the start did not create an activity")
            }
            self.engine = engine
            self.id = id
            kind = provider.kind
            self.number = number
        }

        mutating func begin() throws { try note(at: Self.epoch, isWake: false) }

        mutating func play(_ story: [EncodedSamples.Moment]) throws {
            for step in story {
                let now = Self.epoch + step.after_s
                try pass(until: now)
                try engine.apply(.send(.id(id), event: try JSONValue(parsing: step.event.bytes)), at: now)
                try note(at: now, isWake: false)
            }
            // Then runs all remaining deadlines until the activity ends.
            try pass(until: .distantFuture)
            if let lastWake { noted.append((lastWake, isWake: true)) }
        }

        /// Advances from deadline to deadline.
        private mutating func pass(until end: Date) throws {
            while let next = engine.nextDeadline, next <= end, finding == nil, engine.state(of: id)?.acceptsContent == true {
                engine.advance(to: next)
                try note(at: next, isWake: true)
            }
        }

        private mutating func note(at now: Date, isWake: Bool) throws {
            engine.drainChanges { change in
                guard change.activity == id, case .ended(.timeLimit, _) = change.what else { return }
                finding = Finding(
                    .noDefinedEnd, kind: kind, path: "samples.story",
                    message: "the activity is still active eight hours after its start")
            }
            guard let record = try engine.record(of: id) else { return }
            let activity = ShownActivity(record, kind: kind)
            if lastRevision == activity.revision { return }
            lastRevision = activity.revision
            let seconds = Int(now.timeIntervalSince(Self.epoch))
            let moment = Moment("attributes \(number) after \(seconds) s", activity, at: now)
            lastWake = nil
            if isWake {
                wakes += 1
                if wakes.isMultiple(of: stride), noted.count(where: \.isWake) == Self.wakesMax { thinOut() }
                guard wakes.isMultiple(of: stride) else {
                    lastWake = moment
                    return
                }
            }
            noted.append((moment, isWake))
        }

        /// Drops every second kept wake, and keeps half as many of the following ones.
        private mutating func thinOut() {
            stride *= 2
            var number = 0
            noted.removeAll { _, isWake in
                guard isWake else { return false }
                number += 1
                return !number.isMultiple(of: 2)
            }
        }
    }
}

extension ShownActivity {
    /// The values in its JSON whose field names suggest private data.
    var privateTexts: Set<String> {
        var texts: Set<String> = []
        for json in [attributes, content.state] {
            guard let value = try? JSONValue(parsing: json.bytes) else { continue }
            value.collectPrivateTexts(into: &texts)
        }
        return texts
    }

    /// The language chosen in the app, from the attribute `languageCode`.
    var languageCode: String? {
        (try? JSONValue(parsing: attributes.bytes))?.members.first { $0.key == "languageCode" }?.value.string
    }
}

extension JSONValue {
    /// Words in field names that suggest private values.
    private static let privateWords: Set<String> = [
        "account", "address", "balance", "birthday", "birthdate", "diagnosis", "email", "iban", "mail", "medication", "otp",
        "passcode", "passport", "password", "patient", "phone", "pin", "salary", "secret", "ssn", "street", "telephone",
    ]

    fileprivate func collectPrivateTexts(into texts: inout Set<String>) {
        for (key, value) in members {
            if !key.camelCaseWords.isDisjoint(with: Self.privateWords), let text = value.string ?? value.numberText,
                text.count > 2
            {
                texts.insert(text)
            }
            value.collectPrivateTexts(into: &texts)
        }
        for element in elements { element.collectPrivateTexts(into: &texts) }
    }
}

extension String {
    /// The words of a name in camel case or snake case: `homeAddress` and `home_address` both give `home` and
    /// `address`.
    fileprivate var camelCaseWords: Set<String> {
        var words: Set<String> = []
        var word = ""
        for character in self {
            if character.isUppercase || !character.isLetter {
                words.insert(word)
                word = ""
            }
            if character.isLetter { word += character.lowercased() }
        }
        words.insert(word)
        return words
    }
}
