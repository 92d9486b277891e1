public import Foundation
public import LiveActivityCore

/// A kind's own samples as moments to look at: its story played from start to end, and what each of its other attributes begins with.
public struct SampleStory: Sendable {
    public struct Moment: Sendable {
        /// Such as `after 300 s, revision 3`.
        public var name: String
        public var activity: ShownActivity
        public var at: Date

        public init(_ name: String, _ activity: ShownActivity, at: Date) {
            self.name = name
            self.activity = activity
            self.at = at
        }
    }

    public var moments: [Moment]
    /// What is wrong with the story itself: it must have an end, within eight hours (HIG-22).
    public var findings: [Finding] = []

    public init(moments: [Moment]) { self.moments = moments }

    /// Plays the samples of a provider; `nil` for a kind without any.
    ///
    /// - Throws: ``EngineError`` where the engine refuses a sample.
    public init?(_ provider: AnyProvider) throws {
        guard let samples = provider.samples(), !samples.attributes.isEmpty else { return nil }
        moments = []
        for (index, attributes) in samples.attributes.enumerated() {
            var player = try Player(provider, attributes, number: index + 1)
            try player.begin()
            if index == 0 { try player.play(samples.story) }
            moments += player.moments
            if index == 0, let finding = player.finding { findings.append(finding) }
        }
    }

    /// One activity on a clock of its own.
    private struct Player: ~Copyable {
        private static let epoch = Date(timeIntervalSinceReferenceDate: 803_667_600)
        /// A story that wakes each second would have thousands of moments that look alike.
        private static let momentsMax = 40

        private var engine: Engine
        private let id: ActivityID
        private let kind: ActivityKind
        private let number: Int
        private(set) var moments: [Moment] = []
        private(set) var finding: Finding?

        init(_ provider: AnyProvider, _ attributes: JSONText, number: Int) throws {
            let start = Command.Start(
                kind: provider.kind, owner: "sample", attributes: try JSONValue(parsing: attributes.bytes),
                options: StartOptions())
            var engine = Engine(configuration: EngineConfiguration(seed: 1))
            try engine.register(provider)
            guard let id = try engine.apply(.start(start), at: Self.epoch).activity else {
                throw EngineError.refused(provider.kind, reason: "the start gave no activity")
            }
            self.engine = engine
            self.id = id
            kind = provider.kind
            self.number = number
        }

        mutating func begin() throws { try note(at: Self.epoch) }

        mutating func play(_ story: [EncodedSamples.Moment]) throws {
            for step in story {
                let now = Self.epoch + step.after_s
                try pass(until: now)
                try engine.apply(.send(.id(id), event: try JSONValue(parsing: step.event.bytes)), at: now)
                try note(at: now)
            }
            // What happens by itself: until the activity is over.
            try pass(until: .distantFuture)
        }

        /// Goes from one deadline to the next.
        private mutating func pass(until end: Date) throws {
            while let next = engine.nextDeadline, next <= end, finding == nil, engine.state(of: id)?.acceptsContent == true {
                engine.advance(to: next)
                try note(at: next)
            }
        }

        private mutating func note(at now: Date) throws {
            engine.drainChanges { change in
                guard change.activity == id, case .ended(.timeLimit, _) = change.what else { return }
                finding = Finding(
                    .noDefinedEnd, kind: kind, place: "samples.story",
                    message: "the activity is still active eight hours after its start")
            }
            guard let record = try engine.record(of: id), moments.count < Self.momentsMax else { return }
            let activity = ShownActivity(record, kind: kind)
            if let last = moments.last?.activity, last.revision == activity.revision { return }
            let seconds = Int(now.timeIntervalSince(Self.epoch))
            moments.append(Moment("attributes \(number) after \(seconds) s", activity, at: now))
        }
    }
}

extension ShownActivity {
    /// The values in its JSON whose names say that they are nobody else's business.
    var privateTexts: Set<String> {
        var texts: Set<String> = []
        for json in [attributes, content.state] {
            guard let value = try? JSONValue(parsing: json.bytes) else { continue }
            value.collectPrivateTexts(into: &texts)
        }
        return texts
    }

    /// The language that the app has chosen, where it has a setting of its own (HIG-28).
    var languageCode: String? {
        (try? JSONValue(parsing: attributes.bytes))?.members.first { $0.key == "languageCode" }?.value.string
    }
}

extension JSONValue {
    /// Words in the names of fields whose values are private.
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
    /// `homeAddress` and `home_address` are home and address.
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
