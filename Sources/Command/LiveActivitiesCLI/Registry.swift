import ArgumentParser
import DeliveryActivity
import DeliveryWidget
import LiveActivityCore
import LiveActivitySurfaces
import MeditationTimerActivity
import MeditationTimerWidget
import SportsActivity
import SportsWidget
import WaitQueueActivity
import WaitQueueWidget

/// The kinds of activity that the command works with: a provider for each, and the widget that draws it.
struct Registry: Sendable {
    /// In the order in which the command lists them.
    ///
    /// A provider's index is part of every ``ActivityID`` of its kind, so a new provider is added at the end.
    let providers: [AnyProvider]
    let widgets: ActivityWidgets

    /// The registry that the subcommands use.
    ///
    /// ArgumentParser makes the subcommands itself, so they cannot be given a registry when they are made. They read this value in
    /// `validate()` and `run()`, and pass it on to everything they call. `Registry.$current.withValue(…)` around the parsing replaces it.
    @TaskLocal static var current = Registry.plugins

    /// The four plugins of this package.
    static let plugins: Registry = {
        var widgets = ActivityWidgets()
        do throws(PresentationError) {
            try widgets.register(
                DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self, strings: DeliveryWidget.strings)
            try widgets.register(
                MeditationTimerWidget.self, kind: "meditationTimer", attributes: MeditationTimerAttributes.self,
                strings: MeditationTimerWidget.strings)
            try widgets.register(
                SportsWidget.self, kind: "sports", attributes: SportsAttributes.self, strings: SportsWidget.strings)
            try widgets.register(
                WaitQueueWidget.self, kind: "waitQueue", attributes: WaitQueueAttributes.self, strings: WaitQueueWidget.strings)
        } catch {
            preconditionFailure("the plugins' kinds differ, so each of them can be registered: \(error)")
        }
        return Registry(
            providers: [
                AnyProvider(DeliveryProvider()), AnyProvider(MeditationTimerProvider()),
                AnyProvider(SportsProvider()), AnyProvider(WaitQueueProvider()),
            ], widgets: widgets)
    }()

    var kinds: [ActivityKind] { providers.map(\.kind) }

    /// The kinds as a list for messages: `delivery, meditationTimer`.
    var kindNames: String { kinds.map(\.rawValue).joined(separator: ", ") }

    /// - Throws: `ValidationError`, which names the kinds that there are, for any other name.
    func validate(_ kind: String) throws {
        guard provider(of: ActivityKind(kind)) == nil else { return }
        throw ValidationError("There is no kind '\(kind)': there are \(kindNames).")
    }

    func provider(of kind: ActivityKind) -> AnyProvider? { providers.first { $0.kind == kind } }

    /// An engine with all the providers.
    func engine(_ configuration: EngineConfiguration) throws(EngineError) -> Engine {
        var engine = Engine(configuration: configuration)
        for provider in providers { try engine.register(provider) }
        return engine
    }
}
