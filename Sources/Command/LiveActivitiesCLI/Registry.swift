import LiveActivities
package import LiveActivityCore
package import LiveActivitySurfaces
import ArgumentParser

/// The kinds of activity that the command works with: a provider for each, and the widget that draws it.
package struct Registry: Sendable {
    /// The providers, in the order in which the command lists them.
    package let providers: [AnyProvider]
    package let widgets: ActivityWidgets
    /// A one-line description of each kind.
    package let summaries: [ActivityKind: String]

    /// - Throws: ``RegistryError`` for kinds that cannot be combined.
    package init(_ kinds: [CommandKind]) throws(RegistryError) {
        var (widgets, summaries) = (ActivityWidgets(), [ActivityKind: String]())
        for kind in kinds {
            do throws(PresentationError) { try kind.register?(&widgets) } catch { throw .widget(error) }
            summaries[kind.provider.kind] = kind.summary
        }
        self.widgets = widgets
        self.summaries = summaries
        providers = kinds.map(\.provider)
        do throws(EngineError) { _ = try engine(EngineConfiguration()) } catch { throw .providers(error) }
    }

    package var kinds: [ActivityKind] { providers.map(\.kind) }

    /// The kinds as a list for messages: `delivery, meditationTimer`.
    var kindNames: String { kinds.map(\.rawValue).joined(separator: ", ") }

    /// - Throws: `ValidationError`, which lists the existing kinds, for any other name.
    package func validate(_ kind: String) throws {
        guard provider(of: ActivityKind(kind)) == nil else { return }
        throw ValidationError(Suggestion.unknown(kind, "kind", among: kinds.map(\.rawValue)))
    }

    func provider(of kind: ActivityKind) -> AnyProvider? { providers.first { $0.kind == kind } }

    /// The description of a kind by examples; `nil` for a kind without samples.
    func description(of provider: AnyProvider) throws -> KindDescription? {
        try KindDescription(provider, among: providers, summary: summaries[provider.kind])
    }

    /// An engine with all the providers.
    func engine(_ configuration: EngineConfiguration) throws(EngineError) -> Engine {
        var engine = Engine(configuration: configuration)
        for provider in providers { try engine.register(provider) }
        return engine
    }
}

/// The reason why a command cannot be created with these providers and widgets. Seen by the command's author, not by its users.
package enum RegistryError: Error, CustomStringConvertible {
    /// A widget does not draw its kind.
    case widget(PresentationError)
    /// The providers cannot be registered together, for example because two have the same kind.
    case providers(EngineError)

    package var description: String {
        switch self {
        case .widget(let error): "\(error)"
        case .providers(let error): "\(error)"
        }
    }
}
