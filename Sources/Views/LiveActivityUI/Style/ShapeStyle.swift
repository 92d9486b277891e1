/// A style with which shapes, texts and symbols are filled.
///
/// An app's own style returns another style for an environment from ``resolve(in:)``.
public protocol ShapeStyle: Sendable {
    /// The type of style that ``resolve(in:)`` returns.
    associatedtype Resolved: ShapeStyle = Never

    /// The style to use in an environment. Must be implemented by an app's own styles.
    func resolve(in environment: EnvironmentValues) -> Resolved

    /// Resolves the style where it is used, before the opacity of a level is applied.
    static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint
}

extension ShapeStyle {
    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Resolved._paint(style.resolve(in: resolution.environment), over: foreground, in: resolution)
    }
}

extension ShapeStyle where Resolved == Never {
    /// Never called: the styles of this module resolve themselves.
    public func resolve(in environment: EnvironmentValues) -> Never {
        preconditionFailure("\(Self.self) resolves itself: call _paint(_:over:in:)")
    }
}

extension Never: ShapeStyle {
    public static func _paint(_ style: Never, over foreground: Foreground?, in resolution: Resolution) -> Paint {}
}

/// The styles of `foregroundStyle`, with the styles of the views outside. `.secondary` inside is the second level of
/// these.
public final class Foreground: Sendable {
    let styles: [any ShapeStyle]
    let outer: Foreground?

    @usableFromInline init(_ styles: [any ShapeStyle], over outer: Foreground?) {
        self.styles = styles
        self.outer = outer
    }

    /// The paint of a level, where 1 is primary. Levels without a style of their own are translucent versions of the
    /// last one.
    func paint(level: Int, in resolution: Resolution) -> Paint {
        let own = min(level, styles.count)
        let paint = resolution.paint(styles[own - 1], over: outer)
        return own == level ? paint : paint.opacity(HierarchicalShapeStyle.opacity(ofLevel: level - own + 1))
    }
}

extension Resolution {
    /// Resolves a style in the current environment.
    @inlinable func paint<Style: ShapeStyle>(_ style: Style) -> Paint {
        Style._paint(style, over: environment.foreground, in: self)
    }

    func paint(_ style: any ShapeStyle, over foreground: Foreground?) -> Paint {
        func open<Style: ShapeStyle>(_ style: Style) -> Paint { Style._paint(style, over: foreground, in: self) }
        return open(style)
    }

    /// The paint of texts, symbols and shapes without a style of their own.
    var foregroundPaint: Paint { foregroundPaint(level: 1) }

    func foregroundPaint(level: Int) -> Paint {
        if let foreground = environment.foreground { return foreground.paint(level: level, in: self) }
        return .color(Color.label(level: level).resolved(in: environment.appearance))
    }

    /// Resolves a color in the current environment.
    @usableFromInline func resolved(_ color: Color) -> ResolvedColor {
        color.resolved(in: environment.appearance, named: environment.namedColors)
    }

    /// The paint of controls, progress views and gauges.
    var tintPaint: Paint {
        if let tint = environment.tint { return paint(tint, over: environment.foreground) }
        return .color(resolved(Color.accentColor))
    }
}

/// A level of the foreground style of the environment: `.primary`, `.secondary`, and so on.
public struct HierarchicalShapeStyle: ShapeStyle, Hashable {
    let level: Int

    public static let primary = Self(level: 1)
    public static let secondary = Self(level: 2)
    public static let tertiary = Self(level: 3)
    public static let quaternary = Self(level: 4)
    public static let quinary = Self(level: 5)

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        if let foreground { return foreground.paint(level: style.level, in: resolution) }
        return .color(Color.label(level: style.level).resolved(in: resolution.environment.appearance))
    }

    /// The opacity of a level relative to the first one. Apple publishes no numbers; these are those of the label
    /// colors.
    static func opacity(ofLevel level: Int) -> Double {
        switch level {
        case ...1: 1
        case 2: 0.6
        case 3: 0.3
        case 4: 0.18
        default: 0.1
        }
    }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: Self { .primary }
    public static var secondary: Self { .secondary }
    public static var tertiary: Self { .tertiary }
    public static var quaternary: Self { .quaternary }
    public static var quinary: Self { .quinary }
}

/// A style of any type.
public struct AnyShapeStyle: ShapeStyle {
    let style: any ShapeStyle

    /// Hides the type of a style.
    public init(_ style: some ShapeStyle) { self.style = style }

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        resolution.paint(style.style, over: foreground)
    }
}
