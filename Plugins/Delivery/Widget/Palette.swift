import LiveActivityUI

/// The colours of a delivery: orange, dark enough for paper and light enough for night, on a hint of itself. Text on either has at least 4.5:1.
enum Palette {
    /// For the surface's own appearance: a menu bar may be light where an island never is.
    static let tint = Tint()

    static func tint(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 1, green: 0.624, blue: 0.039) : Color(red: 0.659, green: 0.275, blue: 0)
    }

    static func background(_ scheme: ColorScheme) -> Color {
        scheme == .dark ? Color(red: 0.11, green: 0.071, blue: 0.024) : Color(red: 1, green: 0.965, blue: 0.922)
    }

    /// What is read second. The system's own secondary colour has 3.4:1 on white.
    static let faint = Color.primary.opacity(0.7)

    struct Tint: ShapeStyle {
        func resolve(in environment: EnvironmentValues) -> Color { Palette.tint(environment.colorScheme) }
    }
}
