public import Foundation

/// What views inherit from where they stand: the device, the person's settings, the surface, and what is said around them.
///
/// A value with SwiftUI's names. What a surface decides is set before a view is resolved; modifiers change the rest for what stands
/// inside them. Values of an app's own are added as in SwiftUI, by an ``EnvironmentKey``.
public struct EnvironmentValues {
    /// As on an iPhone in light appearance with everything at its default.
    public init() {}

    // MARK: The device and the person's settings

    public var colorScheme = ColorScheme.light
    public var colorSchemeContrast = ColorSchemeContrast.standard
    public var layoutDirection = LayoutDirection.leftToRight
    public var locale = Locale.current { didSet { languageTag = Self.tag(of: locale) } }
    public var calendar = Calendar.current
    public var timeZone = TimeZone.current
    public var dynamicTypeSize = DynamicTypeSize.large
    public var legibilityWeight: LegibilityWeight?
    /// Pixels a point.
    public var displayScale: CGFloat = 3
    public var pixelLength: CGFloat { displayScale > 0 ? 1 / displayScale : 1 }
    public var accessibilityReduceMotion = false
    public var accessibilityReduceTransparency = false
    public var accessibilityDifferentiateWithoutColor = false
    public var accessibilityInvertColors = false
    public var accessibilityShowButtonShapes = false

    // MARK: The surface

    /// Always-On: dark, without animation (WK-23).
    public var isLuminanceReduced = false
    public var activityFamily = ActivityFamily.medium
    /// StandBy's full-screen mode (WK-24).
    public var isActivityFullscreen = false
    /// Whether the surface keeps `containerBackground` (WK-25).
    public var showsWidgetContainerBackground = true
    /// The island is narrow, as in landscape (WK-29).
    public var isDynamicIslandLimitedInWidth = false
    public var redactionReasons: RedactionReasons = []
    public var isEnabled = true

    /// Of a Home Screen widget beside the Live Activity.
    public var widgetFamily = WidgetFamily.systemMedium
    public var widgetContentMargins = EdgeInsets(top: 14, leading: 14, bottom: 14, trailing: 14)
    public var widgetRenderingMode = WidgetRenderingMode.fullColor
    /// The default everywhere but on visionOS (WK-28).
    public var levelOfDetail = LevelOfDetail.default

    // MARK: What this house needs

    /// The size of the surface, for `containerRelativeFrame` and `GeometryReader`.
    ///
    /// A tree that has asked for it is made for this size alone; any other is the same on the next surface.
    public var containerSize: CGSize {
        get {
            Resolution.current?.dependsOnSize = true
            return surfaceSize
        }
        set { surfaceSize = newValue }
    }
    var surfaceSize = CGSize(width: 371, height: 160)
    /// The time that a `TimelineView` shows.
    public var now = Date.now
    /// The app's words; `nil` shows the keys.
    public var strings: (any StringTable)?
    /// The app's colours by their names in its asset catalogue. `AccentColor` is the tint where none is said.
    public var namedColors: [String: Color] = [:]
    /// Measures text where a view asks for its size.
    public var textMeasuring: (any TextMeasuring)?

    // MARK: Text

    public var font: Font?
    public var lineLimit: Int?
    public var lineSpacing: CGFloat = 0
    public var multilineTextAlignment = TextAlignment.leading
    public var minimumScaleFactor: CGFloat = 1
    public var truncationMode = Text.TruncationMode.tail
    public var allowsTightening = false
    public var textCase: Text.Case?
    @usableFromInline var fontOverrides = Font.Overrides()
    @usableFromInline var textAttributes = TextAttributes()
    @usableFromInline var reservesLineSpace = false

    // MARK: Style

    public var imageScale = Image.Scale.medium
    public var symbolRenderingMode: SymbolRenderingMode?
    public var symbolVariants = SymbolVariants.none
    public var backgroundStyle: AnyShapeStyle?
    public var controlSize = ControlSize.regular
    public var buttonBorderShape = ButtonBorderShape.automatic
    @usableFromInline var areLabelsHidden = false
    @usableFromInline var foreground: Foreground?
    @usableFromInline var tint: (any ShapeStyle)?
    @usableFromInline var styles = ViewStyles()
    @usableFromInline var stackAxis = StackNode.Axis.vertical

    /// Does nothing: nobody taps a snapshot. Where a link leads stands in the tree.
    public var openURL = OpenURLAction { _ in .discarded }

    // MARK: Values of an app's own

    private var values: [ObjectIdentifier: Any] = [:]

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    private var objects: [ObjectIdentifier: AnyObject] = [:]

    public subscript<Object: AnyObject>(objectType: Object.Type) -> Object? {
        get { objects[ObjectIdentifier(objectType)] as? Object }
        set { objects[ObjectIdentifier(objectType)] = newValue }
    }

    /// The locale as a BCP 47 identifier: every text has it.
    private(set) var languageTag = Self.tag(of: .current)

    private static func tag(of locale: Locale) -> String {
        let name = locale.identifier
        // Where it is a language with a script or region it differs in its hyphens alone; else ICU is asked, which takes as long as a text.
        let parts = name.split(separator: "_")
        let isPlain = parts.allSatisfy {
            2...4 ~= $0.utf8.count && $0.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter }
        }
        return isPlain && !parts.isEmpty ? parts.joined(separator: "-") : locale.identifier(.bcp47)
    }

    package var appearance: Appearance {
        Appearance(isDark: colorScheme == .dark, hasIncreasedContrast: colorSchemeContrast == .increased)
    }
}

/// The name of a value of an app's own, and what it is where nothing sets it.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// The app's words by their keys; a String Catalog is one.
public protocol StringTable: Sendable {
    /// The text in the best language for `locale`, its arguments filled in; `nil` where the key is not known.
    func text(for key: String, arguments: [TextArgument], locale: Locale) -> String?
}

public enum ColorScheme: Hashable, Sendable, CaseIterable {
    case light, dark
}

public enum ColorSchemeContrast: Hashable, Sendable, CaseIterable {
    case standard, increased
}

public enum LayoutDirection: Hashable, Sendable, CaseIterable {
    case leftToRight, rightToLeft
}

/// The person's Bold Text setting.
public enum LegibilityWeight: Hashable, Sendable {
    case regular, bold
}

/// Why a view shows blocks in place of its content.
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let placeholder = Self(rawValue: 1)
    public static let privacy = Self(rawValue: 2)
    /// Shown until an intent's result is there (WK-17).
    public static let invalidated = Self(rawValue: 4)
}
