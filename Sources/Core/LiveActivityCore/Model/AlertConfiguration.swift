/// What a person hears and reads when an update is worth their attention (LIFE-24).
///
/// Alert only for what is essential (LIFE-27): iPhone and iPad light up and show the activity itself, the texts are
/// read on Apple Watch (LIFE-25).
public struct AlertConfiguration: Codable, Hashable, Sendable {
    public var title: LocalizedStringResource
    public var body: LocalizedStringResource
    public var sound: AlertSound

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

    /// A sound, by the name it has in a push (PAY-09).
    public struct AlertSound: RawRepresentable, Codable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The system's own sound for alerts.
        public static let `default` = Self(rawValue: "default")

        /// A sound file in the app's bundle, or in `Library/Sounds` of its container.
        public static func named(_ name: String) -> Self { Self(rawValue: name) }
    }
}
