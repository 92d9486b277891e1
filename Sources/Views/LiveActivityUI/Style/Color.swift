public import Foundation

/// A color, which may depend on appearance and contrast of the environment.
public struct Color: Hashable, Sendable {
    let source: Source

    indirect enum Source: Hashable, Sendable {
        /// sRGB; components may be outside 0...1 until the color is resolved.
        case fixed(ResolvedColor)
        case system(SystemColor)
        /// A name in the app's asset catalog.
        case named(String)
        case opacity(Color, Double)
        case mix(Color, Color, by: Double, perceptual: Bool)
        case custom(light: Color, dark: Color)
    }

    init(source: Source) { self.source = source }

    init(_ system: SystemColor) { source = .system(system) }
    package init(system: SystemColor) { source = .system(system) }

    /// A color for each appearance.
    package init(light: Color, dark: Color) { source = .custom(light: light, dark: dark) }

    /// The color space of components.
    public enum RGBColorSpace: Hashable, Sendable {
        /// The color spaces, as in SwiftUI. Colors outside sRGB are clamped.
        case sRGB, sRGBLinear, displayP3
    }

    /// A color by components from 0 to 1. Values outside are clamped.
    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(colorSpace, red, green, blue, opacity))
    }

    /// A gray: 0 is black, 1 white.
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(colorSpace, white, white, white, opacity))
    }

    /// A color by hue, saturation and brightness from 0 to 1. The hue wraps around.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(hue: hue, saturation: saturation, brightness: brightness, opacity: opacity))
    }

    /// A color by its name in ``EnvironmentValues/namedColors``; the system's gray if there is none. The bundle has no
    /// effect.
    public init(_ name: String, bundle: Bundle? = nil) { source = .named(name) }

    /// The color with its opacity multiplied by `opacity`.
    public func opacity(_ opacity: Double) -> Color { Color(source: .opacity(self, opacity)) }
}

extension Color: CustomStringConvertible {
    /// The components in light appearance, as hexadecimal numbers: `#FF8000FF`.
    public var description: String {
        let color = resolved(in: EnvironmentValues())
        return "#"
            + [color.red, color.green, color.blue, color.opacity].map { part in
                let digits = String(Int((min(max(part, 0), 1) * 255).rounded()), radix: 16, uppercase: true)
                return digits.count < 2 ? "0" + digits : digits
            }.joined()
    }
}

/// The settings on which a color depends.
package struct Appearance: Hashable, Sendable {
    var isDark: Bool
    var hasIncreasedContrast: Bool
}

extension Color {
    package func resolved(in environment: EnvironmentValues) -> ResolvedColor {
        resolved(in: environment.appearance, named: environment.namedColors)
    }

    func resolved(in appearance: Appearance, named colors: [String: Color] = [:]) -> ResolvedColor {
        switch source {
        case .fixed(let color): return color
        case .system(.accent) where colors["AccentColor"] != nil:
            return Color("AccentColor").resolved(in: appearance, named: colors)
        case .system(let system): return system.resolved(in: appearance)
        case .named(let name):
            // A name may refer to another name only once, so that two names cannot refer to each other forever.
            if let color = colors[name] { return color.resolved(in: appearance) }
            return SystemColor.gray.resolved(in: appearance)
        case .opacity(let color, let opacity):
            var resolved = color.resolved(in: appearance, named: colors)
            resolved.opacity = (resolved.opacity * opacity).clamped
            return resolved
        case .mix(let first, let second, let fraction, let perceptual):
            return first.resolved(in: appearance, named: colors).mixed(
                with: second.resolved(in: appearance, named: colors), by: fraction.clamped, perceptual: perceptual)
        case .custom(let light, let dark): return (appearance.isDark ? dark : light).resolved(in: appearance, named: colors)
        }
    }

    /// The label color of a level, where level 1 is `primary`.
    static func label(level: Int) -> Color {
        switch level {
        case ...1: primary
        case 2: secondary
        case 3: tertiary
        case 4: quaternary
        default: quinary
        }
    }

    static let tertiary = Color(.tertiaryLabel)
    static let quaternary = Color(.quaternaryLabel)
    static let quinary = Color(.quinaryLabel)
    static let separator = Color(.separator)
}

extension Color: View {
}

extension Color: ShapeStyle {
    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        .color(style.resolved(in: resolution.environment.appearance, named: resolution.environment.namedColors))
    }
}

extension Color {
    /// The transparent color.
    public static let clear = Color(source: .fixed(ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)))
    /// Black in every appearance.
    public static let black = Color(source: .fixed(ResolvedColor(red: 0, green: 0, blue: 0)))
    /// White in every appearance.
    public static let white = Color(source: .fixed(ResolvedColor(red: 1, green: 1, blue: 1)))
    /// The system color, which depends on appearance and contrast.
    public static let red = Color(.red)
    public static let orange = Color(.orange)
    public static let yellow = Color(.yellow)
    public static let green = Color(.green)
    public static let mint = Color(.mint)
    public static let teal = Color(.teal)
    public static let cyan = Color(.cyan)
    public static let blue = Color(.blue)
    public static let indigo = Color(.indigo)
    public static let purple = Color(.purple)
    public static let pink = Color(.pink)
    public static let brown = Color(.brown)
    public static let gray = Color(.gray)
    /// The color of text.
    public static let primary = Color(.label)
    /// The color of less important text.
    public static let secondary = Color(.secondaryLabel)
    /// The default tint, which is the system's blue.
    public static let accentColor = Color(.accent)
}

extension ShapeStyle where Self == Color {
    public static var clear: Self { .clear }
    public static var black: Self { .black }
    public static var white: Self { .white }
    public static var red: Self { .red }
    public static var orange: Self { .orange }
    public static var yellow: Self { .yellow }
    public static var green: Self { .green }
    public static var mint: Self { .mint }
    public static var teal: Self { .teal }
    public static var cyan: Self { .cyan }
    public static var blue: Self { .blue }
    public static var indigo: Self { .indigo }
    public static var purple: Self { .purple }
    public static var pink: Self { .pink }
    public static var brown: Self { .brown }
    public static var gray: Self { .gray }
}
