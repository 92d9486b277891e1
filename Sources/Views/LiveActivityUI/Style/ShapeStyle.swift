/// What a shape or text is filled with.
///
/// A style of an app's own gives another style for the environment (``resolve(in:)``).
public protocol ShapeStyle: Sendable {
    associatedtype Resolved: ShapeStyle = Never

    func resolve(in environment: EnvironmentValues) -> Resolved

    /// What the style is where it is used, before anything is made lighter by its level.
    static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint
}

extension ShapeStyle {
    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        Resolved._paint(style.resolve(in: resolution.environment), over: foreground, in: resolution)
    }
}

extension ShapeStyle where Resolved == Never {
    public func resolve(in environment: EnvironmentValues) -> Never {
        preconditionFailure("\(Self.self) is no style of another's")
    }
}

extension Never: ShapeStyle {
    public static func _paint(_ style: Never, over foreground: Foreground?, in resolution: Resolution) -> Paint {}
}

/// What `foregroundStyle` says, and what stood around it: `.secondary` inside is the second level of this.
public final class Foreground: Sendable {
    let styles: [any ShapeStyle]
    let outer: Foreground?

    @usableFromInline init(_ styles: [any ShapeStyle], over outer: Foreground?) {
        self.styles = styles
        self.outer = outer
    }

    /// The paint of a level, 1 for primary. Levels without a style of their own are lighter ones of the last that has.
    func paint(level: Int, in resolution: Resolution) -> Paint {
        let own = min(level, styles.count)
        let paint = resolution.paint(styles[own - 1], over: outer)
        return own == level ? paint : paint.opacity(HierarchicalShapeStyle.opacity(ofLevel: level - own + 1))
    }
}

extension Resolution {
    /// What a style is here.
    @inlinable func paint<Style: ShapeStyle>(_ style: Style) -> Paint {
        Style._paint(style, over: environment.foreground, in: self)
    }

    func paint(_ style: any ShapeStyle, over foreground: Foreground?) -> Paint {
        func open<Style: ShapeStyle>(_ style: Style) -> Paint { Style._paint(style, over: foreground, in: self) }
        return open(style)
    }

    /// The paint of text, images and shapes that say none.
    var foregroundPaint: Paint { foregroundPaint(level: 1) }

    func foregroundPaint(level: Int) -> Paint {
        if let foreground = environment.foreground { return foreground.paint(level: level, in: self) }
        return .color(Color.label(level: level).resolved(in: environment.appearance))
    }

    /// What a colour is here.
    @usableFromInline func resolved(_ color: Color) -> ResolvedColor {
        color.resolved(in: environment.appearance, named: environment.namedColors)
    }

    /// What controls, bars and gauges are filled with.
    var tintPaint: Paint {
        if let tint = environment.tint { return paint(tint, over: environment.foreground) }
        return .color(Color.accentColor.resolved(in: environment.appearance))
    }
}

/// The levels of the foreground style in effect: `.primary`, `.secondary`, ...
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

    /// How a level of a given style stands to its first. Apple publishes no numbers: these are what its labels have.
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

/// A style whose type is not told.
public struct AnyShapeStyle: ShapeStyle {
    let style: any ShapeStyle

    public init(_ style: some ShapeStyle) { self.style = style }

    public static func _paint(_ style: Self, over foreground: Foreground?, in resolution: Resolution) -> Paint {
        resolution.paint(style.style, over: foreground)
    }
}
