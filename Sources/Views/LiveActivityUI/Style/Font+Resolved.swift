extension Font {
    /// Changes of the font by a text or a view around it. They take precedence over the font.
    @usableFromInline struct Overrides: Hashable, Sendable {
        @usableFromInline var weight: Weight?
        @usableFromInline var isBold: Bool?
        @usableFromInline var design: Design?
        @usableFromInline var traits = FontTraits()

        /// These changes, completed by those of `outer`.
        func over(_ outer: Overrides) -> Overrides {
            Overrides(
                weight: weight ?? outer.weight, isBold: isBold ?? outer.isBold, design: design ?? outer.design,
                traits: traits.over(outer.traits))
        }
    }

    /// The font at a size in points and a weight, for a text size of the user.
    func resolved(_ overrides: Overrides, at typeSize: DynamicTypeSize, isBoldText: Bool = false) -> ResolvedFont {
        var family: String?
        let size: Double
        var ownWeight = Weight.regular
        switch base {
        case .style(let style):
            size = style.size(at: typeSize)
            ownWeight = style.weight
        case .size(let points): size = points
        case .custom(let name, let points, let style):
            family = name
            size = style.map { points * $0.size(at: typeSize) / $0.size(at: .large) } ?? points
        }
        let traits = overrides.traits.over(traits)
        var weight = (overrides.weight ?? weight ?? ownWeight).value
        if overrides.isBold == true { weight = max(weight, Weight.bold.value) }
        // The Bold Text setting raises weights below bold by 200, up to bold.
        if isBoldText, weight < Weight.bold.value { weight = min(weight + 200, Weight.bold.value) }
        var design = ResolvedFont.Design(overrides.design ?? design ?? .default)
        if traits.isMonospaced == true { design = .monospaced }
        return ResolvedFont(
            family: family, size: size.isFinite ? min(max(size, 0), 1_000) : 0, weight: weight, design: design,
            isItalic: traits.isItalic ?? false, hasMonospacedDigits: traits.hasMonospacedDigits ?? false,
            isSmallCaps: traits.isSmallCaps, width: Double(traits.width?.value ?? 0), leading: traits.leading?.value ?? 0)
    }
}

extension FontTraits {
    func over(_ outer: FontTraits) -> FontTraits {
        FontTraits(
            isItalic: isItalic ?? outer.isItalic, hasMonospacedDigits: hasMonospacedDigits ?? outer.hasMonospacedDigits,
            isMonospaced: isMonospaced ?? outer.isMonospaced, isSmallCaps: isSmallCaps || outer.isSmallCaps,
            width: width ?? outer.width, leading: leading ?? outer.leading)
    }
}

extension Font.Leading {
    var value: Double {
        switch self {
        case .standard: 0
        case .tight: -1
        case .loose: 1
        }
    }
}

extension ResolvedFont.Design {
    init(_ design: Font.Design) {
        self =
            switch design {
            case .default: .default
            case .serif: .serif
            case .rounded: .rounded
            case .monospaced: .monospaced
            }
    }
}

extension Font.TextStyle {
    var weight: Font.Weight {
        switch self {
        case .headline: .semibold
        case .extraLargeTitle, .extraLargeTitle2: .bold
        default: .regular
        }
    }

    /// The size in points. Source: Human Interface Guidelines, Typography, iOS and iPadOS Dynamic Type sizes.
    package func size(at typeSize: DynamicTypeSize) -> Double { Double(Self.sizes[index][typeSize.index]) }

    private var index: Int {
        switch self {
        case .extraLargeTitle: 0
        case .extraLargeTitle2: 1
        case .largeTitle: 2
        case .title: 3
        case .title2: 4
        case .title3: 5
        case .headline, .body: 6
        case .callout: 7
        case .subheadline: 8
        case .footnote: 9
        case .caption: 10
        case .caption2: 11
        }
    }

    private static let sizes: [[UInt8]] = [
        [36, 36, 36, 36, 38, 40, 42, 46, 50, 54, 58, 62],
        [28, 28, 28, 28, 30, 32, 34, 38, 43, 48, 53, 58],
        [31, 32, 33, 34, 36, 38, 40, 44, 48, 52, 56, 60],
        [25, 26, 27, 28, 30, 32, 34, 38, 43, 48, 53, 58],
        [19, 20, 21, 22, 24, 26, 28, 34, 39, 44, 50, 56],
        [17, 18, 19, 20, 22, 24, 26, 31, 37, 43, 49, 55],
        [14, 15, 16, 17, 19, 21, 23, 28, 33, 40, 47, 53],
        [13, 14, 15, 16, 18, 20, 22, 26, 32, 38, 44, 51],
        [12, 13, 14, 15, 17, 19, 21, 25, 30, 36, 42, 49],
        [12, 12, 12, 13, 15, 17, 19, 23, 27, 33, 38, 44],
        [11, 11, 11, 12, 14, 16, 18, 22, 26, 32, 37, 43],
        [11, 11, 11, 11, 13, 15, 17, 20, 24, 29, 34, 40],
    ]
}

/// The user's text size, in ascending order. The default is `large`.
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    /// The standard sizes.
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    /// The accessibility sizes.
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether the size is one of the five accessibility sizes.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    var index: Int {
        switch self {
        case .xSmall: 0
        case .small: 1
        case .medium: 2
        case .large: 3
        case .xLarge: 4
        case .xxLarge: 5
        case .xxxLarge: 6
        case .accessibility1: 7
        case .accessibility2: 8
        case .accessibility3: 9
        case .accessibility4: 10
        case .accessibility5: 11
        }
    }
}
