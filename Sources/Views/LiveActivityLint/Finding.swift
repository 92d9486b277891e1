public import LiveActivityCore

/// Something on a surface that a person would trip over, and what to do about it.
public struct Finding: Codable, Hashable, Sendable {
    public var rule: LintRule
    public var kind: ActivityKind?
    /// Where it is seen; `nil` for what concerns the kind as a whole.
    public var surface: PresentationSurface?
    /// The part of the presentation and the way through its views, such as `compactTrailing.HStack[1].Text`.
    public var place: String
    /// What is wrong, with the values that say so.
    public var message: String
    /// What to do.
    public var advice: String
    /// The moment of the kind's samples at which it was seen first; `nil` outside of samples.
    public var sample: String?
    /// The language in which it was seen first.
    public var locale: String?
    /// `light`, `dark` or `reducedLuminance`, where it depends on that.
    public var appearance: LintAppearance?

    public init(
        _ rule: LintRule, kind: ActivityKind? = nil, surface: PresentationSurface? = nil, place: String, message: String,
        advice: String? = nil, sample: String? = nil, locale: String? = nil, appearance: LintAppearance? = nil
    ) {
        self.rule = rule
        self.kind = kind
        self.surface = surface
        self.place = place
        self.message = message
        self.advice = advice ?? rule.advice
        self.sample = sample
        self.locale = locale
        self.appearance = appearance
    }
}

/// How a surface is lit.
public enum LintAppearance: String, Codable, Hashable, Sendable, CaseIterable {
    case light, dark
    /// Always-On (WK-23).
    case reducedLuminance
}

/// What is looked at. The names are permanent; they stand in JSON.
///
/// Of the Human Interface Guidelines' rules two cannot be seen in what a widget shows: to prefer one activity that rotates through
/// events (HIG-25), and to let people switch activities off in the app (HIG-26).
@nonexhaustive
public enum LintRule: String, Codable, Hashable, Sendable, CaseIterable {
    // What is shown
    case lightText, lowContrast, truncatedText, longText, emptyText, numbersNotPinned, languageIgnored, unmarkedPrivateText
    case logoOnly, imageTooLarge, unmappedSystemImage, badImageName
    // Where it stands
    case tooTall, outsideSurface, islandBackground
    // What a person can do
    case misplacedControl, severalControls, controlWithoutAction, differentURLs, severalURLs
    // What moves and lasts
    case longAnimation, noDefinedEnd, activeTooLong
    // What cannot be drawn as it is written
    case invalidNumber, tooManyViews, unresolvable, unknownLocale

    /// Where the rule comes from (the reference's ids), for people who want to read on.
    public var source: String {
        switch self {
        case .lightText, .noDefinedEnd, .activeTooLong: "HIG-22"
        case .lowContrast: "WCAG 2.2, 1.4.3"
        case .truncatedText: "HIG-11...17"
        case .numbersNotPinned: "HIG-27"
        case .languageIgnored: "HIG-28"
        case .unmarkedPrivateText: "HIG-22, WK-26"
        case .logoOnly, .differentURLs: "HIG-03"
        case .imageTooLarge: "HIG-14"
        case .tooTall: "HIG-20, LIM-07"
        case .islandBackground: "HIG-23"
        case .misplacedControl: "WK-14"
        case .severalControls: "HIG-24"
        case .controlWithoutAction: "WK-16"
        case .severalURLs: "WK-12"
        case .longAnimation: "LIM-08"
        case .outsideSurface: "HIG-11...17"
        case .longText, .emptyText, .unmappedSystemImage, .badImageName, .invalidNumber, .tooManyViews, .unresolvable,
            .unknownLocale:
            "this runtime"
        }
    }

    /// What to do, in general.
    var advice: String {
        switch self {
        case .lightText: "use .medium or heavier: .fontWeight(.medium), or a font with its weight"
        case .lowContrast: "use a lighter or darker colour, or another background, until the ratio is at least 4.5:1"
        case .truncatedText: "say it shorter, let it wrap, or allow it to shrink with .minimumScaleFactor"
        case .longText: "shorten it where the state is made: no surface has room for it"
        case .emptyText: "leave the Text out while there is nothing to say"
        case .numbersNotPinned: "pin it with .environment(\\.layoutDirection, .leftToRight); leave labels as they are"
        case .languageIgnored: "set .environment(\\.locale, ...) from the attributes at the top of each presentation"
        case .unmarkedPrivateText: "mark it .privacySensitive(), or leave it out"
        case .logoOnly: "show something that changes: a number, a progress ring, the state's own symbol"
        case .imageTooLarge: "make it .resizable() in a .frame that fits, or put a smaller image into the catalogue"
        case .unmappedSystemImage: "use a name of the table, or add the name to it: it is drawn as a placeholder"
        case .badImageName: "use the plain name of an image in the catalogue, without a path"
        case .tooTall: "show less, or smaller: what goes beyond 160 points may be cut"
        case .outsideSurface: "let it shrink or wrap: fixed widths and .fixedSize() keep it from fitting"
        case .islandBackground: "leave the background out and tint the key line: the island is always black"
        case .misplacedControl: "move it to the Lock Screen or the expanded presentation; here a tap only opens the app"
        case .severalControls: "keep the one that matters most, such as pause"
        case .controlWithoutAction: "give it an intent: Button(intent:), Toggle(isOn:intent:)"
        case .differentURLs: "let both sides of the compact presentation lead to the same screen"
        case .severalURLs: "keep one .widgetURL in a presentation; use Link for the parts of an expanded one"
        case .longAnimation: "make it two seconds or shorter: the system cuts it there"
        case .noDefinedEnd: "end the activity in the provider when its story is over"
        case .activeTooLong: "end it within eight hours, or let a successor continue it (StartOptions.renews)"
        case .invalidNumber: "guard the calculation: a size is a finite number that is not negative"
        case .tooManyViews: "show less: a surface has room for some dozens of views"
        case .unresolvable: "make the widget's types those of the provider, and its views finite"
        case .unknownLocale: "use a BCP 47 identifier, such as ar or pt-BR"
        }
    }
}
