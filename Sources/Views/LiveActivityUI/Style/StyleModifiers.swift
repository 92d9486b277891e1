public import Foundation

/// A translucent style.
public struct _OpacityShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let opacity: Double

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Style._paint(style.style, over: foreground, in: resolution).opacity(style.opacity)
    }
}

/// A level of a given style.
public struct _LevelShapeStyle<Style: ShapeStyle>: ShapeStyle {
    let style: Style
    let level: Int

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Style._paint(style.style, over: foreground, in: resolution)
            .opacity(HierarchicalShapeStyle.opacity(ofLevel: style.level))
    }
}

extension ShapeStyle {
    /// The style with its opacity multiplied by `opacity`.
    public func opacity(_ opacity: Double) -> some ShapeStyle { _OpacityShapeStyle(style: self, opacity: opacity) }

    /// No effect: use the view's `shadow(color:radius:x:y:)` instead.
    public func shadow(_ style: ShadowStyle) -> some ShapeStyle { self }
    /// No effect: use the view's `blendMode(_:)` instead.
    public func blendMode(_ mode: BlendMode) -> some ShapeStyle { self }
    /// No effect: a gradient always covers the shape that it fills.
    public func `in`(_ rect: CGRect) -> some ShapeStyle { self }

    public var secondary: some ShapeStyle { _LevelShapeStyle(style: self, level: 2) }
    public var tertiary: some ShapeStyle { _LevelShapeStyle(style: self, level: 3) }
    public var quaternary: some ShapeStyle { _LevelShapeStyle(style: self, level: 4) }
    public var quinary: some ShapeStyle { _LevelShapeStyle(style: self, level: 5) }
}

extension ShapeStyle where Self == AnyShapeStyle {
    /// The foreground style with an opacity.
    public static func opacity(_ opacity: Double) -> some ShapeStyle {
        _OpacityShapeStyle(style: ForegroundStyle(), opacity: opacity)
    }
    /// The foreground style; the shadow has no effect.
    public static func shadow(_ style: ShadowStyle) -> some ShapeStyle { ForegroundStyle() }
    /// The foreground style; the blend mode has no effect.
    public static func blendMode(_ mode: BlendMode) -> some ShapeStyle { ForegroundStyle() }
}

/// The shadow of a style. Accepted and not used.
public struct ShadowStyle: Hashable, Sendable {
    /// A shadow behind the shape.
    public static func drop(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> Self { Self() }
    /// A shadow inside the shape.
    public static func inner(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.55), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> Self { Self() }
}

/// The blend mode of a view with the content behind it.
public enum BlendMode: String, Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
    case hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker, plusLighter
}

extension Color {
    /// The sRGB components of a color in one environment.
    public struct Resolved: Hashable, Sendable, ShapeStyle {
        /// Red, 0 to 1.
        public var red: Float
        /// Green, 0 to 1.
        public var green: Float
        /// Blue, 0 to 1.
        public var blue: Float
        /// Opacity, 0 to 1.
        public var opacity: Float

        /// A color by components; values outside 0...1 are clamped.
        public init(
            colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1
        ) { self.init(ResolvedColor(colorSpace, Double(red), Double(green), Double(blue), Double(opacity))) }

        init(_ color: ResolvedColor) {
            (red, green, blue, opacity) = (Float(color.red), Float(color.green), Float(color.blue), Float(color.opacity))
        }

        public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
            Color._paint(Color(style), over: foreground, in: resolution)
        }
    }

    /// The color with these components.
    public init(_ resolved: Resolved) {
        self.init(
            red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue),
            opacity: Double(resolved.opacity))
    }

    /// The components of the color in an environment.
    public func resolve(in environment: EnvironmentValues) -> Resolved { Resolved(resolved(in: environment)) }

    /// A color between this one (0) and another one (1).
    public func mix(with other: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        Color(source: .mix(self, other, by: fraction, perceptual: colorSpace == .perceptual))
    }
}

extension Gradient {
    /// The color space in which colors are mixed.
    public enum ColorSpace: Hashable, Sendable {
        /// Mixes the components in sRGB.
        case device
        /// Mixes perceptually, in Oklab.
        case perceptual
    }

    /// The gradient from top to bottom; the color space has no effect.
    public func colorSpace(_ space: ColorSpace) -> AnyGradient { AnyGradient(self) }
}
