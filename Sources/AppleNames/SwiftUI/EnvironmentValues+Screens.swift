public import AppleUIKit
public import Foundation
public import LiveActivityUI

// The environment of an app's screens: an iPhone in portrait, where nothing is edited, searched or presented. Setting a value
// that the environment does not have has no effect.

extension EnvironmentValues {
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { .compact }
        set {}
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { .regular }
        set {}
    }
    public var editMode: Binding<EditMode>? {
        get { nil }
        set {}
    }
    public var isSearching: Bool { false }
    public var dismissSearch: DismissAction { DismissAction() }
    public var isPresented: Bool { false }
    public var isFocused: Bool { false }
    public var isScrollEnabled: Bool {
        get { true }
        set {}
    }
    public var defaultMinListRowHeight: CGFloat {
        get { 44 }
        set {}
    }
    public var autocorrectionDisabled: Bool {
        get { false }
        set {}
    }
    public var refresh: RefreshAction? { nil }
    public var openWindow: OpenWindowAction { OpenWindowAction() }
    public var dismissWindow: OpenWindowAction { OpenWindowAction() }
    public var openSettings: RefreshAction { RefreshAction() }
    public var requestReview: RequestReviewAction { RequestReviewAction() }
    public var backgroundMaterial: Material? { nil }
    public var headerProminence: Prominence {
        get { .standard }
        set {}
    }
    public var accessibilityEnabled: Bool { false }
    public var accessibilityVoiceOverEnabled: Bool { false }
    public var accessibilitySwitchControlEnabled: Bool { false }
    public var accessibilityLargeContentViewerEnabled: Bool { false }
    public var accessibilityDimFlashingLights: Bool { false }
    public var accessibilityPlayAnimatedImages: Bool { true }
    /// Whether an accessory widget can show a label. Always `false`.
    public var showsWidgetLabel: Bool { false }
    public var supportsImagePlayground: Bool { false }
    public var tabViewBottomAccessoryPlacement: TabViewBottomAccessoryPlacement? { nil }
}

/// The space that an interface has in one direction.
public enum UserInterfaceSizeClass: Sendable {
    case compact, regular

    public init?(_ sizeClass: UIUserInterfaceSizeClass) {
        switch sizeClass {
        case .compact: self = .compact
        case .regular: self = .regular
        case .unspecified: return nil
        }
    }
}

/// Whether the rows of a list are being edited.
public enum EditMode: Sendable {
    case inactive, transient, active
    public var isEditing: Bool { self != .inactive }
}

public enum TabViewBottomAccessoryPlacement: Sendable { case inline, expanded }

/// Reloads data. Does nothing.
public struct RefreshAction: Sendable { public func callAsFunction() async {} }

/// Opens or closes a window. Does nothing.
public struct OpenWindowAction: Sendable {
    public func callAsFunction(id: String) {}
    public func callAsFunction(value: some Hashable) {}
    public func callAsFunction(id: String, value: some Hashable) {}
}

/// Asks for a review of the app. Does nothing.
@MainActor @preconcurrency public struct RequestReviewAction { public func callAsFunction() {} }

extension ColorScheme {
    public init?(_ style: UIUserInterfaceStyle) {
        switch style {
        case .light: self = .light
        case .dark: self = .dark
        case .unspecified: return nil
        }
    }
}

extension UIUserInterfaceStyle {
    public init(_ colorScheme: ColorScheme?) {
        self =
            switch colorScheme {
            case .light: .light
            case .dark: .dark
            case nil: .unspecified
            }
    }
}

extension DynamicTypeSize {
    public init?(_ category: UIContentSizeCategory) {
        let sizes: [UIContentSizeCategory: DynamicTypeSize] = [
            .extraSmall: .xSmall, .small: .small, .medium: .medium, .large: .large, .extraLarge: .xLarge,
            .extraExtraLarge: .xxLarge, .extraExtraExtraLarge: .xxxLarge, .accessibilityMedium: .accessibility1,
            .accessibilityLarge: .accessibility2, .accessibilityExtraLarge: .accessibility3,
            .accessibilityExtraExtraLarge: .accessibility4, .accessibilityExtraExtraExtraLarge: .accessibility5,
        ]
        guard let size = sizes[category] else { return nil }
        self = size
    }
}
