/// Sets what text, images and shapes are painted with.
public struct _ForegroundModifier: ViewModifier {
    public typealias Body = Never
    /// `nil` for the default.
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

    @inlinable public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { Foreground([style], over: $0) })
    }
    @inlinable public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle>(_ primary: First, _ secondary: Second)
        -> ModifiedContent<Self, _ForegroundModifier>
    { modifier(_ForegroundModifier { Foreground([primary, secondary], over: $0) }) }
    @inlinable public func foregroundStyle<First: ShapeStyle, Second: ShapeStyle, Third: ShapeStyle>(
        _ primary: First, _ secondary: Second, _ tertiary: Third
    ) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { Foreground([primary, secondary, tertiary], over: $0) })
    }
    @inlinable public func foregroundColor(_ color: Color?) -> ModifiedContent<Self, _ForegroundModifier> {
        modifier(_ForegroundModifier { outer in color.map { Foreground([$0], over: outer) } })
    }

    @inlinable public func backgroundStyle<Style: ShapeStyle>(_ style: Style)
        -> ModifiedContent<Self, _EnvironmentModifier<AnyShapeStyle?>>
    { environment(\.backgroundStyle, AnyShapeStyle(style)) }

    // MARK: Tint

    @inlinable public func tint<Style: ShapeStyle>(_ tint: Style?) -> ModifiedContent<
        Self, _EnvironmentModifier<(any ShapeStyle)?>
    > {
        environment(\.tint, tint)
    }
    @inlinable public func tint(_ tint: Color?) -> ModifiedContent<Self, _EnvironmentModifier<(any ShapeStyle)?>> {
        environment(\.tint, tint)
    }
    /// For a style that begins with a dot and is of another type than it begins with: `.tint(.red.gradient)`.
    @_disfavoredOverload
    @inlinable public func tint<Style: ShapeStyle>(_ tint: Style) -> ModifiedContent<
        Self, _EnvironmentModifier<(any ShapeStyle)?>
    > {
        environment(\.tint, tint)
    }
    @inlinable public func accentColor(_ accentColor: Color?) -> ModifiedContent<Self, _EnvironmentModifier<(any ShapeStyle)?>>
    {
        tint(accentColor)
    }

    // MARK: Appearance

    @inlinable public func colorScheme(_ colorScheme: ColorScheme) -> ModifiedContent<Self, _EnvironmentModifier<ColorScheme>> {
        environment(\.colorScheme, colorScheme)
    }
    @inlinable public func preferredColorScheme(_ colorScheme: ColorScheme?)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<ColorScheme>>
    { transformEnvironment(\.colorScheme) { if let colorScheme { $0 = colorScheme } } }

    // MARK: Symbols

    @inlinable public func imageScale(_ scale: Image.Scale) -> ModifiedContent<Self, _EnvironmentModifier<Image.Scale>> {
        environment(\.imageScale, scale)
    }
    @inlinable public func symbolRenderingMode(_ mode: SymbolRenderingMode?)
        -> ModifiedContent<Self, _EnvironmentModifier<SymbolRenderingMode?>>
    { environment(\.symbolRenderingMode, mode) }
    @inlinable public func symbolVariant(_ variant: SymbolVariants) -> ModifiedContent<
        Self, _EnvironmentTransformModifier<SymbolVariants>
    > {
        transformEnvironment(\.symbolVariants) { $0.formUnion(variant) }
    }

    // MARK: Controls

    @inlinable public func disabled(_ disabled: Bool) -> ModifiedContent<Self, _EnvironmentTransformModifier<Bool>> {
        transformEnvironment(\.isEnabled) { $0 = $0 && !disabled }
    }
    @inlinable public func controlSize(_ size: ControlSize) -> ModifiedContent<Self, _EnvironmentModifier<ControlSize>> {
        environment(\.controlSize, size)
    }
    /// Hides the labels of controls, bars and gauges; they are still said aloud.
    @inlinable public func labelsHidden() -> ModifiedContent<Self, _EnvironmentModifier<Bool>> {
        environment(\.areLabelsHidden, true)
    }
    @inlinable public func labelsVisibility(_ visibility: Visibility) -> ModifiedContent<Self, _EnvironmentModifier<Bool>> {
        environment(\.areLabelsHidden, visibility == .hidden)
    }
    @inlinable public func buttonBorderShape(_ shape: ButtonBorderShape)
        -> ModifiedContent<Self, _EnvironmentModifier<ButtonBorderShape>>
    { environment(\.buttonBorderShape, shape) }
}

public enum Visibility: Hashable, Sendable, CaseIterable {
    case automatic, visible, hidden
}

public enum ControlSize: Hashable, Sendable, CaseIterable {
    case mini, small, regular, large, extraLarge
}

/// The outline of a button that has a background.
public struct ButtonBorderShape: Hashable, Sendable {
    let node: ControlNode.BorderShape

    public static let automatic = Self(node: .automatic)
    public static let capsule = Self(node: .capsule)
    public static let circle = Self(node: .circle)
    public static let roundedRectangle = Self(node: .roundedRectangle)
    /// The radius is the system's.
    public static func roundedRectangle(radius: Double) -> Self { .roundedRectangle }
}

/// How the layers of a symbol are painted.
public struct SymbolRenderingMode: Hashable, Sendable {
    let name: String

    public static let monochrome = Self(name: "monochrome")
    public static let hierarchical = Self(name: "hierarchical")
    public static let palette = Self(name: "palette")
    public static let multicolor = Self(name: "multicolor")
}

/// Kinds of a symbol, by the words that stand in its name.
public struct SymbolVariants: Hashable, Sendable {
    var words: [String] = []

    public static let none = Self()
    public static let fill = Self(words: ["fill"])
    public static let circle = Self(words: ["circle"])
    public static let square = Self(words: ["square"])
    public static let rectangle = Self(words: ["rectangle"])
    public static let slash = Self(words: ["slash"])

    public var fill: Self { union(.fill) }
    public var circle: Self { union(.circle) }
    public var square: Self { union(.square) }
    public var rectangle: Self { union(.rectangle) }
    public var slash: Self { union(.slash) }

    public func contains(_ other: Self) -> Bool { other.words.allSatisfy(words.contains) }

    func union(_ other: Self) -> Self { Self(words: words + other.words.filter { !words.contains($0) }) }
    @usableFromInline mutating func formUnion(_ other: Self) { self = other.words.isEmpty ? other : union(other) }

    /// The name of a symbol with these: a shape, a slash, a fill, in the order of SF Symbols' own names.
    func applied(to name: String) -> String {
        guard !words.isEmpty else { return name }
        var parts = name.split(separator: ".").map(String.init)
        for word in ["circle", "square", "rectangle", "slash", "fill"] where words.contains(word) && !parts.contains(word) {
            if word == "fill" || parts.last != "fill" { parts.append(word) } else { parts.insert(word, at: parts.count - 1) }
        }
        return parts.joined(separator: ".")
    }
}
