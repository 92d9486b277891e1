public import Foundation

/// The values that a view inherits: device, user settings, surface, and what modifiers outside it have set.
///
/// The names are SwiftUI's. The surface sets its values before a view is resolved; modifiers change the others for the
/// views inside them. An app adds its own values with an ``EnvironmentKey``.
public struct EnvironmentValues {
    /// The values of an iPhone in light appearance with default settings.
    public init() {}

    // MARK: The device and the person's settings

    /// Light or dark appearance. Default: light.
    public var colorScheme = ColorScheme.light
    /// The user's Increase Contrast setting. Default: standard.
    public var colorSchemeContrast = ColorSchemeContrast.standard
    /// The direction of the layout. Default: left to right.
    public var layoutDirection = LayoutDirection.leftToRight
    /// The language and region for texts and formats. Default: the locale of the process.
    public var locale = Locale.current { didSet { languageTag = Self.tag(of: locale) } }
    /// The calendar for dates. Default: the calendar of the process.
    public var calendar = Calendar.current
    /// The time zone for dates. Default: the zone of the process which resolves the view, and for `Text(_:style:)` the zone of
    /// the process which draws it. A format style with an explicit time zone keeps it.
    public var timeZone: TimeZone {
        get { chosenTimeZone ?? .current }
        set { chosenTimeZone = newValue }
    }
    /// The time zone that was set.
    var chosenTimeZone: TimeZone?
    /// The user's text size. Default: `large`.
    public var dynamicTypeSize = DynamicTypeSize.large
    /// The user's Bold Text setting; `nil` counts as regular.
    public var legibilityWeight: LegibilityWeight?
    /// Pixels per point. Default: 3.
    public var displayScale: CGFloat = 3
    /// The length of one pixel in points; 1 if ``displayScale`` is not positive.
    public var pixelLength: CGFloat { displayScale > 0 ? 1 / displayScale : 1 }
    /// The user's Reduce Motion setting. Default: off.
    public var accessibilityReduceMotion = false
    /// The user's Reduce Transparency setting. Default: off.
    public var accessibilityReduceTransparency = false
    /// The user's Differentiate Without Color setting. Default: off.
    public var accessibilityDifferentiateWithoutColor = false
    /// The user's Invert Colors setting. Default: off.
    public var accessibilityInvertColors = false
    /// The user's Button Shapes setting. Default: off.
    public var accessibilityShowButtonShapes = false

    // MARK: The surface

    /// Whether the surface is an Always-On display, which is darker and shows no animation. Default: `false`.
    public var isLuminanceReduced = false
    /// The layout for which the activity is drawn. Default: `medium`.
    public var activityFamily = ActivityFamily.medium
    /// Whether the activity fills the screen in StandBy. Default: `false`.
    public var isActivityFullscreen = false
    /// Whether the surface shows the background of `containerBackground(for:)`. Default: `true`; set it to `false` to draw a
    /// StandBy without one.
    public var showsWidgetContainerBackground = true
    /// Whether the Dynamic Island is narrow, as in landscape. Concerns compact and minimal presentations: the surfaces
    /// `compact.narrow` and `minimal.narrow` set it. Default: `false`.
    public var isDynamicIslandLimitedInWidth = false
    /// Why content is hidden. Empty: everything is shown.
    public var redactionReasons: RedactionReasons = []
    /// Whether controls react; `disabled(_:)` and the surface set it.
    public var isEnabled = true

    /// The size family, for Home Screen widgets. Default: `systemMedium`.
    public var widgetFamily = WidgetFamily.systemMedium
    /// The margins of a Home Screen widget in points. Default: 14 on each side.
    public var widgetContentMargins = EdgeInsets(top: 14, leading: 14, bottom: 14, trailing: 14)
    /// The rendering of a Home Screen widget's colors. Default: full color.
    public var widgetRenderingMode = WidgetRenderingMode.fullColor
    /// How much detail a widget shows. Always the default outside visionOS.
    public var levelOfDetail = LevelOfDetail.default

    // MARK: Values that SwiftUI does not have

    /// The size of the surface in points, for `containerRelativeFrame` and `GeometryReader`. Default: 371×160.
    ///
    /// A resolved tree is normally shared by surfaces of different sizes. A tree whose views have read this value is
    /// used for this size only.
    public var containerSize: CGSize {
        get {
            Resolution.current?.dependsOnSize = true
            return surfaceSize
        }
        set { surfaceSize = newValue }
    }
    package var surfaceSize = CGSize(width: 371, height: 160)
    /// The time that a `TimelineView` shows. Default: the time at which the environment was made.
    public var now = Date.now
    /// The app's localized texts; `nil` shows the keys.
    public var strings: (any StringTable)?
    /// The colors of the app's asset catalog by name.
    public var namedColors: [String: Color] = [:]
    /// The images of the app's asset catalog by name; a placeholder is drawn for any other.
    public var namedImages: [String: NamedImage] = [:]
    /// Whether the Lock Screen presentation is drawn in dark appearance on a dark `activityBackgroundTint(_:)`, as iOS does: a
    /// text without a color is then white. `false` keeps the device's appearance. Default: `true`.
    ///
    /// Source: Documentation/Reference.md, SEEN-09; where dark begins is UNC-36, unconfirmed.
    public var adaptsToBackgroundTint = true
    /// Measures texts for views that need a size while they are resolved; `nil` estimates text sizes.
    public var textMeasuring: (any TextMeasuring)?

