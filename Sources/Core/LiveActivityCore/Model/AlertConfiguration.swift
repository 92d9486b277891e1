/// The title, body and sound of an alert that calls the user's attention to an update. The members are ActivityKit's.
///
/// Use it for essential updates only. iPhone and iPad light up and show the activity itself; Apple Watch shows the texts.
public struct AlertConfiguration: Codable, Hashable, Sendable {
    /// The first line, in bold.
    public var title: LocalizedStringResource
    /// The text below the title.
    public var body: LocalizedStringResource
    /// The sound that plays with the alert.
    public var sound: AlertSound

    /// Creates an alert, by default with the system's sound.
    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound = .default) {
        self.title = title
        self.body = body
        self.sound = sound
    }

    private enum CodingKeys: String, CodingKey { case title, body, sound }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(LocalizedStringResource.self, forKey: .title)
        body = try container.decode(LocalizedStringResource.self, forKey: .body)
        sound = try container.decodeIfPresent(AlertSound.self, forKey: .sound) ?? .default
    }

    /// A sound, identified by its name in a push: `default`, or the name of a file; empty for no sound.
    public struct AlertSound: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The system's own sound for alerts.
        public static let `default` = Self(rawValue: "default")

        /// No sound: the member `sound` is left out of the push. Source: Documentation/Reference.md, PAY-09.
        public static let silent = Self(rawValue: "")

        /// A sound file in the app's bundle, or in `Library/Sounds` of its container.
        public static func named(_ name: String) -> Self { Self(rawValue: name) }
    }
}
