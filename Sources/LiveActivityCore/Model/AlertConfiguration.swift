/// What a person hears and reads when an update is worth their attention (LIFE-24).
///
/// Alert only for what is essential (LIFE-27): iPhone and iPad light up and show the activity itself, the texts are
/// read on Apple Watch (LIFE-25).
public struct AlertConfiguration: Codable, Hashable, Sendable {
    public var title: LocalizedText
    public var body: LocalizedText
    public var sound: AlertSound

    public init(title: LocalizedText, body: LocalizedText, sound: AlertSound = .default) {
        self.title = title
        self.body = body
        self.sound = sound
    }

    private enum CodingKeys: String, CodingKey { case title, body, sound }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(LocalizedText.self, forKey: .title)
        body = try container.decode(LocalizedText.self, forKey: .body)
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

/// A text of an alert: either said as it is, or named by its key in the app's string table and filled in on the device.
///
/// In JSON a literal is a string, a key is `{"loc-key": …, "loc-args": […]}`, as in a push (PAY-08).
public enum LocalizedText: Hashable, Sendable {
    case literal(String)
    case localized(key: String, arguments: [String])
}

extension LocalizedText: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self = .literal(value) }
}

extension LocalizedText: CustomStringConvertible {
    /// The text as far as it can be told without a string table: a key stands for itself.
    public var description: String {
        switch self {
        case .literal(let text): text
        case .localized(let key, let arguments): arguments.isEmpty ? key : "\(key)(\(arguments.joined(separator: ", ")))"
        }
    }
}

extension LocalizedText: Codable {
    private enum CodingKeys: String, CodingKey {
        case key = "loc-key"
        case arguments = "loc-args"
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: CodingKeys.self) {
            self = .localized(
                key: try container.decode(String.self, forKey: .key),
                arguments: try container.decodeIfPresent([String].self, forKey: .arguments) ?? [])
        } else {
            self = .literal(try decoder.singleValueContainer().decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .literal(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .localized(let key, let arguments):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(key, forKey: .key)
            if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        }
    }
}
