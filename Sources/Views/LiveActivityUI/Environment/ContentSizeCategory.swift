/// The person's text size by its older name, see ``DynamicTypeSize``.
public enum ContentSizeCategory: Hashable, Sendable, CaseIterable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge

    /// Both lists are in the same order.
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 3 }

    public var isAccessibilityCategory: Bool { self >= .accessibilityMedium }

    public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
    public static func >= (left: Self, right: Self) -> Bool { left.index >= right.index }
    public static func > (left: Self, right: Self) -> Bool { left.index > right.index }
    public static func <= (left: Self, right: Self) -> Bool { left.index <= right.index }
}

extension EnvironmentValues {
    public var sizeCategory: ContentSizeCategory {
        get { ContentSizeCategory.allCases[dynamicTypeSize.index] }
        set { dynamicTypeSize = DynamicTypeSize.allCases[newValue.index] }
    }
}
