/// The modifier of `foregroundStyle(_:)`, which sets the style of texts, images and shapes.
public struct _ForegroundModifier: ViewModifier {
    /// Computes the style from the outer one; `nil` is the default style.
    @usableFromInline let foreground: (Foreground?) -> Foreground?

    @inlinable init(_ foreground: @escaping (Foreground?) -> Foreground?) { self.foreground = foreground }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let outer = resolution.environment.foreground
        resolution.environment.foreground = modifier.foreground(outer)
        Modified._resolve(view, in: resolution, into: &nodes)
        resolution.environment.foreground = outer
    }
}

extension View {
    // MARK: Foreground

    /// Sets the style of texts, symbols and shapes.
    @inlinable public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { Foreground([style], over: $0) })
    }
    /// Sets the styles of the first two levels.
    @inlinable public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle>(_ primary: First, _ secondary: Second)
        -> ModifiedContent<Self, _ForegroundModifier>
    { modifier(_ForegroundModifier { Foreground([primary, secondary], over: $0) }) }
    /// Sets the styles of the first three levels.
    @inlinable public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle, Third: ShapeStyle>(
        _ primary: First, _ secondary: Second, _ tertiary: Third
    ) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { Foreground([primary, secondary, tertiary], over: $0) })
    }
    /// Sets the color of texts, symbols and shapes; `nil` restores the default.
    @inlinable public func foregroundColor(_ color: Color?) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { outer in color.map { Foreground([$0], over: outer) } })
    }

    /// Sets the style of `background()` without a style.
    @inlinable public func backgroundStyle<Style: ShapeStyle>(_ style: Style) -> _WithValue<AnyShapeStyle?> {
        environment(\.backgroundStyle, AnyShapeStyle(style))
    }

    // MARK: Tint

    /// Sets the style of controls, progress views and gauges; `nil` is the app's accent color.
    @inlinable public func tint<Style: ShapeStyle>(_ tint: Style?) -> _WithValue<(any ShapeStyle)?> {
        environment(\.tint, tint)
    }
    /// Sets the color of controls, progress views and gauges; `nil` is the app's accent color.
    @inlinable public func tint(_ tint: Color?) -> _WithValue<(any ShapeStyle)?> { environment(\.tint, tint) }
    @_disfavoredOverload @inlinable public func tint<Style: ShapeStyle>(_ tint: Style) -> _WithValue<(any ShapeStyle)?> {
        environment(\.tint, tint)
    }
    /// Sets the color of controls. The same as `tint(_:)`.
    @inlinable public func accentColor(_ accentColor: Color?) -> _WithValue<(any ShapeStyle)?> { tint(accentColor) }

    // MARK: Appearance

    /// Sets light or dark appearance for the views inside.
    @inlinable public func colorScheme(_ colorScheme: ColorScheme) -> _WithValue<ColorScheme> {
        environment(\.colorScheme, colorScheme)
    }
    /// Sets light or dark appearance for the views inside; `nil` changes nothing.
    @inlinable public func preferredColorScheme(_ colorScheme: ColorScheme?)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<ColorScheme>>
    { transformEnvironment(\.colorScheme) { if let colorScheme { $0 = colorScheme } } }

    // MARK: Symbols

    /// Sets the size of symbols relative to the text.
    @inlinable public func imageScale(_ scale: Image.Scale) -> _WithValue<Image.Scale> { environment(\.imageScale, scale) }
    /// Sets how the layers of symbols are colored; `nil` is the default of each symbol.
    @inlinable public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> _WithValue<SymbolRenderingMode?> {
        environment(\.symbolRenderingMode, mode)
    }
    /// Adds a variant to the symbols inside. `.none` removes all variants.
    @inlinable public func symbolVariant(_ variant: SymbolVariants) -> ModifiedContent<
        Self, _EnvironmentTransformModifier<SymbolVariants>
    > {
        transformEnvironment(\.symbolVariants) { $0.formUnion(variant) }
    }

    // MARK: Controls

    /// Disables controls. A control that is disabled outside stays disabled.
    @inlinable public func disabled(_ disabled: Bool) -> ModifiedContent<Self, _EnvironmentTransformModifier<Bool>> {
        transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
    }
    @inlinable public func controlSize(_ size: ControlSize) -> _WithValue<ControlSize> { environment(\.controlSize, size) }
    /// Hides the labels of controls, progress views and gauges. VoiceOver still reads them.
    @inlinable public func labelsHidden() -> _WithValue<Bool> { environment(\.areLabelsHidden, true) }
    /// Hides or shows the labels of controls. `automatic` shows them.
    @inlinable public func labelsVisibility(_ visibility: Visibility) -> _WithValue<Bool> {
        environment(\.areLabelsHidden, visibility == .hidden)
    }
    /// Sets the shape of bordered buttons.
    @inlinable public func buttonBorderShape(_ shape: ButtonBorderShape) -> _WithValue<ButtonBorderShape> {
        environment(\.buttonBorderShape, shape)
    }
}

