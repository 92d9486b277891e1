// Accepted and not stored: a touch on a Live Activity opens the app or uses a control, and the resolved tree has both
// already.
extension View {
    /// No effect: not stored in the resolved tree.
    public func accessibilityAction(_ kind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void) -> Self {
        self
    }
    public func accessibilityAction(named name: LocalizedStringKey, _ handler: @escaping () -> Void) -> Self { self }
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> Self { self }
    public func accessibilityAdjustableAction(_ handler: @escaping (AccessibilityAdjustmentDirection) -> Void) -> Self { self }
    public func accessibilityRespondsToUserInteraction(_ responds: Bool = true) -> Self { self }
    public func accessibilityInputLabels(_ labels: [LocalizedStringKey]) -> Self { self }
    @_disfavoredOverload public func accessibilityInputLabels<Label: StringProtocol>(_ labels: [Label]) -> Self { self }
    public func accessibilityCustomContent(_ label: LocalizedStringKey, _ value: LocalizedStringKey) -> Self { self }
    public func accessibilityTextContentType(_ type: AccessibilityTextContentType) -> Self { self }
    public func speechSpellsOutCharacters(_ value: Bool = true) -> Self { self }
    public func speechAlwaysIncludesPunctuation(_ value: Bool = true) -> Self { self }
}

/// The kind of an accessibility action. Accepted and not used.
public enum AccessibilityActionKind: Hashable, Sendable {
    case `default`
    /// Dismisses a sheet or an alert.
    case escape
    /// The most important action of the app.
    case magicTap
    /// Deletes an item.
    case delete
}

/// The direction in which a value is adjusted. Not used.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    /// Up, or down.
    case increment, decrement
}

/// The kind of a text. Accepted and not used.
public enum AccessibilityTextContentType: Hashable, Sendable {
    case plain, console, messaging, narrative, sourceCode
}
