/// What is said of a view to people who do not see it.
public struct _AccessibilityModifier: ViewModifier {
    public typealias Body = Never
    let change: (inout AccessibilityNode, Resolution) -> Void

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) {
            var node = AccessibilityNode()
            modifier.change(&node, resolution)
            return .accessibility(node)
        }
    }
}

extension View {
    private func accessibility(_ change: @escaping (inout AccessibilityNode, Resolution) -> Void)
        -> ModifiedContent<Self, _AccessibilityModifier>
    { modifier(_AccessibilityModifier(change: change)) }

    public func accessibilityLabel(_ label: Text) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibility { $0.label = $1.words(of: label) }
    }
    public func accessibilityLabel(_ key: LocalizedStringKey) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityLabel(Text(key))
    }
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityLabel(Text(label))
    }
    @_disfavoredOverload
    public func accessibilityLabel(_ resource: LocalizedStringResource) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityLabel(Text(resource))
    }

    public func accessibilityValue(_ value: Text) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibility { $0.value = $1.words(of: value) }
    }
    public func accessibilityValue(_ key: LocalizedStringKey) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityValue(Text(key))
    }
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityValue(Text(value))
    }

    public func accessibilityHint(_ hint: Text) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibility { $0.hint = $1.words(of: hint) }
    }
    public func accessibilityHint(_ key: LocalizedStringKey) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityHint(Text(key))
    }
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibilityHint(Text(hint))
    }

    public func accessibilityHidden(_ hidden: Bool = true) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibility { node, _ in node.isHidden = hidden }
    }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> ModifiedContent<Self, _AccessibilityModifier> {
        accessibility { node, _ in node.traits = traits.names }
    }
    /// Traits are only what is added to a view, so that there are none to take away.
    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }
    /// Not kept: what is said stands with the views that say it.
    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> Self { self }
    /// Not kept: the order is that of the views.
    public func accessibilitySortPriority(_ priority: Double) -> Self { self }
    /// Not kept: a name for an app's own tests.
    public func accessibilityIdentifier(_ identifier: String) -> Self { self }
    /// Not kept: words for Voice Control.
    public func accessibilityInputLabels(_ labels: [Text]) -> Self { self }
    /// Not kept: a heading has the trait ``AccessibilityTraits/isHeader``.
    public func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> Self { self }
    /// Not kept: colours are the views' own.
    public func accessibilityIgnoresInvertColors(_ active: Bool = true) -> Self { self }
    /// Not kept: a touch on a surface opens the app.
    public func accessibilityShowsLargeContentViewer() -> Self { self }
}

public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let isButton = Self(rawValue: 1)
    public static let isHeader = Self(rawValue: 2)
    public static let isSelected = Self(rawValue: 4)
    public static let isLink = Self(rawValue: 8)
    public static let isSearchField = Self(rawValue: 16)
    public static let isImage = Self(rawValue: 32)
    public static let playsSound = Self(rawValue: 64)
    public static let isKeyboardKey = Self(rawValue: 128)
    public static let isStaticText = Self(rawValue: 256)
    public static let isSummaryElement = Self(rawValue: 512)
    public static let updatesFrequently = Self(rawValue: 1_024)
    public static let startsMediaSession = Self(rawValue: 2_048)
    public static let allowsDirectInteraction = Self(rawValue: 4_096)
    public static let causesPageTurn = Self(rawValue: 8_192)
    public static let isModal = Self(rawValue: 16_384)
    public static let isToggle = Self(rawValue: 32_768)

    /// As they stand in JSON.
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

public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String

    public static let ignore = Self(name: "ignore")
    public static let contain = Self(name: "contain")
    public static let combine = Self(name: "combine")
}

public enum AccessibilityHeadingLevel: UInt, Hashable, Sendable {
    case unspecified, h1, h2, h3, h4, h5, h6
}
