public import LiveActivityUI

// The shortcuts of an app. They compile, and are never requested.

public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
    /// The color behind the shortcuts. Default: `blue`.
    static var shortcutTileColor: ShortcutTileColor { get }
}

extension AppShortcutsProvider {
    public static var shortcutTileColor: ShortcutTileColor { .blue }
    public static func updateAppShortcutParameters() {}
}

/// An intent with the phrases that start it.
public struct AppShortcut: Sendable {
    public init<Intent: AppIntent>(
        intent: Intent, phrases: [AppShortcutPhrase<Intent>], shortTitle: LocalizedStringResource = "",
        systemImageName: String = ""
    ) {}
}

/// A phrase that starts an intent, with the app's name and the intent's parameters.
public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral phrase: String) {}
    public init(stringInterpolation phrase: StringInterpolation) {}

    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ text: String) {}
        public mutating func appendInterpolation(_ token: AppShortcutPhraseToken) {}
        public mutating func appendInterpolation<Value: Sendable>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
    }
}

/// The part of a phrase that the system inserts.
public enum AppShortcutPhraseToken: Sendable { case applicationName }

public enum ShortcutTileColor: Sendable {
    case blue, grape, grayBlue, grayBrown, grayGreen, lightBlue, lime, navy
    case orange, pink, purple, red, tangerine, teal, yellow
}

public typealias AppShortcutsBuilder = _ArrayBuilder<AppShortcut>
