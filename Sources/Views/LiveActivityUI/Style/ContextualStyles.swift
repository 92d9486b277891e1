// Styles that are found where they are used.

/// The foreground style in effect.
public struct ForegroundStyle: ShapeStyle, Hashable {
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        HierarchicalShapeStyle._paint(.primary, over: foreground, in: resolution)
    }
}

/// The tint in effect: `tint(_:)`, or the accent colour.
public struct TintShapeStyle: ShapeStyle, Hashable {
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        resolution.tintPaint
    }
}

/// The background in effect: `backgroundStyle(_:)`, or the system's.
public struct BackgroundStyle: ShapeStyle, Hashable {
    public init() {}

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        let background = resolution.environment.backgroundStyle?.style ?? Color(.background)
        // A background that is itself `.background` would never be found.
        return resolution.paint(background is BackgroundStyle ? Color(.background) : background, over: foreground)
    }
}

/// A colour of the system that has no name among ``Color``'s.
public struct _SystemStyle: ShapeStyle, Hashable {
    let color: SystemColor

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        .color(style.color.resolved(in: resolution.environment.appearance))
    }
}

public typealias SeparatorShapeStyle = _SystemStyle
public typealias PlaceholderTextShapeStyle = _SystemStyle
public typealias LinkShapeStyle = _SystemStyle
public typealias FillShapeStyle = _SystemStyle

extension ShapeStyle where Self == ForegroundStyle { public static var foreground: Self { Self() } }
extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: Self { Self() }
    public static var selection: Self { Self() }
}
extension ShapeStyle where Self == BackgroundStyle { public static var background: Self { Self() } }
extension ShapeStyle where Self == _SystemStyle {
    public static var separator: Self { Self(color: .separator) }
    public static var placeholder: Self { Self(color: .placeholderText) }
    public static var link: Self { Self(color: .link) }
    public static var fill: Self { Self(color: .fill) }
}

/// A translucent background. Nothing can be seen through in a picture of one surface, so that it is drawn as the colour that it has
/// over a plain one.
public struct Material: ShapeStyle, View, Hashable {
    let thickness: Double

    /// `regular` is the default of `ShapeStyle`'s members; each lets less through than the one before.
    public static let ultraThin = Self(thickness: 0.2)
    public static let thin = Self(thickness: 0.4)
    public static let regular = Self(thickness: 0.6)
    public static let thick = Self(thickness: 0.8)
    public static let ultraThick = Self(thickness: 0.92)
    public static let bar = Self(thickness: 0.85)

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        // Apple publishes no numbers. A light material is a grey near white, a dark one a grey near black.
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