    // MARK: Text

    /// The font; `nil` is the body style.
    public var font: Font?
    /// The maximum number of lines of a text; `nil` is no limit.
    public var lineLimit: Int?
    /// Additional space between lines in points. Default: 0.
    public var lineSpacing: CGFloat = 0
    /// The alignment of the lines of a text. Default: leading.
    public var multilineTextAlignment = TextAlignment.leading
    /// How far a text may shrink to fit, as a fraction of its font size. Default: 1, which means not at all.
    public var minimumScaleFactor: CGFloat = 1
    /// Where a text that does not fit is shortened. Default: at its end.
    public var truncationMode = Text.TruncationMode.tail
    /// Whether letters may move closer together before a text is shortened. Default: `false`.
    public var allowsTightening = false
    /// Whether texts are shown in upper or lower case; `nil` keeps them as written.
    public var textCase: Text.Case?
    @usableFromInline var fontOverrides = Font.Overrides()
    @usableFromInline var textAttributes = TextAttributes()
    @usableFromInline var reservesLineSpace = false

    // MARK: Style

    /// The size of symbols relative to the text. Default: medium.
    public var imageScale = Image.Scale.medium
    /// The coloring of symbols; `nil` uses each symbol's default.
    public var symbolRenderingMode: SymbolRenderingMode?
    /// The variant of symbols, such as filled. Default: none.
    public var symbolVariants = SymbolVariants.none
    /// The style of `background()` without a style; `nil` is the system's background color.
    public var backgroundStyle: AnyShapeStyle?
    /// The size of controls. Default: regular.
    public var controlSize = ControlSize.regular
    /// The shape of bordered buttons. Default: automatic.
    public var buttonBorderShape = ButtonBorderShape.automatic
    @usableFromInline var areLabelsHidden = false
    @usableFromInline var foreground: Foreground?
    @usableFromInline var tint: (any ShapeStyle)?
    @usableFromInline var styles = ViewStyles()
    @usableFromInline var stackAxis = StackNode.Axis.vertical

    /// The action that opens a URL. It does nothing here, because views are resolved once and take no touches: a `Link`
    /// puts its URL in the resolved tree instead.
    public var openURL = OpenURLAction { _ in .discarded }

    // MARK: Values of an app's own

    private var values: [ObjectIdentifier: Any] = [:]

    /// An app's own value. Reads the key's default if nothing has set it.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    private var objects: [ObjectIdentifier: AnyObject] = [:]

    /// The object of this type that `environment(_:)` has set, or `nil`.
    public subscript<Object: AnyObject>(objectType: Object.Type) -> Object? {
        get { objects[ObjectIdentifier(objectType)] as? Object }
        set { objects[ObjectIdentifier(objectType)] = newValue }
    }

    /// The locale as a BCP 47 identifier. Every resolved text carries it.
    private(set) var languageTag = Self.tag(of: .current)

    private static func tag(of locale: Locale) -> String {
        let name = locale.identifier
        // A plain identifier (language, script, region) only needs its underscores replaced. Other identifiers go
        // through ICU, which takes as long as resolving a whole text.
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

/// A key for an app's own environment value, as in SwiftUI.
public protocol EnvironmentKey {
    associatedtype Value
    /// The value if nothing has set one.
    static var defaultValue: Value { get }
}

/// Localized texts by key, for example a ``StringCatalog``.
public protocol StringTable: Sendable {
    /// The text in the best available language for `locale`, with its arguments inserted; `nil` if the key is unknown.
    func text(for key: String, arguments: [TextArgument], locale: Locale) -> String?
}

/// Light or dark appearance.
public enum ColorScheme: Hashable, Sendable, CaseIterable {
    /// Dark text on a light background, or the reverse.
    case light, dark
}

public enum ColorSchemeContrast: Hashable, Sendable, CaseIterable {
    /// Normal contrast, or the user's Increase Contrast setting.
    case standard, increased
}

/// The direction in which leading and trailing run.
public enum LayoutDirection: Hashable, Sendable, CaseIterable {
    /// Left to right, as in English, or right to left, as in Arabic.
    case leftToRight, rightToLeft
}

/// The user's Bold Text setting.
public enum LegibilityWeight: Hashable, Sendable {
    /// Normal, or bold text.
    case regular, bold
}

/// The reasons why a view shows blocks instead of its content.
public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int

    /// The reasons in a bit mask.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The content is not available yet.
    public static let placeholder = Self(rawValue: 1)
    /// The content is private and the device is locked.
    public static let privacy = Self(rawValue: 2)
    /// The content is out of date while an intent runs.
    public static let invalidated = Self(rawValue: 4)
}
