public import LiveActivityCore

/// A problem on a surface, with advice on how to fix it.
public struct Finding: Codable, Hashable, Sendable {
    /// The rule that is violated.
    public var rule: LintRule
    public var kind: ActivityKind?
    /// The surface; `nil` if the problem concerns the kind as a whole.
    public var surface: SizedSurface?
    /// The part of the presentation and the path to the view, for example `compactTrailing.HStack[1].Text`.
    public var path: String
    /// The problem, with the measured values.
    public var message: String
    /// The remedy.
    public var advice: String
    /// The moment of the samples at which it was found first; `nil` without samples.
    public var sample: String?
    /// The language in which it was found first, as a BCP 47 identifier.
    public var locale: String?
    /// The appearance in which it was found first, if the problem depends on it.
    public var appearance: LintAppearance?

    private enum CodingKeys: String, CodingKey {
        case rule, kind, surface
        case path = "place"
        case message, advice, sample, locale, appearance
    }

    /// Creates a finding. By default it has the general advice of its rule.
    public init(
        _ rule: LintRule, kind: ActivityKind? = nil, surface: SizedSurface? = nil, path: String, message: String,
        advice: String? = nil, sample: String? = nil, locale: String? = nil, appearance: LintAppearance? = nil
    ) {
        (self.rule, self.kind, self.surface, self.path, self.message) = (rule, kind, surface, path, message)
        self.advice = advice ?? rule.advice
        (self.sample, self.locale, self.appearance) = (sample, locale, appearance)
    }
}

/// The appearance in which a surface is drawn.
public enum LintAppearance: String, Codable, Hashable, Sendable, CaseIterable {
    /// The system's light or dark appearance.
    case light, dark
    /// A dimmed Always-On display.
    case reducedLuminance
}

/// The rules that are checked. The names are permanent, because they are part of the JSON output.
///
/// Two rules of the Human Interface Guidelines cannot be checked in a presentation: to prefer one activity that rotates
/// through several events, and to let users switch activities off in the app.
@nonexhaustive
public enum LintRule: String, Codable, Hashable, Sendable, CaseIterable {
    // Content
    /// Texts: too thin, too little contrast, truncated, too long, empty, numbers that a right-to-left layout reverses,
    /// the wrong language, private content that is not marked, no translation.
    case lightText, lowContrast, truncatedText, longText, emptyText, numbersNotPinned, languageIgnored, unmarkedPrivateText
    case untranslatedText
    /// Images: a minimal presentation with nothing but an image, an image larger than its surface, an unknown system
    /// image, a name that is not the plain name of an image.
    case logoOnly, imageTooLarge, unmappedSystemImage, badImageName
    // Layout
    /// Views that are higher than the surface, outside it, or cover the black background of the Dynamic Island.
    case tooTall, outsideSurface, islandBackground
    // Controls and links
    /// Controls where they do not work, several controls, controls without an intent, a different URL on each side of a
    /// compact presentation, several URLs in one presentation.
    case misplacedControl, severalControls, controlWithoutAction, differentURLs, severalURLs
    // Time
    /// Animations over two seconds, activities that never end, activities that are active for more than eight hours.
    ///
    /// No built-in check reports `activeTooLong` at present.
    case longAnimation, noDefinedEnd, activeTooLong
    // Input that cannot be drawn
    /// Numbers that are not finite or out of range, too many views, views that cannot be resolved, unknown languages.
    case invalidNumber, tooManyViews, unresolvable, unknownLocale
    // Layout, later
    /// Views that a rounded corner of the Dynamic Island cuts, and running texts that are at the wrong side of the width that
    /// they take.
    case cutAtCorner, runningTextWidth
    /// Texts without an explicit color that are readable only because iOS uses dark appearance on a dark tint.
    case darkTintOnly

    /// The guideline that the rule comes from, and the section of this package's reference that has the details, if there is
    /// one.
    public var source: String {
        // The number of the criterion is enough to find it, so its URL is left out.
        if self == .lowContrast { return "WCAG 2.2, success criterion 1.4.3" }
        return documentation.map { "\(author), \($0)" } ?? author
    }

    private var author: String {
        switch self {
        case .lowContrast: "WCAG 2.2"
        case .lightText, .noDefinedEnd, .activeTooLong, .unmarkedPrivateText, .truncatedText, .outsideSurface, .logoOnly,
            .differentURLs, .imageTooLarge, .tooTall, .islandBackground, .severalControls, .cutAtCorner:
            "Human Interface Guidelines"
        case .runningTextWidth, .darkTintOnly: "screenshots of iPhones"
        case .numbersNotPinned, .languageIgnored: "Apple's sample code"
        case .misplacedControl, .controlWithoutAction, .severalURLs, .longAnimation: "Apple's documentation"
        case .longText, .emptyText, .unmappedSystemImage, .badImageName, .invalidNumber, .tooManyViews, .unresolvable,
            .unknownLocale, .untranslatedText:
            "a limit of this package"
        }
    }

