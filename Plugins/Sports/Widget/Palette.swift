import LiveActivityUI

/// The colours of a match: green, dark enough for paper and light enough for night, on a hint of itself. Text on either has at least 4.5:1.
enum Palette {
    /// For the surface's own appearance: a menu bar may be light where an island never is.
    static let tint = Tint()

    static func tint(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 0.188, green: 0.82, blue: 0.345) : Color(red: 0.067, green: 0.439, blue: 0.227)
    }

    static func background(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 0.031, green: 0.086, blue: 0.047) : Color(red: 0.937, green: 0.976, blue: 0.945)
    }

    /// What is read second. The system's own secondary colour has 3.4:1 on white.
    static let faint = Color.primary.opacity(0.7)

    struct Tint: ShapeStyle {
        func resolve(in environment: EnvironmentValues) -> Color { Palette.tint(environment.colorScheme) }
    }
}
