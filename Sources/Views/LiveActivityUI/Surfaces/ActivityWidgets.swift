public import LiveActivityCore

/// The widgets of a program by the kinds of activity that they show: what turns an activity into what is seen.
///
/// ```swift
/// var widgets = ActivityWidgets()
/// try widgets.register(DeliveryWidget.self, kind: "delivery", attributes: DeliveryAttributes.self)
/// let card = try widgets.present(activity, on: .lockScreenIPhone393, environment: environment)
/// ```
///
/// A value; it may be used on any thread. Widgets are asked anew each time, so what they say may only depend on what they are given.
public struct ActivityWidgets: Sendable {
    private struct Entry: Sendable {
        var strings: (any StringTable)?
        /// A `Presenter<Attributes>`.
        var presenter: @Sendable () -> (any AnyPresenter)?
    }

    private var entries: [ActivityKind: Entry] = [:]

    public init() {}

    /// The kinds that have a widget, by name.
    public var kinds: [ActivityKind] { entries.keys.sorted() }

    /// Says how activities of a kind look, in place of what was said before.
    ///
    /// - Parameters:
    ///   - widget: Its type; one is made each time that something is presented.
    ///   - attributes: Which of the widget's looks is meant.
    ///   - strings: The widget's words, where the environment brings none of its own.
    /// - Throws: ``PresentationError/noLook(_:attributes:)`` if the widget has none for such attributes.
    public mutating func register<Looks: Widget & SendableMetatype, Attributes: ActivityAttributes>(
        _ widget: Looks.Type, kind: ActivityKind, attributes: Attributes.Type, strings: (any StringTable)? = nil
    ) throws(PresentationError) {
        guard ActivityLook<Attributes>(Looks()) != nil else { throw .noLook(kind, attributes: "\(Attributes.self)") }
        entries[kind] = Entry(strings: strings) { ActivityLook<Attributes>(Looks()).map { Presenter(look: $0) } }
    }

    // MARK: - From JSON

    /// What a surface shows of an activity; `nil` where it is not seen: before its start, after its dismissal, and after its end in an island
    /// and in CarPlay (LIFE-18).
    ///
    /// - Parameters:
    ///   - environment: The person's settings, the language, and ``EnvironmentValues/now``. What the surface decides is set by it.
    ///   - condition: How the device is; unlocked, by day, unless said otherwise.
    /// - Throws: ``PresentationError``. Content of a shape that the widget does not know is an error, never half a picture.
    public func present(
        _ activity: ShownActivity, on place: PresentationSurface, environment: EnvironmentValues = EnvironmentValues(),
        condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> Presentation? {
        try present(activity, on: [place], environment: environment, condition: condition).first
    }

    /// The same for several surfaces at once: the content is read once, and what is the same on several is resolved once. Surfaces on which it is not seen are left out.
    public func present(
        _ activity: ShownActivity, on places: [PresentationSurface], environment: EnvironmentValues = EnvironmentValues(),
        condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> [Presentation] {
        let (presenter, strings) = try presenter(of: activity.kind)
        let places = places.filter { activity.isSeen(on: $0) }
        guard !places.isEmpty else { return [] }
        var environment = environment
        environment.strings = environment.strings ?? strings
        return try presenter.present(activity, on: places, environment, condition)
    }

    // MARK: - From Swift's types

    /// What a surface shows of an activity whose attributes and content are at hand in their own types.
    public func present<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ content: ActivityContent<Attributes.ContentState>, kind: ActivityKind,
        id: ActivityID = ActivityID(rawValue: 0), revision: UInt32 = 1, isStale: Bool = false, on place: PresentationSurface,
        environment: EnvironmentValues = EnvironmentValues(), condition: DeviceCondition = DeviceCondition()
    ) throws(PresentationError) -> Presentation {
        let (presenter, strings) = try presenter(of: kind)
        guard let presenter = presenter as? Presenter<Attributes> else {
            throw .noLook(kind, attributes: "\(Attributes.self)")
        }
        var environment = environment
        environment.strings = environment.strings ?? strings
        let context = ActivityViewContext(
            attributes: attributes, state: content.state,
            isStale: isStale || content.staleDate.map { $0 <= environment.now } ?? false, activityID: "\(id)")
        do throws(ResolutionError) {
            var made: [ResolvedLook] = []
            return try presenter.look.present(
                context, of: PresentedActivity(id: id, kind: kind, revision: revision), on: place, in: environment, condition,
                reusing: &made)
        } catch {
            throw .unresolvable(kind, place, error)
        }
    }

    private func presenter(of kind: ActivityKind) throws(PresentationError) -> (any AnyPresenter, (any StringTable)?) {
        guard let entry = entries[kind], let presenter = entry.presenter() else {
            throw .noWidget(kind, known: kinds)
        }
        return (presenter, entry.strings)
    }
}

/// Why an activity cannot be shown.
public enum PresentationError: Error, Hashable, Sendable, CustomStringConvertible {
    case noWidget(ActivityKind, known: [ActivityKind])
    /// The kind's widget has no looks for such attributes.
    case noLook(ActivityKind, attributes: String)
    /// The JSON is not what the widget's types need; `path` is where.
    case undecodable(ActivityKind, what: String, path: String, reason: String)
    case unresolvable(ActivityKind, PresentationSurface, ResolutionError)

    public var description: String {
        switch self {
        case .noWidget(let kind, let known):
            "no widget is registered for kind '\(kind)'; those that are: \(known.map(\.rawValue).joined(separator: ", "))"
        case .noLook(let kind, let attributes): "the widget of kind '\(kind)' has no ActivityConfiguration for \(attributes)"
        case .undecodable(let kind, let what, let path, let reason):
            "\(kind): \(what)\(path.isEmpty ? "" : " at \(path)"): \(reason)"
        case .unresolvable(let kind, let place, let error): "\(kind) on \(place): \(error)"
        }
    }
}

extension ShownActivity {
    /// Whether it is shown on a surface at all (LIFE-05, LIFE-13, LIFE-18).
    public func isSeen(on place: PresentationSurface) -> Bool {
        switch state {
        case .active, .stale: true
        case .ended: place.showsEnded
        case .pending, .dismissed: false
        }
    }
}

/// A ``Presenter`` whose attributes are not told.
private protocol AnyPresenter {
    func present(
        _ activity: ShownActivity, on places: [PresentationSurface], _ environment: EnvironmentValues,
        _ condition: DeviceCondition
    ) throws(PresentationError) -> [Presentation]
}

private struct Presenter<Attributes: ActivityAttributes>: AnyPresenter {
    let look: ActivityLook<Attributes>

    func present(
        _ activity: ShownActivity, on places: [PresentationSurface], _ environment: EnvironmentValues,
        _ condition: DeviceCondition
    ) throws(PresentationError) -> [Presentation] {
        let context = ActivityViewContext<Attributes>(
            attributes: try decode("attributes", activity.attributes, of: activity.kind),
            state: try decode("content", activity.content.state, of: activity.kind),
            isStale: activity.isStale(at: environment.now), activityID: "\(activity.id)")
        let presented = PresentedActivity(id: activity.id, kind: activity.kind, revision: activity.revision)
        var presentations: [Presentation] = []
        presentations.reserveCapacity(places.count)
        var made: [ResolvedLook] = []
        for place in places {
            do throws(ResolutionError) {
                presentations.append(
                    try look.present(context, of: presented, on: place, in: environment, condition, reusing: &made))
            } catch {
                throw .unresolvable(activity.kind, place, error)
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
    /// Where in the JSON, and what was wrong there.
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
