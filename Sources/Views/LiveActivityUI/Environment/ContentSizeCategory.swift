/// The user's text size under SwiftUI's older names, in ascending order. See ``DynamicTypeSize``.
public enum ContentSizeCategory: Hashable, Sendable, CaseIterable {
    /// The standard sizes; `large` is the default.
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    /// The accessibility sizes.
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    /// The largest size.
    case accessibilityExtraExtraExtraLarge

    /// The position in `allCases`. ``DynamicTypeSize`` has the same order.
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 3 }

    /// Whether the size is one of the five accessibility sizes.
    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    /// Whether `left` is the smaller size.
    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
    /// Compares two sizes.
    public static func >= (left: Self, right: Self) -> Bool { left.index >= right.index }
    public static func > (left: Self, right: Self) -> Bool { left.index > right.index }
    public static func <= (left: Self, right: Self) -> Bool { left.index <= right.index }
}

extension EnvironmentValues {
    /// The text size under its older name; reads and sets ``dynamicTypeSize``.
    public var sizeCategory: ContentSizeCategory {
        get { ContentSizeCategory.allCases[dynamicTypeSize.index] }
        set { dynamicTypeSize = DynamicTypeSize.allCases[newValue.index] }
    }
}
