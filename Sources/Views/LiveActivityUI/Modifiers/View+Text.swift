public import Foundation

extension View {
    // MARK: Font

    @inlinable public func font(_ font: Font?) -> ModifiedContent<Self, _EnvironmentModifier<Font?>> {
        environment(\.font, font)
    }
    @inlinable public func fontWeight(_ weight: Font.Weight?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Weight?>> {
        environment(\.fontOverrides.weight, weight)
    }
    @inlinable public func fontWidth(_ width: Font.Width?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Width?>> {
        environment(\.fontOverrides.traits.width, width)
    }
    @inlinable public func fontDesign(_ design: Font.Design?) -> ModifiedContent<Self, _EnvironmentModifier<Font.Design?>> {
        environment(\.fontOverrides.design, design)
    }
    @inlinable public func bold(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.isBold, isActive)
    }
    @inlinable public func italic(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.isItalic, isActive)
    }
    @inlinable public func monospaced(_ isActive: Bool = true) -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.isMonospaced, isActive)
    }
    /// All digits of one width, so that a number that changes stands still.
    @inlinable public func monospacedDigit() -> ModifiedContent<Self, _EnvironmentModifier<Bool?>> {
        environment(\.fontOverrides.traits.hasMonospacedDigits, true)
    }

    // MARK: Letters

    @inlinable public func tracking(_ tracking: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        environment(\.textAttributes.tracking, Double(tracking))
    }
    @inlinable public func kerning(_ kerning: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        tracking(kerning)
    }
    @inlinable public func baselineOffset(_ offset: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<Double?>> {
        environment(\.textAttributes.baselineOffset, Double(offset))
    }
    @inlinable public func underline(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> ModifiedContent<Self, _EnvironmentModifier<Bool?>>
    { environment(\.textAttributes.underline, isActive) }
    @inlinable public func strikethrough(_ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil)
        -> ModifiedContent<Self, _EnvironmentModifier<Bool?>>
    { environment(\.textAttributes.strikethrough, isActive) }
    @inlinable public func textCase(_ textCase: Text.Case?) -> ModifiedContent<Self, _EnvironmentModifier<Text.Case?>> {
        environment(\.textCase, textCase)
    }
    /// Not kept: every text is set with all its scripts' needs.
    @inlinable public func typesettingLanguage(_ language: Locale.Language, isEnabled: Bool = true) -> Self { self }

    // MARK: Lines

    @inlinable public func lineLimit(_ number: Int?) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        environment(\.lineLimit, number)
    }
    @inlinable public func lineLimit(_ limit: PartialRangeFrom<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(nil)
    }
    @inlinable public func lineLimit(_ limit: PartialRangeThrough<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(limit.upperBound)
    }
    @inlinable public func lineLimit(_ limit: ClosedRange<Int>) -> ModifiedContent<Self, _EnvironmentModifier<Int?>> {
        lineLimit(limit.upperBound)
    }
    /// As many lines, whether the text fills them or not.
    @inlinable public func lineLimit(_ limit: Int, reservesSpace: Bool)
        -> ModifiedContent<ModifiedContent<Self, _EnvironmentModifier<Int?>>, _EnvironmentModifier<Bool>>
    { lineLimit(limit).environment(\.reservesLineSpace, reservesSpace) }

    @inlinable public func lineSpacing(_ spacing: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<CGFloat>> {
        environment(\.lineSpacing, spacing)
    }
    @inlinable public func multilineTextAlignment(_ alignment: TextAlignment)
        -> ModifiedContent<Self, _EnvironmentModifier<TextAlignment>>
    { environment(\.multilineTextAlignment, alignment) }
    @inlinable public func minimumScaleFactor(_ factor: CGFloat) -> ModifiedContent<Self, _EnvironmentModifier<CGFloat>> {
        environment(\.minimumScaleFactor, factor)
    }
    @inlinable public func truncationMode(_ mode: Text.TruncationMode) -> ModifiedContent<
        Self, _EnvironmentModifier<Text.TruncationMode>
    > {
        environment(\.truncationMode, mode)
    }
    @inlinable public func allowsTightening(_ flag: Bool) -> ModifiedContent<Self, _EnvironmentModifier<Bool>> {
        environment(\.allowsTightening, flag)
    }
    /// Nobody selects text on a surface.
    @inlinable public func textSelection<Selectability: TextSelectability>(_ selectability: Selectability) -> Self { self }
    /// Not kept: a text is as large as its letters need.
    @inlinable public func textScale(_ scale: Text.Scale, isEnabled: Bool = true) -> Self { self }

    // MARK: The person's text size

    @inlinable public func dynamicTypeSize(_ size: DynamicTypeSize) -> ModifiedContent<
        Self, _EnvironmentModifier<DynamicTypeSize>
    > {
        environment(\.dynamicTypeSize, size)
    }
    /// The person's size, within bounds.
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

/// Whether text can be selected.
public protocol TextSelectability: Sendable {}
public struct EnabledTextSelectability: TextSelectability {}
public struct DisabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability { public static var enabled: Self { Self() } }
extension TextSelectability where Self == DisabledTextSelectability { public static var disabled: Self { Self() } }

extension Text {
    public struct Scale: Hashable, Sendable {
        private let name: String

        public static let `default` = Self(name: "default")
        public static let secondary = Self(name: "secondary")
    }

    /// Not kept: a text is as large as its letters need.
    public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text { self }
}
