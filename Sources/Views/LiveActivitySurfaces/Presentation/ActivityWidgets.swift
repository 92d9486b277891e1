public import LiveActivityCore

/// The registered widgets by kind of activity. It turns an activity into what a surface shows.
///
/// ```swift
/// var widgets = ActivityWidgets()
/// try widgets.register(DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self)
/// let card = try widgets.present(activity, on: .lockScreenIPhone393, environment: environment)
/// ```
///
/// A value that can be used on any thread. Widgets are evaluated for each presentation, so their result must depend
/// only on their input.
public struct ActivityWidgets: Sendable {
    private struct Entry: Sendable {
        var strings: (any StringTable)?
        /// Creates a `Presenter<Attributes>`.
        var presenter: @Sendable () -> (any AnyPresenter)?
    }

    private var entries: [ActivityKind: Entry] = [:]

    public init() {}

    /// The kinds that have a widget, sorted by name.
    public var kinds: [ActivityKind] { entries.keys.sorted() }

    /// The texts that the kind's widget was registered with.
    public func strings(of kind: ActivityKind) -> (any StringTable)? { entries[kind]?.strings }

    /// Registers the widget of a kind of activity. It replaces an earlier one.
    ///
    /// - Parameters:
    ///   - widget: The type of the widget. An instance is created for each presentation.
    ///   - kind: The kind of activity.
    ///   - attributes: The attributes that select one of the widget's activity configurations.
    ///   - strings: The widget's localized texts, used if the environment has none.
    /// - Throws: ``PresentationError/noLook(_:attributes:)`` if the widget has no configuration for these attributes.
    public mutating func register<Presented: Widget, Attributes: ActivityAttributes>(
        _ widget: Presented.Type, kind: ActivityKind, attributes: Attributes.Type, strings: (any StringTable)? = nil
    ) throws(PresentationError) {
        guard ActivityLook<Attributes>(Presented()) != nil else { throw .noLook(kind, attributes: "\(Attributes.self)") }
        // The types need not be `Sendable`, and nothing else is captured.
        nonisolated(unsafe) let presenter: () -> (any AnyPresenter)? = {
            ActivityLook<Attributes>(Presented()).map { Presenter(look: $0) }
        }
        entries[kind] = Entry(strings: strings) { presenter() }
    }

    /// Registers a bundle of widgets for a kind of activity. It replaces an earlier widget.
    ///
    /// - Throws: ``PresentationError/noLook(_:attributes:)`` if no widget of the bundle has a configuration for these
    ///   attributes.
    public mutating func register<Bundle: WidgetBundle, Attributes: ActivityAttributes>(
        _ bundle: Bundle.Type, kind: ActivityKind, attributes: Attributes.Type, strings: (any StringTable)? = nil
    ) throws(PresentationError) {
        guard ActivityLook<Attributes>(Bundle()) != nil else { throw .noLook(kind, attributes: "\(Attributes.self)") }
        // The types need not be `Sendable`, and nothing else is captured.
        nonisolated(unsafe) let presenter: () -> (any AnyPresenter)? = {
            ActivityLook<Attributes>(Bundle()).map { Presenter(look: $0) }
        }
        entries[kind] = Entry(strings: strings) { presenter() }
    }

    // MARK: - From JSON

