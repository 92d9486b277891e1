public import Foundation

extension View {
    // MARK: Font

    /// Sets the font of texts and symbols; `nil` is the body style.
    @inlinable public func font(_ font: Font?) -> ModifiedContent<Self, _EnvironmentModifier<Font?>> {
        environment(\.font, font)
    }
    /// Sets the weight of the font; `nil` keeps the font's own.
    @inlinable public func fontWeight(_ weight: Font.Weight?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Weight?>> {
        environment(\.fontOverrides.weight, weight)
    }
    /// Sets the width of the font; `nil` keeps the font's own.
    @inlinable public func fontWidth(_ width: Font.Width?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Width?>> {
        environment(\.fontOverrides.traits.width, width)
    }
    /// Sets the design of the font; `nil` keeps the font's own.
    @inlinable public func fontDesign(_ design: Font.Design?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Design?>> {
        environment(\.fontOverrides.design, design)
    }
    /// Makes texts bold, or not.
    @inlinable public func bold(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.isBold, isActive)
    }
    /// Makes texts italic, or not.
    @inlinable public func italic(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.isItalic, isActive)
    }
    /// Gives all letters the same width, or not.
    @inlinable public func monospaced(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.isMonospaced, isActive)
    }
    /// Gives all digits the same width, so that a changing number does not move.
    @inlinable public func monospacedDigit() -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.hasMonospacedDigits, true)
    }

    // MARK: Letters

    /// Adds space between letters, in points.
    @inlinable public func tracking(_ tracking: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        environment(\.textAttributes.tracking, Double(tracking))
    }
    /// Adds space between letters, in points. The same as `tracking(_:)`.
    @inlinable public func kerning(_ kerning: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        tracking(kerning)
    }
    /// Moves texts up by `offset` points; negative moves down.
    @inlinable public func baselineOffset(_ offset: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        environment(\.textAttributes.baselineOffset, Double(offset))
    }
    /// Underlines texts. Pattern and color have no effect.
    @inlinable public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> ModifiedContent<Self, _EnvironmentModifier<Bool?>>
    { environment(\.textAttributes.underline, isActive) }
    /// Strikes texts through. Pattern and color have no effect.
    @inlinable public func strikethrough(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> ModifiedContent<Self, _EnvironmentModifier<Bool?>>
    { environment(\.textAttributes.strikethrough, isActive) }
    /// Shows texts in upper or lower case; `nil` keeps them as written.
    @inlinable public func textCase(_ textCase: Text.Case?) -> ModifiedContent<Self, _EnvironmentModifier<Text.Case?>> {
        environment(\.textCase, textCase)
    }
    /// No effect: every text is set for all its scripts.
    @inlinable public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> Self { self }

    // MARK: Lines

    /// Sets the maximum number of lines; `nil` means no limit.
    @inlinable public func lineLimit(_ number: Int?) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        environment(\.lineLimit, number)
    }
    /// Removes the limit of lines; the lower bound has no effect.
    @inlinable public func lineLimit(_ limit: PartialRangeFrom<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(nil)
    }
    /// The maximum number of lines.
    @inlinable public func lineLimit(_ limit: PartialRangeThrough<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(limit.upperBound)
    }
    /// The maximum number of lines; the lower bound has no effect.
    @inlinable public func lineLimit(_ limit: ClosedRange<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(limit.upperBound)
    }
    /// The maximum number of lines. With `reservesSpace` the text is that high even if it has fewer lines.
    @inlinable public func lineLimit(_ limit: Int, reservesSpace: Bool)
        -> ModifiedContent<ModifiedContent<Self, _EnvironmentModifier<Int?>>, _EnvironmentModifier<Bool>>
    { lineLimit(limit).environment(\.reservesLineSpace, reservesSpace) }

    /// Additional space between lines, in points.
    @inlinable public func lineSpacing(_ spacing: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<CGFloat>> {
        environment(\.lineSpacing, spacing)
    }
    /// The alignment of the lines of a text.
    @inlinable public func multilineTextAlignment(_ alignment: TextAlignment)
        -> ModifiedContent<Self, _EnvironmentModifier<TextAlignment>>
    { environment(\.multilineTextAlignment, alignment) }
    /// How far texts may shrink to fit, as a fraction of the font size. The layout clamps it to 0.05…1.
    @inlinable public func minimumScaleFactor(_ factor: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<CGFloat>> {
        environment(\.minimumScaleFactor, factor)
    }
    /// Where a text that does not fit is shortened.
    @inlinable public func truncationMode(_ mode: Text.TruncationMode) -> ModifiedContent<
        Self, _EnvironmentModifier<Text.TruncationMode>
    > {
        environment(\.truncationMode, mode)
    }
    /// Whether letters may move closer together before a text is shortened.
    @inlinable public func allowsTightening(_ flag: Bool) -> ModifiedContent<Self, _EnvironmentModifier<Bool>> {
        environment(\.allowsTightening, flag)
    }
    /// No effect: texts on a surface cannot be selected.
    @inlinable public func textSelection<Selectability: TextSelectability>(_ selectability: Selectability) -> Self { self }
    /// No effect: texts keep their font size.
    @inlinable public func textScale(_ scale: Text.Scale, isEnabled: Bool = true) -> Self { self }

    // MARK: The user's text size

    /// Replaces the user's text size.
    @inlinable public func dynamicTypeSize(_ size: DynamicTypeSize) -> ModifiedContent<
        Self, _EnvironmentModifier<DynamicTypeSize>
    > {
        environment(\.dynamicTypeSize, size)
    }
    /// Limits the user's text size to a range.
    @inlinable public func dynamicTypeSize<Range: RangeExpression<DynamicTypeSize>>(_ range: Range)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<DynamicTypeSize>>
    {
        let allowed = DynamicTypeSize.allCases.filter { range.contains($0) }
        return transformEnvironment(\.dynamicTypeSize) { size in
            guard let smallest = allowed.first, let largest = allowed.last else { return }
            size = min(max(size, smallest), largest)
        }
    }
}

/// Whether text can be selected. Accepted and not used.
public protocol TextSelectability: Sendable {}
/// Text can be selected.
public struct EnabledTextSelectability: TextSelectability {}
/// Text cannot be selected.
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
    /// Text can be selected.
    public static var enabled: Self { Self() }
}
extension TextSelectability where Self == DisabledTextSelectability {
    /// Text cannot be selected.
    public static var disabled: Self { Self() }
}

extension Text {
    /// The scale of a text. Accepted and not used.
    public enum Scale: Hashable, Sendable {
        /// The size of the font.
        case `default`
        /// A smaller size for less important text.
        case secondary
    }

    /// No effect: texts keep their font size.
    public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text { self }
}