    /// Where the rule is documented: a section of a file of this package, or a URL; `nil` for a limit of this package.
    public var documentation: String? {
        switch self {
        case .lowContrast: "https://www.w3.org/TR/WCAG22/#contrast-minimum"
        case .lightText, .noDefinedEnd, .activeTooLong, .unmarkedPrivateText: "Documentation/Reference.md#hig-22"
        case .truncatedText, .outsideSurface: "Documentation/Reference.md#hig-11"
        case .numbersNotPinned: "Documentation/Reference.md#hig-27"
        case .languageIgnored: "Documentation/Reference.md#hig-28"
        case .logoOnly, .differentURLs: "Documentation/Reference.md#hig-03"
        case .imageTooLarge: "Documentation/Reference.md#hig-14"
        case .tooTall: "Documentation/Reference.md#hig-20"
        case .cutAtCorner: "Documentation/Reference.md#hig-13"
        case .runningTextWidth: "Documentation/Reference.md#seen-02"
        case .darkTintOnly: "Documentation/Reference.md#seen-09"
        case .islandBackground: "Documentation/Reference.md#hig-23"
        case .severalControls: "Documentation/Reference.md#hig-24"
        case .misplacedControl: "Documentation/Reference.md#wk-14"
        case .controlWithoutAction: "Documentation/Reference.md#wk-16"
        case .severalURLs: "Documentation/Reference.md#wk-12"
        case .longAnimation: "Documentation/Reference.md#lim-08"
        case .longText, .emptyText, .unmappedSystemImage, .badImageName, .invalidNumber, .tooManyViews, .unresolvable,
            .unknownLocale, .untranslatedText:
            nil
        }
    }

    /// The general advice of the rule.
    var advice: String {
        switch self {
        case .lightText: "use a font weight of .medium or heavier, for example .fontWeight(.medium)"
        case .lowContrast: "change the color of the text or of its background until the contrast ratio is at least 4.5:1"
        case .truncatedText: "shorten the text, let it wrap, or allow it to shrink with .minimumScaleFactor"
        case .longText: "shorten the text in the provider: it does not fit on any surface"
        case .emptyText: "show the Text only while it has content"
        case .numbersNotPinned: "give the number .environment(\\.layoutDirection, .leftToRight), but not its label"
        case .languageIgnored: "set .environment(\\.locale, ...) from the attributes on the outermost view of each presentation"
        case .untranslatedText: "add the translation to Localizable.xcstrings, or show data with Text(verbatim:)"
        case .unmarkedPrivateText: "mark the text with .privacySensitive(), or remove it"
        case .logoOnly: "show live information: a number, a progress ring, or a symbol that changes with the state"
        case .imageTooLarge: "make the image .resizable() in a .frame that fits, or use a smaller image"
        case .unmappedSystemImage:
            "use a supported system image, or add this name to the table; otherwise a placeholder is drawn"
        case .badImageName: "use the plain name of an image in the asset catalog, without a path"
        case .tooTall: "show fewer or smaller views: the system may cut off everything beyond 160 points"
        case .outsideSurface: "let the view shrink or wrap: a fixed width or .fixedSize() prevents that"
        case .islandBackground: "remove the background: the island is always black; only its border takes a tint (.keylineTint)"
        case .misplacedControl:
            "move it to the Lock Screen or the expanded presentation: on this surface a tap only opens the app"
        case .severalControls: "keep only the most important control, for example pause"
        case .controlWithoutAction: "give the control an intent: Button(intent:) or Toggle(isOn:intent:)"
        case .differentURLs: "use the same URL on both sides of the compact presentation"
        case .severalURLs: "keep one .widgetURL for each presentation; use Link for single areas of the expanded presentation"
        case .longAnimation: "make the animation two seconds or shorter: the system stops it after two seconds"
        case .noDefinedEnd: "end the activity in the provider when its event is over"
        case .activeTooLong: "end the activity within eight hours, or let a new one continue it (StartOptions.renews)"
        case .invalidNumber: "check the calculation: the number must be finite and within its range"
        case .tooManyViews: "show fewer views: a surface has space for a few dozen"
        case .unresolvable: "use the provider's types in the widget, and views that do not contain themselves"
        case .cutAtCorner: "move it away from the corner with .padding, or keep the standard .contentMargins"
        case .runningTextWidth:
            "give the text .multilineTextAlignment(.trailing) or (.center), and a .frame(width:) if it must not take all the width"
        case .darkTintOnly: "set .foregroundStyle(.white), or a color that is readable on the tint in both appearances"
        case .unknownLocale: "use a BCP 47 identifier, such as ar or pt-BR"
        }
    }
}
