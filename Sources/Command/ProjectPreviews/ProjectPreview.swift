#if Preview
import LiveActivityPreview
import LiveActivitySurfaces
import SwiftUI
import WidgetKit

/// A preview that can be drawn.
@MainActor protocol ProjectPreview {
    var place: PreviewPlace { get }
    /// Whether its values were generated from declarations, rather than written by the author.
    var isSample: Bool { get }
    /// The type of the attributes that it shows; `nil` for a view.
    var attributesType: (any ActivityAttributes.Type)? { get }

    /// The states of the preview, each of which can be drawn in several environments.
    func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState]
}

extension ProjectPreview { var isSample: Bool { false } }

/// Options that do not depend on the preview: the requested surfaces, and the project's environment.
struct PreviewLook {
    /// The surfaces; empty for the surface of each preview.
    var surfaces: [SizedSurface]
    var environment: EnvironmentValues
}

/// A state on a surface. Each can be drawn in a process of its own, because the project's code may end it.
@MainActor struct PreviewState {
    var name: String
    /// The name of the surface; `view` for a view alone.
    var surface = "view"
    var draw: (EnvironmentValues) throws -> Picture
}

/// The reason why a preview cannot be drawn.
struct PreviewFailure: Error, CustomStringConvertible { var description: String }

/// A preview from `#Preview(as:using:widget:contentStates:)`.
struct ActivityPreview<Attributes: ActivityAttributes>: ProjectPreview {
    let place: PreviewPlace
    let kind: ActivityPreviewViewKind
    let attributes: Attributes
    let look: ActivityLook<Attributes>?
    let contentStates: @MainActor () async -> [Attributes.ContentState]

    var attributesType: (any ActivityAttributes.Type)? { Attributes.self }

    func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
        guard let found = self.look ?? list.look(of: Attributes.self) else { throw PreviewFailure.noWidget(Attributes.self) }
        return await contentStates().enumerated().flatMap { index, state in
            PreviewState.each(
                "state \(index + 1)", attributes, state, found, on: look.surfaces.isEmpty ? kind.surfaces : look.surfaces)
        }
    }
}

struct ProviderPreview<Provider: PreviewProvider>: ProjectPreview {
    let place: PreviewPlace

    var attributesType: (any ActivityAttributes.Type)? {
        guard let context = found().first?.context else { return nil }
        return Self.attributes(of: context)
    }

    private static func attributes<Context: ActivityPreviewContext>(of context: Context) -> any ActivityAttributes.Type {
        Context.Attributes.self
    }

    private typealias Found = (context: any ActivityPreviewContext, name: String?)

    private func found(in environment: EnvironmentValues = EnvironmentValues()) -> [Found] {
        var found: [Found] = []
        var environment = environment
        environment[ActivityPreviewCollector.self] = ActivityPreviewCollector { found.append(($0, $1.previewName)) }
        _ = try? ViewNode(resolving: Provider.previews, in: environment)
        return found
    }

    func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
        let found = found(in: look.environment)
        guard !found.isEmpty else {
            return try await ViewPreview(place: place, layout: nil) { Provider.previews }.states(list, look)
        }
        return try found.enumerated().flatMap { index, one in
            try states(of: one.context, named: one.name ?? "preview \(index + 1)", list, look)
        }
    }

    private func states<Context: ActivityPreviewContext>(
        of context: Context, named name: String, _ list: PreviewList, _ look: PreviewLook
    ) throws -> [PreviewState] {
        guard let found = list.look(of: Context.Attributes.self) else { throw PreviewFailure.noWidget(Context.Attributes.self) }
        return PreviewState.each(
            name, context.attributes, context.state, isStale: context.isStale, found,
            on: look.surfaces.isEmpty ? context.kind.surfaces : look.surfaces)
    }
}

/// `#Preview` of a view.
struct ViewPreview: ProjectPreview {
    let place: PreviewPlace
    let layout: PreviewLayout?
    let view: @MainActor () -> any View

    var attributesType: (any ActivityAttributes.Type)? { nil }

    func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
        [PreviewState(name: "") { environment in try picture(in: environment) }]
    }

    /// The width of a screen in points, for views without their own size.
    private static let screen = 393.0

    private func picture(in environment: EnvironmentValues) throws -> Picture {
        func node(_ view: some View) throws(ResolutionError) -> ViewNode { try ViewNode(resolving: view, in: environment) }
        let (node, measuring, now) = (try node(view()), PangoTextMeasuring(), environment.now)
        let size: CGSize
        switch layout {
        case .fixed(let width, let height): size = CGSize(width: width, height: height)
        case .sizeThatFits:
            size = sizeThatFits(ProposedSize(width: Self.screen, height: nil), node, measuring: measuring, at: now)
        case .device, nil:
            let fitting = sizeThatFits(ProposedSize(width: Self.screen, height: nil), node, measuring: measuring, at: now)
            size = CGSize(width: Self.screen, height: min(max(fitting.height, 44), 852))
        }
        let shade = environment.colorScheme == .dark ? 0.0 : 1
        let ground = ViewNode(.paint(.color(ResolvedColor(red: shade, green: shade, blue: shade))))
        let bounds = CGRect(origin: .zero, size: size)
        return Picture(
            size: size, layers: [Picture.layer(ground, bounds, at: now), Picture.layer(node, bounds, at: now)], at: now)
    }
}

extension PreviewState {
    /// A state of an activity on each of these surfaces.
    static func each<Attributes: ActivityAttributes>(
        _ name: String, _ attributes: Attributes, _ state: Attributes.ContentState, isStale: Bool = false,
        _ look: ActivityLook<Attributes>, on surfaces: [SizedSurface]
    ) -> [PreviewState] {
        surfaces.map { surface in
            PreviewState(name: name, surface: surface.name) { environment in
                let context = ActivityViewContext(attributes: attributes, state: state, isStale: isStale)
                let shown = try look.presentations(context, kind: "preview", on: [surface], in: environment)
                guard let presentation = shown.first else { throw PreviewFailure(description: "it has no \(surface.name)") }
                return Picture(presentation, colorScheme: environment.colorScheme, at: environment.now)
            }
        }
    }
}

extension PreviewFailure {
    static func noWidget(_ attributes: any ActivityAttributes.Type) -> Self {
        Self(description: "no widget that compiles has an ActivityConfiguration for \(attributes)")
    }
}

extension ActivityPreviewViewKind {
    /// The iPhone surfaces that Xcode's preview would show.
    var surfaces: [SizedSurface] {
        switch self {
        case .content: [.lockScreenIPhone393]
        case .dynamicIsland(.compact): [.compactIPhone393]
        case .dynamicIsland(.expanded): [.expandedIPhone393]
        case .dynamicIsland(.minimal): [.minimalDetached]
        }
    }
}
#endif
