public import Foundation

/// A colour, that may depend on where it is seen.
public struct Color: Hashable, Sendable {
    let source: Source

    indirect enum Source: Hashable, Sendable {
        /// sRGB; a component may lie outside 0...1 until it is resolved.
        case fixed(ResolvedColor)
        case system(SystemColor)
        /// A name in the app's asset catalogue.
        case named(String)
        case opacity(Color, Double)
        case mix(Color, Color, by: Double, perceptual: Bool)
        case custom(light: Color, dark: Color)
    }

    init(source: Source) { self.source = source }

    init(_ system: SystemColor) { source = .system(system) }
    package init(system: SystemColor) { source = .system(system) }

    /// A colour for each appearance.
    package init(light: Color, dark: Color) { source = .custom(light: light, dark: dark) }

    /// How the components of a colour are meant.
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB, sRGBLinear, displayP3
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(colorSpace, red, green, blue, opacity))
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(colorSpace, white, white, white, opacity))
    }

    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        source = .fixed(ResolvedColor(hue: hue, saturation: saturation, brightness: brightness, opacity: opacity))
    }

    /// A colour of the app's own by its name in ``EnvironmentValues/namedColors``; one that is not there is drawn as grey.
    public init(_ name: String, bundle: Bundle? = nil) { source = .named(name) }

    /// The same colour, let through `opacity` as much.
    public func opacity(_ opacity: Double) -> Color { Color(source: .opacity(self, opacity)) }
}

/// What a colour depends on.
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
        case .system(let system): return system.resolved(in: appearance)
        case .named(let name):
            // A name that stands for another name is followed once only, so that two cannot chase each other.
            if let color = colors[name] { return color.resolved(in: appearance) }
            return SystemColor.gray.resolved(in: appearance)
        case .opacity(let color, let opacity):
            var resolved = color.resolved(in: appearance, named: colors)
            resolved.opacity = (resolved.opacity * opacity).clamped
            return resolved
        case .mix(let first, let second, let fraction, let perceptual):
            return first.resolved(in: appearance, named: colors).mixed(
                with: second.resolved(in: appearance, named: colors), by: fraction.clamped, perceptual: perceptual)
        case .custom(let light, let dark):
            return (appearance.isDark ? dark : light).resolved(in: appearance, named: colors)
        }
    }

    /// The label colours, the first level being `primary`.
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
    public typealias Body = Never

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: view, to: &nodes)
    }
}

extension Color: ShapeStyle {
    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        .color(style.resolved(in: resolution.environment.appearance, named: resolution.environment.namedColors))
    }
}

extension Color {
    public static let clear = Color(source: .fixed(ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)))
    public static let black = Color(source: .fixed(ResolvedColor(red: 0, green: 0, blue: 0)))
    public static let white = Color(source: .fixed(ResolvedColor(red: 1, green: 1, blue: 1)))
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
    public static let primary = Color(.label)
    public static let secondary = Color(.secondaryLabel)
    /// The app's accent, by the name `AccentColor` in ``EnvironmentValues/namedColors``; blue where there is none.
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
