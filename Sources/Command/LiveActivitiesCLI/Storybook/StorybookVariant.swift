#if Preview
import Foundation
import LiveActivityCore
import LiveActivityPreview
import LiveActivitySurfaces

/// A variant in which a storybook shows a state: an appearance with otherwise default settings, or a language at a text size.
struct StorybookVariant: Sendable {
    enum Group: String {
        case look, text
    }

    /// A permanent name, such as `dimmed` or `text:ar:accessibility5:dark`.
    var name: String
    var group: Group
    var scheme = ColorScheme.light
    var language = "en"
    var condition = DeviceCondition()
    var change: @Sendable (inout EnvironmentValues) -> Void = { _ in }
    /// Whether the content's stale date has passed.
    var isStale = false

    /// The appearances on a device, unlocked and with default settings unless the name says otherwise.
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

    /// The default text size, the largest one, and the largest accessibility size.
    private static let tellingSizes: Set<DynamicTypeSize> = [.large, .xxxLarge, .accessibility5]

    /// Languages at text sizes, each light and dark.
    ///
    /// A text that fits at one of the largest sizes also fits at smaller ones. So only the first language has every size; the
    /// others have three, which is a third of all combinations.
    static func texts(_ languages: [String], hasEveryCombination: Bool) -> [StorybookVariant] {
        languages.enumerated().flatMap { number, language in
            DynamicTypeSize.allCases
                .filter { number == 0 || hasEveryCombination || tellingSizes.contains($0) }
                .flatMap { size in [ColorScheme.light, .dark].map { text(language, size, $0) } }
        }
    }

    private static func text(_ language: String, _ size: DynamicTypeSize, _ scheme: ColorScheme) -> StorybookVariant {
        StorybookVariant(name: "text:\(language):\(size):\(scheme)", group: .text, scheme: scheme, language: language) {
            $0.dynamicTypeSize = size
        }
    }

    private init(
        name: String, group: Group, scheme: ColorScheme = .light, language: String = "en",
        condition: DeviceCondition = DeviceCondition(), isStale: Bool = false,
        change: @escaping @Sendable (inout EnvironmentValues) -> Void = { _ in }
    ) {
        (self.name, self.group, self.scheme, self.language, self.condition) = (name, group, scheme, language, condition)
        (self.isStale, self.change) = (isStale, change)
    }

    /// The surfaces on which the variant can differ from the others.
    ///
    /// Overlong texts are visible on narrow surfaces, so text variants are drawn only on the narrowest device of each surface.
    func surfaces(among surfaces: [SizedSurface]) -> [SizedSurface] {
        if condition.isNightMode { return surfaces.filter { $0.surface == .standBy } }
        return group == .look ? surfaces : surfaces.filter(SizedSurface.narrowest.contains)
    }

    /// The presentations of an activity on these surfaces.
    func presentations(
        of activity: ShownActivity, at now: Date, on surfaces: [SizedSurface], _ widgets: ActivityWidgets
    ) throws(PresentationError) -> [Presentation] {
        var activity = activity
        if isStale, activity.state == .active { activity.state = .stale }
        var environment = EnvironmentValues()
        environment.use(language: language)
        environment.colorScheme = scheme
        environment.now = now
        environment.textMeasuring = PangoTextMeasuring()
        change(&environment)
        return try widgets.present(
            activity, on: self.surfaces(among: surfaces), environment: environment, condition: condition)
    }
}

extension SizedSurface {
    /// The narrowest device of each surface and presentation; of the island, with and without its limit.
    static let narrowest: Set<SizedSurface> = {
        var found: [[String]: SizedSurface] = [:]
        for surface in all {
            let key = [surface.surface.rawValue, surface.presentation.rawValue, surface.isLimitedInWidth ? "narrow" : ""]
            if let known = found[key], known.size.width.upperBound <= surface.size.width.upperBound { continue }
            found[key] = surface
        }
        return Set(found.values)
    }()
}
#endif
