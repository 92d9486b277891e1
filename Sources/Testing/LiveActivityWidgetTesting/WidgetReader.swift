public import Foundation
public import LiveActivityCore
public import LiveActivityLint
import LiveActivityTesting

/// Reads the contents of a widget as text, for tests that compare every surface in one expectation.
///
/// ```swift
/// let widget = try WidgetReader(
///     DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
/// let read = try widget.reading(order, state, at: now)
/// #expect(
///     read == """
///         lockScreen: (bicycle) | Pizza | Order 4711 | On its way | 30:00 | Alex, 2 stops before you | 17:20–17:30 | [Leave at door]
///         compact: (bicycle) | 30:00
///         minimal: (80 %) | (bicycle)
///         expanded: (bicycle) | 30:00 | On its way | Alex, 2 stops before you | 17:20–17:30 | [Leave at door]
///         smartStack: (bicycle) | On its way | 30:00
///         """)
/// ```
///
/// A symbol is shown as its name in parentheses, a bar or ring as its percentage, and a control in brackets.
public struct WidgetReader<Attributes: ActivityAttributes> {
    /// The widget, registered for its kind.
    public let widgets: ActivityWidgets
    private let kind: ActivityKind

    /// - Parameter strings: The widget's strings and their translations.
    /// - Throws: `PresentationError` if the widget has no configuration for these attributes.
    public init(
        _ widget: (some Widget).Type, kind: ActivityKind, attributes: Attributes.Type,
        strings: any StringTable
    ) throws {
        var widgets = ActivityWidgets()
        try widgets.register(widget, kind: kind, attributes: attributes, strings: strings)
        self.widgets = widgets
        self.kind = kind
    }

    /// The contents of the surfaces as text: one line for each surface, its parts separated by bars.
    ///
    /// - Parameters:
    ///   - isStale: Whether the content's stale date has passed.
    ///   - now: The current time, for clocks and countdowns. The environment's time zone is UTC.
    ///   - locale: An identifier such as `ar_EG`; language and number format follow it.
    ///   - surfaces: The surfaces; by default one of each kind.
    public func reading(
        _ attributes: Attributes, _ state: Attributes.ContentState, isStale: Bool = false, at now: Date,
        locale: String = "en_GB", on surfaces: [SizedSurface] = Self.oneOfEachKind
    ) throws -> String {
        try surfaces.map { surface in
            let shown = try presentation(
                of: attributes, state, isStale: isStale, at: now, locale: locale, on: surface, condition: DeviceCondition())
            return "\(surface.surface.rawValue): \(shown.words(at: now).joined(separator: " | "))"
        }.joined(separator: "\n")
    }

    /// The presentation on one surface of a device in a given condition, such as locked.
    ///
    /// The parameters are the same as for ``reading(_:_:isStale:at:locale:on:)``.
    public func presentation(
        of attributes: Attributes, _ state: Attributes.ContentState, isStale: Bool = false, at now: Date,
        locale: String = "en_GB", on surface: SizedSurface, condition: DeviceCondition
    ) throws -> Presentation {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: locale)
        environment.timeZone = .gmt
        environment.now = now
        return try widgets.present(
            attributes, ActivityContent(state: state, staleDate: nil), kind: kind, isStale: isStale, on: surface,
            environment: environment, condition: condition)
    }

    /// The Lock Screen, the compact, minimal and expanded Dynamic Island, and the Smart Stack of Apple Watch.
    public static var oneOfEachKind: [SizedSurface] {
        [.lockScreenIPhone393, .compactIPhone393, .minimalDetached, .expandedIPhone393, .smartStack40mm]
    }

    /// The lint's findings on every surface for the provider's sample story: its start, each event, its end, and a selection of
    /// its wakes (`SampleStory`). Text widths are estimated.
    ///
    /// ```swift
    /// #expect(try widget.findings(samplesOf: DeliveryProvider(), languages: ["en", "de", "ar"]) == [])
    /// ```
    ///
    /// - Parameter languages: The languages to check. Every string needs a translation into each of them.
    /// - Returns: The findings; empty for a provider without samples.
    /// - Throws: The engine's error for a sample that the provider refuses.
    public func findings(samplesOf provider: some ActivityProvider, languages: [String]) throws -> [Finding] {
        guard let story = try SampleStory(AnyProvider(provider)) else { return [] }
        return widgets.lint(
            story, locales: languages, translatedTo: languages, isKnownSystemImage: { SystemImages.isMapped($0) })
    }

    /// Lays out invalid contents on one surface of each kind, alternately from left to right and from right to left.
    ///
    /// A widget is shown with whatever content a push contains, even if the provider would refuse it. The contents are those of
    /// `HostileJSON` that can be decoded. If the widget traps, which ends the process, the last lines on standard error name
    /// the content.
    ///
    /// ```swift
    /// #expect(try widget.drawHostileContents(of: DeliveryProvider()) > 50)
    /// ```
    ///
    /// - Returns: The number of contents that were laid out; 0 for a provider without samples.
    /// - Throws: `PresentationError` for a content that cannot be presented.
    public func drawHostileContents<Provider: ActivityProvider>(of provider: Provider) throws -> Int
    where Provider.Attributes == Attributes {
        guard let attributes = provider.samples.attributes.first else { return 0 }
        var drawn = 0
        for content in HostileJSON.sampleContents(of: provider) {
            try HostileJSON.forEachVariation(of: content, named: "content of \(provider.kind)") { variation in
                guard let state = try? WireDecoder().decode(Attributes.ContentState.self, from: variation.value) else { return }
                drawn += 1
                let now = Scenario.epoch + 600
                for surface in Self.oneOfEachKind {
                    let shown = try presentation(
                        of: attributes, state, at: now, locale: drawn.isMultiple(of: 2) ? "en_GB" : "ar_EG", on: surface,
                        condition: DeviceCondition())
                    _ = shown.words(at: now)
                    _ = layout(
                        shown.tree(at: now), in: shown.size(at: now), measuring: ApproximateTextMeasuring(), at: now)
                }
            }
        }
        return drawn
    }
}