    /// The presentation of an activity on a surface.
    ///
    /// `nil` if the surface does not show the activity: before its start, after its dismissal, and after its end on the
    /// island and in CarPlay.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - surface: The surface.
    ///   - environment: The user's settings, the language, and ``/LiveActivityUI/EnvironmentValues/now``. Values that the
    ///     surface determines are overwritten.
    ///   - condition: The state of the device. Default: unlocked, by day.
    /// - Throws: ``PresentationError``, for example if the widget cannot decode the content. There are no partial
    ///   results.
    public func present(
        _ activity: ShownActivity, on surface: SizedSurface, environment: EnvironmentValues = EnvironmentValues(),
        condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> Presentation? {
        try present(activity, on: [surface], environment: environment, condition: condition).first
    }

    /// The presentations of an activity on several surfaces. Surfaces that do not show it are left out.
    ///
    /// This is faster than one call per surface: the content is decoded once, and surfaces with equal conditions share
    /// their views.
    public func present(
        _ activity: ShownActivity, on surfaces: [SizedSurface], environment: EnvironmentValues = EnvironmentValues(),
        condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> [Presentation] {
        let (presenter, strings) = try presenter(of: activity.kind)
        let surfaces = surfaces.filter { activity.isSeen(on: $0) }
        guard !surfaces.isEmpty else { return [] }
        var environment = environment
        environment.strings = environment.strings ?? strings
        return try presenter.present(activity, on: surfaces, environment, condition)
    }

    // MARK: - From Swift's types

    /// The presentation of an activity from attributes and content in their Swift types.
    ///
    /// Unlike the other functions, it does not check whether the surface shows the activity.
    public func present<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ content: ActivityContent<Attributes.ContentState>, kind: ActivityKind,
        id: ActivityID = ActivityID(rawValue: 0), revision: UInt32 = 1, isStale: Bool = false, on surface: SizedSurface,
        environment: EnvironmentValues = EnvironmentValues(), condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> Presentation {
        let (presenter, strings) = try presenter(of: kind)
        guard let presenter = presenter as? Presenter<Attributes> else { throw .noLook(kind, attributes: "\(Attributes.self)") }
        var environment = environment
        environment.strings = environment.strings ?? strings
        let context = ActivityViewContext(
            attributes: attributes, state: content.state,
            isStale: isStale || content.staleDate.map { $0 <= environment.now } ?? false, activityID: "\(id)")
        do throws(ResolutionError) {
            var made: [ResolvedLook] = []
            return try presenter.look.present(
                context, of: PresentedActivity(id: id, kind: kind, revision: revision), on: surface, in: environment, condition,
                reusing: &made)
        } catch {
            throw .unresolvable(kind, surface, error)
        }
    }

    private func presenter(of kind: ActivityKind) throws(PresentationError) -> (any AnyPresenter, (any StringTable)?) {
        guard let entry = entries[kind], let presenter = entry.presenter() else { throw .noWidget(kind, known: kinds) }
        return (presenter, entry.strings)
    }
}

/// The reason why an activity cannot be presented.
public enum PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No widget is registered for the kind.
    case noWidget(ActivityKind, known: [ActivityKind])
    /// The kind's widget has no activity configuration for these attributes.
    case noLook(ActivityKind, attributes: String)
    /// The attributes or the content do not have the types of the widget. `what` is one of these, `path` the position
    /// in it.
    case undecodable(ActivityKind, what: String, path: String, reason: String)
    /// The views cannot be resolved.
    case unresolvable(ActivityKind, SizedSurface, ResolutionError)

    public var description: String {
        switch self {
        case .noWidget(let kind, let known):
            "no widget is registered for kind '\(kind)'; the kinds with a widget are: \(known.map(\.rawValue).joined(separator: ", "))"
        case .noLook(let kind, let attributes): "the widget of kind '\(kind)' has no ActivityConfiguration for \(attributes)"
        case .undecodable(let kind, let what, let path, let reason):
            "\(kind): \(what)\(path.isEmpty ? "" : " at \(path)"): \(reason)"
        case .unresolvable(let kind, let surface, let error): "\(kind) on \(surface): \(error)"
        }
    }
}

extension ShownActivity {
    /// Whether a surface shows the activity, by its state: pending and dismissed activities are shown nowhere, ended
    /// ones not on the island and in CarPlay.
    public func isSeen(on surface: SizedSurface) -> Bool {
        switch state {
        case .active, .stale: true
        case .ended: surface.showsEnded
        case .pending, .dismissed: false
        }
    }
}

/// A ``Presenter`` of any attributes.
private protocol AnyPresenter {
    func present(
        _ activity: ShownActivity, on surfaces: [SizedSurface], _ environment: EnvironmentValues,
        _ condition: DeviceCondition
    ) throws(PresentationError) -> [Presentation]
}

private struct Presenter<Attributes: ActivityAttributes>: AnyPresenter {
    let look: ActivityLook<Attributes>

    func present(
        _ activity: ShownActivity, on surfaces: [SizedSurface], _ environment: EnvironmentValues,
        _ condition: DeviceCondition
    ) throws(PresentationError) -> [Presentation] {
        let context = ActivityViewContext<Attributes>(
            attributes: try decode("attributes", activity.attributes, of: activity.kind),
            state: try decode("content", activity.content.state, of: activity.kind),
            isStale: activity.isStale(at: environment.now), activityID: "\(activity.id)")
        let presented = PresentedActivity(id: activity.id, kind: activity.kind, revision: activity.revision)
        var presentations: [Presentation] = []
        presentations.reserveCapacity(surfaces.count)
        var made: [ResolvedLook] = []
        for surface in surfaces {
            do throws(ResolutionError) {
                presentations.append(
                    try look.present(context, of: presented, on: surface, in: environment, condition, reusing: &made))
            } catch {
                throw .unresolvable(activity.kind, surface, error)
            }
        }
        return presentations
    }

    private func decode<Value: Decodable>(_ what: String, _ json: JSONText, of kind: ActivityKind) throws(PresentationError)
        -> Value
    {
        do {
            return try WireDecoder().decode(Value.self, from: json.bytes)
        } catch {
            let (path, reason) = error.placed
            throw .undecodable(kind, what: what, path: path, reason: reason)
        }
    }
}

extension Error {
    /// The position in the JSON, and the problem.
    fileprivate var placed: (path: String, reason: String) {
        guard let error = self as? DecodingError else { return ("", "\(self)") }
        let context: DecodingError.Context? =
            switch error {
            case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
                .valueNotFound(_, let context):
                context
            @unknown default: nil
            }
        var path = (context?.codingPath ?? []).map(\.stringValue).joined(separator: ".")
        if case .keyNotFound(let key, _) = error { path += (path.isEmpty ? "" : ".") + key.stringValue }
        return (path, context?.debugDescription ?? "\(error)")
    }
}
