public import Foundation

extension View {
    // MARK: Font

    /// Sets the font of texts and symbols; `nil` is the body style.
    @inlinable public func font(_ font: Font?) -> _WithValue<Font?> { environment(\.font, font) }
    /// Sets the weight of the font; `nil` keeps the font's own.
    @inlinable public func fontWeight(_ weight: Font.Weight?) -> _WithValue<Font.Weight?> {
        environment(\.fontOverrides.weight, weight)
    }
    /// Sets the width of the font; `nil` keeps the font's own.
    @inlinable public func fontWidth(_ width: Font.Width?) -> _WithValue<Font.Width?> {
        environment(\.fontOverrides.traits.width, width)
    }
    /// Sets the design of the font; `nil` keeps the font's own.
    @inlinable public func fontDesign(_ design: Font.Design?) -> _WithValue<Font.Design?> {
        environment(\.fontOverrides.design, design)
    }
    /// Makes texts bold, or not.
    @inlinable public func bold(_ isActive: Bool = true) -> _WithValue<Bool?> { environment(\.fontOverrides.isBold, isActive) }
    /// Makes texts italic, or not.
    @inlinable public func italic(_ isActive: Bool = true) -> _WithValue<Bool?> {
        environment(\.fontOverrides.traits.isItalic, isActive)
    }
    /// Gives all letters the same width, or not.
    @inlinable public func monospaced(_ isActive: Bool = true) -> _WithValue<Bool?> {
        environment(\.fontOverrides.traits.isMonospaced, isActive)
    }
    /// Gives all digits the same width, so that a changing number does not move.
    @inlinable public func monospacedDigit() -> _WithValue<Bool?> {
        environment(\.fontOverrides.traits.hasMonospacedDigits, true)
    }

    // MARK: Letters

    /// Adds space between letters, in points.
    @inlinable public func tracking(_ tracking: CGFloat) -> _WithValue<Double?> {
        environment(\.textAttributes.tracking, Double(tracking))
    }
    /// Adds space between letters, in points. The same as `tracking(_:)`.
    @inlinable public func kerning(_ kerning: CGFloat) -> _WithValue<Double?> { tracking(kerning) }
    /// Moves texts up by `offset` points; negative moves down.
    @inlinable public func baselineOffset(_ offset: CGFloat) -> _WithValue<Double?> {
        environment(\.textAttributes.baselineOffset, Double(offset))
    }
    /// Underlines texts. Pattern and color have no effect.
    @inlinable public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> _WithValue<Bool?>
    { environment(\.textAttributes.underline, isActive) }
    /// Strikes texts through. Pattern and color have no effect.
    @inlinable public func strikethrough(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> _WithValue<Bool?>
    { environment(\.textAttributes.strikethrough, isActive) }
    /// Shows texts in upper or lower case; `nil` keeps them as written.
    @inlinable public func textCase(_ textCase: Text.Case?) -> _WithValue<Text.Case?> { environment(\.textCase, textCase) }
    /// No effect: every text is set for all its scripts.
    @inlinable public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> Self { self }

    // MARK: Lines

    /// Sets the maximum number of lines; `nil` means no limit.
    @inlinable public func lineLimit(_ number: Int?) -> _WithValue<Int?> { environment(\.lineLimit, number) }
    /// Removes the limit of lines; the lower bound has no effect.
    @inlinable public func lineLimit(_ limit: PartialRangeFrom<Int>) -> _WithValue<Int?> { lineLimit(nil) }
    /// The maximum number of lines.
    @inlinable public func lineLimit(_ limit: PartialRangeThrough<Int>) -> _WithValue<Int?> { lineLimit(limit.upperBound) }
    /// The maximum number of lines; the lower bound has no effect.
    @inlinable public func lineLimit(_ limit: ClosedRange<Int>) -> _WithValue<Int?> { lineLimit(limit.upperBound) }
    /// The maximum number of lines. With `reservesSpace` the text is that high even if it has fewer lines.
    @inlinable public func lineLimit(_ limit: Int, reservesSpace: Bool)
        -> ModifiedContent<_WithValue<Int?>, _EnvironmentModifier<Bool>>
    { lineLimit(limit).environment(\.reservesLineSpace, reservesSpace) }

    /// Additional space between lines, in points.
    @inlinable public func lineSpacing(_ spacing: CGFloat) -> _WithValue<CGFloat> { environment(\.lineSpacing, spacing) }
    /// The alignment of the lines of a text.
    @inlinable public func multilineTextAlignment(_ alignment: TextAlignment) -> _WithValue<TextAlignment> {
        environment(\.multilineTextAlignment, alignment)
    }
    /// How far texts may shrink to fit, as a fraction of the font size. The layout clamps it to 0.05…1.
    @inlinable public func minimumScaleFactor(_ factor: CGFloat) -> _WithValue<CGFloat> {
        environment(\.minimumScaleFactor, factor)
    }
    /// Where a text that does not fit is shortened.
    @inlinable public func truncationMode(_ mode: Text.TruncationMode) -> _WithValue<Text.TruncationMode> {
        environment(\.truncationMode, mode)
    }
    /// Whether letters may move closer together before a text is shortened.
    @inlinable public func allowsTightening(_ flag: Bool) -> _WithValue<Bool> { environment(\.allowsTightening, flag) }
    /// No effect: texts on a surface cannot be selected.
    @inlinable public func textSelection<Selectability: TextSelectability>(_ selectability: Selectability) -> Self { self }
    /// No effect: texts keep their font size.
    @inlinable public func textScale(_ scale: Text.Scale, isEnabled: Bool = true) -> Self { self }

    // MARK: The user's text size

    /// Replaces the user's text size.
    @inlinable public func dynamicTypeSize(_ size: DynamicTypeSize) -> _WithValue<DynamicTypeSize> {
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
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: Self { Self() } }
extension TextSelectability where Self == DisabledTextSelectability { public static var disabled: Self { Self() } }

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
