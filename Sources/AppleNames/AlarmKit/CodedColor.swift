import LiveActivityUI

/// An encodable color. Its JSON contains the components for light and dark appearance.
struct CodedColor: Hashable, Sendable { var color: Color }

extension CodedColor: Codable {
    private enum CodingKeys: CodingKey {
        case light, dark
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        color = Color(
            light: Color(try container.decode(ResolvedColor.self, forKey: .light)),
            dark: Color(try container.decode(ResolvedColor.self, forKey: .dark)))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var environment = EnvironmentValues()
        for (scheme, key) in [(ColorScheme.light, CodingKeys.light), (.dark, .dark)] {
            environment.colorScheme = scheme
            try container.encode(color.resolved(in: environment), forKey: key)
        }
    }
}

extension Color {
    fileprivate init(_ color: ResolvedColor) {
        self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
    }
}
