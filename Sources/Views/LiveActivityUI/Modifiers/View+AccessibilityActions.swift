// Accepted, and not kept: what a person does with a surface of a Live Activity is to open the app or to press a control, and both are
// known without these.
extension View {
    public func accessibilityAction(_ kind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void) -> Self {
        self
    }
    public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> Self { self }
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> Self { self }
    public func accessibilityAdjustableAction(_ handler: @escaping (AccessibilityAdjustmentDirection) -> Void) -> Self { self }
    public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> Self { self }
    public func accessibilityInputLabels(_ labels: [LocalizedStringKey]) -> Self { self }
    @_disfavoredOverload
    public func accessibilityInputLabels<Label: StringProtocol>(_ labels: [Label]) -> Self { self }
    public func accessibilityCustomContent(_ label: LocalizedStringKey, _ value: LocalizedStringKey) -> Self { self }
    public func accessibilityTextContentType(_ type: AccessibilityTextContentType) -> Self { self }
    public func speechSpellsOutCharacters(_ value: Bool = true) -> Self { self }
    public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> Self { self }
}

public struct AccessibilityActionKind: Hashable, Sendable {
    private let name: String

    public static let `default` = Self(name: "default")
    public static let escape = Self(name: "escape")
    public static let magicTap = Self(name: "magicTap")
    public static let delete = Self(name: "delete")
}

public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    case increment, decrement
}

public struct AccessibilityTextContentType: Hashable, Sendable {
    private let name: String

    public static let plain = Self(name: "plain")
    public static let console = Self(name: "console")
    public static let messaging = Self(name: "messaging")
    public static let narrative = Self(name: "narrative")
    public static let sourceCode = Self(name: "sourceCode")
}
