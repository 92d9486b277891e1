/// The modifier of the accessibility functions. It adds an `AccessibilityNode` to the view.
public struct _AccessibilityModifier: _SurroundingModifier {
    let change: (inout AccessibilityNode, Resolution) -> Void

    public func _effect(in resolution: Resolution) -> ViewEffect? {
        var node = AccessibilityNode()
        change(&node, resolution)
        return .accessibility(node)
    }
}

extension View {
    private func accessibility(_ change: @escaping (inout AccessibilityNode, Resolution) -> Void) -> _WithAccessibility {
        modifier(_AccessibilityModifier(change: change))
    }

    /// Sets the text that VoiceOver reads instead of the content of the view.
    public func accessibilityLabel(_ label: Text) -> _WithAccessibility { accessibility { $0.label = $1.words(of: label) } }
    /// Sets the text that VoiceOver reads, as a localized text.
    public func accessibilityLabel(_ key: LocalizedStringKey) -> _WithAccessibility { accessibilityLabel(Text(key)) }
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> _WithAccessibility { accessibilityLabel(Text(label)) }
    @_disfavoredOverload
    public func accessibilityLabel(_ resource: LocalizedStringResource) -> _WithAccessibility {
        accessibilityLabel(Text(resource))
    }

    /// The value that VoiceOver reads after the label.
    public func accessibilityValue(_ value: Text) -> _WithAccessibility { accessibility { $0.value = $1.words(of: value) } }
    /// The value that VoiceOver reads, as a localized text.
    public func accessibilityValue(_ key: LocalizedStringKey) -> _WithAccessibility { accessibilityValue(Text(key)) }
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> _WithAccessibility { accessibilityValue(Text(value)) }

    /// The explanation that VoiceOver reads after a pause.
    public func accessibilityHint(_ hint: Text) -> _WithAccessibility { accessibility { $0.hint = $1.words(of: hint) } }
    /// The explanation that VoiceOver reads, as a localized text.
    public func accessibilityHint(_ key: LocalizedStringKey) -> _WithAccessibility { accessibilityHint(Text(key)) }
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> _WithAccessibility { accessibilityHint(Text(hint)) }

    /// Whether VoiceOver skips the view.
    public func accessibilityHidden(_ hidden: Bool = true) -> _WithAccessibility {
        accessibility { node, _ in node.isHidden = hidden }
    }
    /// Adds traits that describe how the view behaves.
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> _WithAccessibility {
        accessibility { node, _ in node.traits = traits.names }
    }
    /// No effect: traits are never inherited, so there is nothing to remove.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }
    /// No effect: labels stay with the views that set them.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> Self { self }
    /// Does nothing: the order is the order of the views.
    public func accessibilitySortPriority(_ priority: Double) -> Self { self }
    /// No effect: identifiers are only used by an app's tests.
    public func accessibilityIdentifier(_ identifier: String) -> Self { self }
    /// No effect: names for Voice Control are not stored.
    public func accessibilityInputLabels(_ labels: [Text]) -> Self { self }
    /// No effect: use the trait ``AccessibilityTraits/isHeader`` for a heading.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self { self }
    /// No effect: colors are never inverted.
    public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> Self { self }
    /// No effect: a touch on a surface opens the app.
    public func accessibilityShowsLargeContentViewer() -> Self { self }
}

/// The view's behavior for VoiceOver. Stored in the resolved tree by name.
public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// Traits in a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The view is a button.
    public static let isButton = Self(rawValue: 1)
    /// The view is a heading.
    public static let isHeader = Self(rawValue: 2)
    /// The view is selected.
    public static let isSelected = Self(rawValue: 4)
    /// The view is a link.
    public static let isLink = Self(rawValue: 8)
    /// The view is a search field.
    public static let isSearchField = Self(rawValue: 16)
    /// The view is an image.
    public static let isImage = Self(rawValue: 32)
    /// The view plays a sound when it is activated.
    public static let playsSound = Self(rawValue: 64)
    /// The view is a key of a keyboard.
    public static let isKeyboardKey = Self(rawValue: 128)
    /// The view is a text that cannot be edited.
    public static let isStaticText = Self(rawValue: 256)
    /// The view summarizes the app's state.
    public static let isSummaryElement = Self(rawValue: 512)
    /// The view changes often, so VoiceOver does not read each change.
    public static let updatesFrequently = Self(rawValue: 1_024)
    /// The view starts audio or video.
    public static let startsMediaSession = Self(rawValue: 2_048)
    /// The view handles touches itself.
    public static let allowsDirectInteraction = Self(rawValue: 4_096)
    /// VoiceOver turns the page when it has read the view.
    public static let causesPageTurn = Self(rawValue: 8_192)
    /// The view hides the views around it from VoiceOver.
    public static let isModal = Self(rawValue: 16_384)
    /// The view is a switch.
    public static let isToggle = Self(rawValue: 32_768)

    /// The names in JSON.
    var names: [String] {
        let all: [(Self, String)] = [
            (.isButton, "isButton"), (.isHeader, "isHeader"), (.isSelected, "isSelected"), (.isLink, "isLink"),
            (.isSearchField, "isSearchField"), (.isImage, "isImage"), (.playsSound, "playsSound"),
            (.isKeyboardKey, "isKeyboardKey"), (.isStaticText, "isStaticText"), (.isSummaryElement, "isSummaryElement"),
            (.updatesFrequently, "updatesFrequently"), (.startsMediaSession, "startsMediaSession"),
            (.allowsDirectInteraction, "allowsDirectInteraction"), (.causesPageTurn, "causesPageTurn"), (.isModal, "isModal"),
            (.isToggle, "isToggle"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

/// The treatment of the elements inside an element. Accepted and not used.
public enum AccessibilityChildBehavior: Hashable, Sendable {
    /// Hides the elements inside.
    case ignore
    /// Keeps the elements inside separate.
    case contain
    /// Joins the elements inside into one.
    case combine
}

/// The level of a heading. Accepted and not used.
public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable {
    /// No level, or levels 1 to 6.
    case unspecified, h1, h2, h3, h4, h5, h6
}

extension Text {
    /// The text itself, for a label within joined texts: `Text("1.") + Text("#7").accessibilityLabel("number 7")`. The joined
    /// text is read as it is shown.
    @_disfavoredOverload public func accessibilityLabel(_ label: Text) -> Text { self }

    /// The text itself, for a label within joined texts.
    @_disfavoredOverload public func accessibilityLabel(_ key: LocalizedStringKey) -> Text { self }

    @_disfavoredOverload public func accessibilityLabel(_ label: some StringProtocol) -> Text { self }
}
