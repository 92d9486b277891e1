import AppleUIKit
public import Foundation
public import LiveActivityUI

extension GraphicsContext {
    public struct Shading {
        enum Kind {
            case foreground
            case style(AnyShapeStyle)
            case linear(Gradient, CGPoint, CGPoint)
            case radial(Gradient, CGPoint, CGFloat, CGFloat)
            case conic(Gradient, CGPoint, Angle)
            case image(Image)
        }

        let kind: Kind

        public static var foreground: Shading { Shading(kind: .foreground) }
        /// The content behind the canvas. It cannot be read, so this is clear.
        public static var backdrop: Shading { .color(.clear) }

        public static func color(_ color: Color) -> Shading { Shading(kind: .style(AnyShapeStyle(color))) }
        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
        ) -> Shading { .color(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity)) }
        public static func color(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) -> Shading {
            .color(Color(colorSpace, white: white, opacity: opacity))
        }
        public static func style(_ style: some ShapeStyle) -> Shading { Shading(kind: .style(AnyShapeStyle(style))) }
        /// A gradient between two points. The options have no effect.
        public static func linearGradient(
            _ gradient: Gradient, startPoint: CGPoint, endPoint: CGPoint, options: GradientOptions = GradientOptions()
        ) -> Shading { Shading(kind: .linear(gradient, startPoint, endPoint)) }
        /// A gradient between two circles. The options have no effect.
        public static func radialGradient(
            _ gradient: Gradient, center: CGPoint, startRadius: CGFloat, endRadius: CGFloat,
            options: GradientOptions = GradientOptions()
        ) -> Shading { Shading(kind: .radial(gradient, center, startRadius, endRadius)) }
        /// A gradient around a point. The options have no effect.
        public static func conicGradient(
            _ gradient: Gradient, center: CGPoint, angle: Angle = Angle(), options: GradientOptions = GradientOptions()
        ) -> Shading { Shading(kind: .conic(gradient, center, angle)) }
        /// An image, stretched to the bounds of the filled path. It is not repeated, and the other parameters have no effect.
        public static func tiledImage(
            _ image: Image, origin: CGPoint = .zero, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
            scale: CGFloat = 1
        ) -> Shading { Shading(kind: .image(image)) }
        /// The first shading of the array; the other levels are not used.
        public static func palette(_ array: [Shading]) -> Shading { array.first ?? .foreground }
    }

    /// Options for a gradient beyond its ends. They have no effect.
    public struct GradientOptions: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let `repeat` = Self(rawValue: 1)
        public static let mirror = Self(rawValue: 2)
        public static let linearColor = Self(rawValue: 4)
    }

    /// A filter for the following drawings.
    public struct Filter {
        let applied: (AnyView) -> AnyView

        /// Blurs. The options have no effect.
        public static func blur(radius: CGFloat, options: BlurOptions = BlurOptions()) -> Filter {
            Filter { AnyView($0.blur(radius: radius)) }
        }
        /// Adds a shadow. The blend mode and the options have no effect.
        public static func shadow(
            color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0,
            blendMode: BlendMode = .normal, options: ShadowOptions = ShadowOptions()
        ) -> Filter { Filter { AnyView($0.shadow(color: color, radius: radius, x: x, y: y)) } }
        public static func colorMultiply(_ color: Color) -> Filter { Filter { AnyView($0.colorMultiply(color)) } }
        public static func hueRotation(_ angle: Angle) -> Filter { Filter { AnyView($0.hueRotation(angle)) } }
        /// Changes the saturation: 0 is gray, 1 unchanged.
        public static func saturation(_ amount: Double) -> Filter { Filter { AnyView($0.saturation(amount)) } }
        public static func brightness(_ amount: Double) -> Filter { Filter { AnyView($0.brightness(amount)) } }
        /// Changes the contrast: 1 is unchanged.
        public static func contrast(_ amount: Double) -> Filter { Filter { AnyView($0.contrast(amount)) } }
        /// Inverts all colors; the amount has no effect.
        public static func colorInvert(_ amount: Double = 1) -> Filter { Filter { AnyView($0.colorInvert()) } }
        /// Removes color: 0 is unchanged, 1 gray.
        public static func grayscale(_ amount: Double) -> Filter { Filter { AnyView($0.grayscale(amount)) } }
        /// Does nothing: opacities are not compared with a threshold here.
        public static func alphaThreshold(min: Double, max: Double = 1, color: Color = .black) -> Filter { Filter { $0 } }
    }

    /// Options of a blur. They have no effect.
    public struct BlurOptions: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The blurred content has no transparent parts.
        public static let opaque = Self(rawValue: 1)
        public static let dithersResult = Self(rawValue: 2)
    }

    /// Options of a shadow. They have no effect.
    public struct ShadowOptions: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let shadowAbove = Self(rawValue: 1)
        /// Draws only the shadow.
        public static let shadowOnly = Self(rawValue: 2)
        /// Draws the shadow inside the shape.
        public static let invertsAlpha = Self(rawValue: 4)
    }
}