/// Whether something is shown.
public enum Visibility: Hashable, Sendable, CaseIterable {
    /// Decided by the system, always visible, or never visible.
    case automatic, visible, hidden
}

public enum ControlSize: Hashable, Sendable, CaseIterable {
    /// From smallest to largest; `regular` is the default.
    case mini, small, regular, large, extraLarge
}

/// The shape of a button with a background.
public struct ButtonBorderShape: Hashable, Sendable {
    let node: ControlNode.BorderShape

    /// The default shape, a capsule.
    public static let automatic = Self(node: .automatic)
    public static let capsule = Self(node: .capsule)
    public static let circle = Self(node: .circle)
    /// A rectangle with corners of 10 points.
    public static let roundedRectangle = Self(node: .roundedRectangle)
    /// A rectangle with corners of 10 points; the radius is not used.
    public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}

/// The coloring of a symbol's layers.
public struct SymbolRenderingMode: Hashable, Sendable {
    let name: String

    /// All layers in one color.
    public static let monochrome = Self(name: "monochrome")
    /// One color, with lower opacity for less important layers.
    public static let hierarchical = Self(name: "hierarchical")
    /// One color of the foreground style for each layer.
    public static let palette = Self(name: "palette")
    /// The symbol's own colors.
    public static let multicolor = Self(name: "multicolor")
}

/// Variants of a symbol, which are words in its name: `heart.fill`, `bell.slash`.
public struct SymbolVariants: Hashable, Sendable {
    var words: [String] = []

    public static let none = Self()
    public static let fill = Self(words: ["fill"])
    /// Inside a circle.
    public static let circle = Self(words: ["circle"])
    /// Inside a square.
    public static let square = Self(words: ["square"])
    /// Inside a rectangle.
    public static let rectangle = Self(words: ["rectangle"])
    /// A symbol that is crossed out.
    public static let slash = Self(words: ["slash"])

    /// The variant that is also filled.
    public var fill: Self { union(.fill) }
    /// Adds an enclosing circle.
    public var circle: Self { union(.circle) }
    /// Adds an enclosing square.
    public var square: Self { union(.square) }
    /// Adds an enclosing rectangle.
    public var rectangle: Self { union(.rectangle) }
    /// Adds a slash.
    public var slash: Self { union(.slash) }

    /// Whether these variants include all of the others.
    public func contains(_ other: Self) -> Bool { other.words.allSatisfy(words.contains) }

    func union(_ other: Self) -> Self { Self(words: words + other.words.filter { !words.contains($0) }) }
    @usableFromInline mutating func formUnion(_ other: Self) { self = other.words.isEmpty ? other : union(other) }

    /// The name of a symbol with these variants, in the order of SF Symbols: shape, slash, fill.
    func applied(to name: String) -> String {
        guard !words.isEmpty else { return name }
        var parts = name.split(separator: ".").map(String.init)
        for word in ["circle", "square", "rectangle", "slash", "fill"] where words.contains(word) && !parts.contains(word) {
            if word == "fill" || parts.last != "fill" { parts.append(word) } else { parts.insert(word, at: parts.count - 1) }
        }
        return parts.joined(separator: ".")
    }
}
