import LiveActivityUI

/// The colours of a queue: blue, dark enough for paper and light enough for night, on a hint of itself. Text on either has at least 4.5:1.
enum Palette {
    /// For the surface's own appearance: a menu bar may be light where an island never is.
    static let tint = Tint()

    static func tint(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 0.392, green: 0.682, blue: 1) : Color(red: 0, green: 0.373, blue: 0.784)
    }

    static func background(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 0.031, green: 0.071, blue: 0.125) : Color(red: 0.937, green: 0.961, blue: 1)
    }

    /// What is read second. The system's own secondary colour has 3.4:1 on white.
    static let faint = Color.primary.opacity(0.7)

    struct Tint: ShapeStyle {
        func resolve(in environment: EnvironmentValues) -> Color { Palette.tint(environment.colorScheme) }
    }
}
