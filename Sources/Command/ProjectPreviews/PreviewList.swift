#if Preview
import LiveActivitySurfaces
public import SwiftUI
public import WidgetKit

/// The previews and widgets of a project, listed by functions that `live-activities ios previews` appends to the project's
/// sources.
///
/// The functions `preview` have the parameters of the macro `#Preview`, so that the authors' arguments compile unchanged.
@MainActor public final class PreviewList {
    var previews: [any ProjectPreview] = []
    /// The widgets' Live Activities, each with its type of attributes.
    private(set) var looks: [any ShownLook] = []
    private(set) var managers: [DrivenManager] = []
    private var (file, line) = ("", 0)

    /// An empty list.
    public init() {}

    /// Sets the location of the next preview.
    public func begin(_ file: String, line: Int) { (self.file, self.line) = (file, line) }

    public func widget(_ type: (some Widget).Type) { add(type.init()) }

    /// Adds a preview of a view.
    public func preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) {
        previews.append(ViewPreview(place: place(name), layout: nil, view: body))
    }

    /// Adds a preview of a view with traits.
    public func preview(
        _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>,
        _ additionalTraits: PreviewTrait<Preview.ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
    ) {
        let layout = ([traits] + additionalTraits).compactMap(\.layout).first
        previews.append(ViewPreview(place: place(name), layout: layout, view: body))
    }

    /// Adds a preview of a Live Activity.
    public func preview<Attributes: ActivityAttributes>(
        _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes,
        widget: @escaping @MainActor () -> any Widget,
        @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
    ) {
        let widget = widget()
        add(widget)
        let look = look(of: Attributes.self, in: widget)
        previews.append(
            ActivityPreview(place: place(name), kind: kind, attributes: attributes, look: look, contentStates: contentStates))
    }

    /// Does nothing: Home Screen widgets are not drawn.
    public func preview(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
    ) {}

    /// Does nothing: Home Screen widgets are not drawn.
    public func preview<Provider: TimelineProvider>(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> Provider
    ) {}

    /// Adds the previews of a provider.
    public func provider<Provider: PreviewProvider>(_ provider: Provider.Type) {
        previews.append(ProviderPreview<Provider>(place: place("\(provider)")))
    }

    /// Adds a manager for `live-activities ios check --drive`.
    ///
    /// - Parameter steps: Creates the manager and lists its methods.
    public func drive(_ manager: String, file: String, _ steps: @escaping @MainActor (Drive) async throws -> Void) {
        managers.append(DrivenManager(name: manager, file: file, steps: steps))
    }

    private func place(_ name: String?) -> PreviewPlace {
        PreviewPlace(
            name: name ?? "\(file.split(separator: ".").first.map(String.init) ?? file), line \(line)", file: file, line: line)
    }

    // MARK: Looks

    /// The presentation of a type of attributes, from any widget; `nil` if no widget has one.
    func look<Attributes: ActivityAttributes>(of attributes: Attributes.Type) -> ActivityLook<Attributes>? {
        looks.compactMap { $0 as? ShownLookOf<Attributes> }.first?.look
    }

    private func look<Attributes: ActivityAttributes>(of type: Attributes.Type, in widget: any Widget) -> ActivityLook<
        Attributes
    >? {
        func find(_ widget: some Widget) -> ActivityLook<Attributes>? { ActivityLook(widget) }
        return find(widget)
    }

    private func add(_ widget: any Widget) {
        func describe<Some: Widget>(_ widget: Some, _ visitor: inout LookVisitor) { Some._describe(widget, to: &visitor) }
        var visitor = LookVisitor()
        describe(widget, &visitor)
        for look in visitor.found where !looks.contains(where: { type(of: $0) == type(of: look) }) { looks.append(look) }
    }
}

/// The location of a preview in the project.
struct PreviewPlace {
    var name: String
    var file: String
    /// The line, from 1; 0 if it is unknown.
    var line: Int
}

/// A type-erased ``ActivityLook``.
protocol ShownLook {
    var attributes: any ActivityAttributes.Type { get }
    /// A preview with sample values, drawn if the project has no preview of these attributes.
    @MainActor func samples(_ request: SampleRequest) -> any ProjectPreview
}

extension ShownLook {
    func isOf(_ attributes: any ActivityAttributes.Type) -> Bool { attributes == self.attributes }
}

struct ShownLookOf<Attributes: ActivityAttributes>: ShownLook {
    let look: ActivityLook<Attributes>

    var attributes: any ActivityAttributes.Type { Attributes.self }

    func samples(_ request: SampleRequest) -> any ProjectPreview { SamplePreview(look: look, request: request) }
}

private struct LookVisitor: _ActivityVisitor {
    var found: [any ShownLook] = []

    mutating func visit<Attributes: ActivityAttributes>(_ look: ActivityLook<Attributes>) {
        found.append(ShownLookOf(look: look))
    }
}
#endif
