// Styles that are resolved from the environment where they are used.

/// The foreground style of the environment.
public struct ForegroundStyle: ShapeStyle, Hashable {
    /// The foreground style of the environment.
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        HierarchicalShapeStyle._paint(.primary, over: foreground, in: resolution)
    }
}

/// The tint of the environment: `tint(_:)`, or ``Color/accentColor``.
public struct TintShapeStyle: ShapeStyle, Hashable {
    /// The tint of the environment.
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        resolution.tintPaint
    }
}

/// The background style of the environment: `backgroundStyle(_:)`, or the system's background color.
public struct BackgroundStyle: ShapeStyle, Hashable {
    /// The background style of the environment.
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        let background = resolution.environment.backgroundStyle?.style ?? Color(.background)
        // `.background` cannot be defined by itself.
        return resolution.paint(background is BackgroundStyle ? Color(.background) : background, over: foreground)
    }
}

/// A system color that is not a member of ``Color``.
public struct _SystemStyle: ShapeStyle, Hashable {
    let color: SystemColor

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        .color(style.color.resolved(in: resolution.environment.appearance))
    }
}

/// The type of `.separator`.
public typealias SeparatorShapeStyle = _SystemStyle
/// The type of `.placeholder`.
public typealias PlaceholderTextShapeStyle = _SystemStyle
/// The type of `.link`.
public typealias LinkShapeStyle = _SystemStyle
/// The type of `.fill`.
public typealias FillShapeStyle = _SystemStyle

extension ShapeStyle where Self == ForegroundStyle {
    /// The foreground style of the environment.
    public static var foreground: Self { Self() }
}
extension ShapeStyle where Self == TintShapeStyle {
    /// The tint of the environment.
    public static var tint: Self { Self() }
    public static var selection: Self { Self() }
}
extension ShapeStyle where Self == BackgroundStyle {
    /// The background style of the environment.
    public static var background: Self { Self() }
    public static var windowBackground: Self { Self() }
}
extension ShapeStyle where Self == _SystemStyle {
    public static var separator: Self { Self(color: .separator) }
    public static var placeholder: Self { Self(color: .placeholderText) }
    public static var link: Self { Self(color: .link) }
    /// The color that fills shapes.
    public static var fill: Self { Self(color: .fill) }
}

/// A translucent material. A picture of one surface has nothing behind it, so the material is drawn as its average
/// color.
public struct Material: ShapeStyle, View, Hashable {
    let thickness: Double

    /// The most transparent material.
    public static let ultraThin = Self(thickness: 0.2)
    /// A transparent material.
    public static let thin = Self(thickness: 0.4)
    /// The default material.
    public static let regular = Self(thickness: 0.6)
    /// A less transparent material.
    public static let thick = Self(thickness: 0.8)
    /// The least transparent material.
    public static let ultraThick = Self(thickness: 0.92)
    /// The material of toolbars.
    public static let bar = Self(thickness: 0.85)

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        // Apple publishes no numbers. These are a gray near white, or near black, chosen by eye.
        let level = resolution.environment.appearance.isDark ? 0.14 : 0.96
        return .material(ResolvedColor(red: level, green: level, blue: level, opacity: style.thickness))
    }
    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.append(paint: view, to: &nodes)
    }
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Self { .ultraThin }
    public static var thinMaterial: Self { .thin }
    public static var regularMaterial: Self { .regular }
    public static var thickMaterial: Self { .thick }
    public static var ultraThickMaterial: Self { .ultraThick }
    public static var bar: Self { .bar }
}
