#if Preview
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// One way in which a storybook shows a state: an appearance, a condition, a language or a text size. All others are as usual.
struct StorybookVariant: Sendable {
    enum Group: String {
        case look, language, textSize
    }

    /// A permanent name, such as `dark` or `language:ar`.
    var name: String
    var group: Group
    var scheme = ColorScheme.light
    var language = "en"
    var condition = DeviceCondition()
    var change: @Sendable (inout EnvironmentValues) -> Void = { _ in }
    /// Whether the content's stale date has passed.
    var isStale = false

    /// How it looks on a device, unlocked and with the usual settings unless the name says something else.
    static let looks: [StorybookVariant] = [
        StorybookVariant(name: "light", group: .look),
        StorybookVariant(name: "dark", group: .look, scheme: .dark),
        StorybookVariant(name: "dimmed", group: .look, scheme: .dark) { $0.isLuminanceReduced = true },
        StorybookVariant(name: "stale", group: .look, isStale: true),
        StorybookVariant(name: "locked", group: .look, condition: DeviceCondition(isLocked: true)),
        StorybookVariant(name: "night", group: .look, scheme: .dark, condition: DeviceCondition(isNightMode: true)),
        StorybookVariant(name: "increasedContrast", group: .look) { $0.colorSchemeContrast = .increased },
        StorybookVariant(name: "boldText", group: .look) { $0.legibilityWeight = .bold },
    ]

    static func language(_ language: String) -> StorybookVariant {
        StorybookVariant(name: "language:\(language)", group: .language, language: language)
    }

    static let textSizes = DynamicTypeSize.allCases.map { size in
        StorybookVariant(name: "textSize:\(size)", group: .textSize) { $0.dynamicTypeSize = size }
    }

    private init(
        name: String, group: Group, scheme: ColorScheme = .light, language: String = "en",
        condition: DeviceCondition = DeviceCondition(), isStale: Bool = false,
        change: @escaping @Sendable (inout EnvironmentValues) -> Void = { _ in }
    ) {
        self.name = name
        self.group = group
        self.scheme = scheme
        self.language = language
        self.condition = condition
        self.isStale = isStale
        self.change = change
    }

    /// The surfaces on which the variant can differ from the others.
    ///
    /// Texts are too long where there is little space, so languages and text sizes are drawn on the narrowest device of each surface.
    func surfaces(among surfaces: [SizedSurface]) -> [SizedSurface] {
        if condition.isNightMode { return surfaces.filter { $0.surface == .standBy } }
        return group == .look ? surfaces : surfaces.filter(SizedSurface.narrowest.contains)
    }

    /// The pictures of an activity on these surfaces, as SVG for a page.
    func pictures(
        of activity: ShownActivity, at now: Date, on surfaces: [SizedSurface], _ widgets: ActivityWidgets
    ) throws(PresentationError) -> [(surface: SizedSurface, svg: String, words: [String])] {
        var activity = activity
        if isStale, activity.state == .active { activity.state = .stale }
        var environment = EnvironmentValues()
        environment.use(language: language)
        environment.colorScheme = scheme
        environment.now = now
        environment.textMeasuring = PangoTextMeasuring()
        change(&environment)
        let presentations = try widgets.present(
            activity, on: self.surfaces(among: surfaces), environment: environment, condition: condition)
        return presentations.map { presentation in
            let picture = Picture(presentation, colorScheme: scheme, at: now)
            return (presentation.surface, picture.webSVG(language: language), presentation.words(at: now))
        }
    }
}

extension SizedSurface {
    /// The narrowest device of each surface and presentation.
    static let narrowest: Set<SizedSurface> = {
        var found: [[String]: SizedSurface] = [:]
        for surface in all {
            let key = [surface.surface.rawValue, surface.presentation.rawValue]
            if let known = found[key], known.size.width.upperBound <= surface.size.width.upperBound { continue }
            found[key] = surface
        }
        return Set(found.values)
    }()
}
#endif
