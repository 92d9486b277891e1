public import Foundation

/// A style, let through in part.
public struct _OpacityShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let opacity: Double

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Style._paint(style.style, over: foreground, in: resolution).opacity(style.opacity)
    }
}

/// A style whose `.secondary` and so on are meant of itself.
public struct _LevelShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let level: Int

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Style._paint(style.style, over: foreground, in: resolution)
            .opacity(HierarchicalShapeStyle.opacity(ofLevel: style.level))
    }
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle { _OpacityShapeStyle(style: self, opacity: opacity) }

    /// Not kept: a shadow and a blend mode are the view's here (`shadow(color:radius:x:y:)`, `blendMode(_:)`).
    public func shadow(_ style: ShadowStyle) -> some ShapeStyle { self }
    /// Not kept, as ``shadow(_:)``.
    public func blendMode(_ mode: BlendMode) -> some ShapeStyle { self }
    /// Not kept: a gradient runs over the shape that it fills.
    public func `in`(_ rect: CGRect) -> some ShapeStyle { self }

    public var secondary: some ShapeStyle { _LevelShapeStyle(style: self, level: 2) }
    public var tertiary: some ShapeStyle { _LevelShapeStyle(style: self, level: 3) }
    public var quaternary: some ShapeStyle { _LevelShapeStyle(style: self, level: 4) }
    public var quinary: some ShapeStyle { _LevelShapeStyle(style: self, level: 5) }
}

extension ShapeStyle where Self == AnyShapeStyle {
    public static func opacity(_ opacity: Double) -> some ShapeStyle {
        _OpacityShapeStyle(style: ForegroundStyle(), opacity: opacity)
    }
    public static func shadow(_ style: ShadowStyle) -> some ShapeStyle { ForegroundStyle() }
    public static func blendMode(_ mode: BlendMode) -> some ShapeStyle { ForegroundStyle() }
}

/// A shadow of a style.
public struct ShadowStyle: Hashable, Sendable {
    public static func drop(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> Self { Self() }
    public static func inner(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.55), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> Self { Self() }
}

/// How a view is drawn over what lies below.
public enum BlendMode: String, Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    case hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter
}

extension Color {
    /// A colour in numbers, for one environment.
    public struct Resolved: Hashable, Sendable, ShapeStyle {
        public var red: Float
        public var green: Float
        public var blue: Float
        public var opacity: Float

        public init(
            colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1
        ) {
            self.init(ResolvedColor(colorSpace, Double(red), Double(green), Double(blue), Double(opacity)))
        }

        init(_ color: ResolvedColor) {
            (red, green, blue, opacity) = (Float(color.red), Float(color.green), Float(color.blue), Float(color.opacity))
        }

        public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
            Color._paint(Color(style), over: foreground, in: resolution)
        }
    }

    public init(_ resolved: Resolved) {
        self.init(
            red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue),
            opacity: Double(resolved.opacity))
    }

    /// What the colour is in an environment.
    public func resolve(in environment: EnvironmentValues) -> Resolved { Resolved(resolved(in: environment)) }

    /// A colour between this and another.
    public func mix(with other: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        Color(source: .mix(self, other, by: fraction, perceptual: colorSpace == .perceptual))
    }
}

extension Gradient {
    /// How the colours between two are found.
    public struct ColorSpace: Hashable, Sendable {
        private let name: String

        public static let device = Self(name: "device")
        public static let perceptual = Self(name: "perceptual")
    }

    public func colorSpace(_ space: ColorSpace) -> AnyGradient { AnyGradient(self) }
}
